/**
 * Simulated providers of texts, written from the documents that `docs/texts.md` names. Each checks every request against
 * its document, and answers a wrong one as the provider would, so that no test passes with a request that is refused.
 */
import { createHmac } from 'node:crypto';

type Answered = { status: number; body: unknown };

export interface SimulatedProvider {
  fetch: typeof globalThis.fetch;
  /** Fields of every correct request, in order. */
  readonly requests: Readonly<Record<string, string>>[];
  /** Faults of the requests so far. */
  readonly complaints: string[];
  /** Answers to the next requests. Without one, a correct request is accepted. */
  readonly next: ((() => Answered) | 'lost' | 'refused connection')[];
}

interface Documented {
  url: RegExp;
  headers: Readonly<Record<string, RegExp>>;
  /** The form of each field. A `?` at the end of a name: the field may be missing. */
  fields: Readonly<Record<string, RegExp>>;
  read(body: string): Record<string, string>;
  wrong: Answered;
  taken(fields: Readonly<Record<string, string>>, count: number): Answered;
}

function simulate({ url, headers, fields, read, wrong, taken }: Documented): SimulatedProvider {
  const requests: Record<string, string>[] = [];
  const complaints: string[] = [];
  const next: SimulatedProvider['next'] = [];
  const respond = ({ status, body }: Answered): Response => Response.json(body, { status });

  function faultsOf(request: Request, given: Readonly<Record<string, string>>): string[] {
    const faults: string[] = [];
    if (request.method !== 'POST') faults.push(`method ${request.method}`);
    if (!url.test(request.url)) faults.push(`address ${request.url}`);
    for (const [name, form] of Object.entries(headers)) if (!form.test(request.headers.get(name) ?? '')) faults.push(`header ${name}`);
    const documented = new Map(Object.entries(fields).map(([name, form]) => [name.replace('?', ''), form]));
    for (const [name, form] of Object.entries(fields))
      if (!name.endsWith('?') && !(name in given)) faults.push(`${name} is missing, which is ${form}`);
    for (const [name, value] of Object.entries(given)) {
      const form = documented.get(name);
      if (!form) faults.push(`${name} is not documented`);
      else if (!form.test(value)) faults.push(`${name} is wrong`);
    }
    return faults;
  }

  return {
    requests,
    complaints,
    next,
    async fetch(input, init) {
      const request = new Request(input as string, init);
      const answer = next.shift();
      if (answer === 'refused connection')
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
      const given = read(await request.text());
      const faults = faultsOf(request, given);
      complaints.push(...faults);
      if (faults.length > 0) return respond(wrong);
      requests.push(given);
      if (answer === 'lost') throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      return respond(answer ? answer() : taken(given, requests.length));
    },
  };
}

const form = (body: string): Record<string, string> => Object.fromEntries(new URLSearchParams(body));
const FORM = { 'content-type': /^application\/x-www-form-urlencoded/ };
const NUMBER = /^\+254[17]\d{8}$/;

const recipients = (...list: object[]): Answered['body'] => ({
  SMSMessageData: { Message: `Sent to ${list.length}/1 Total Cost: KES 0.8000`, Recipients: list },
});

/** One recipient of Africa's Talking with this status. */
export const africasTalkingStatus = (statusCode: number, status: string) => (): Answered => ({
  status: 201,
  body: recipients({ statusCode, number: '+254712345678', status, cost: '0', messageId: 'None' }),
});

export const simulatedAfricasTalking = (): SimulatedProvider =>
  simulate({
    url: /^https:\/\/api\.africastalking\.com\/version1\/messaging$/,
    headers: { ...FORM, apikey: /^at-key$/, accept: /^application\/json$/ },
    fields: { username: /^lender$/, to: NUMBER, message: /^[^]+$/, 'from?': /^\w{1,11}$/, 'enqueue?': /^[01]$/ },
    read: form,
    wrong: { status: 401, body: 'The supplied authentication is invalid' },
    taken: ({ to = '' }, count) => ({
      status: 201,
      body: recipients({ statusCode: 101, number: to, status: 'Success', cost: 'KES 0.8000', messageId: `ATXid_${count}` }),
    }),
  });

export const TWILIO_ACCOUNT = `AC${'0'.repeat(32)}`;

/** A refusal of Twilio with this code. */
export const twilioError =
  (code: number, status = 400) =>
  (): Answered => ({ status, body: { code, message: 'refused', more_info: `https://www.twilio.com/docs/errors/${code}`, status } });

export const simulatedTwilio = (): SimulatedProvider =>
  simulate({
    url: new RegExp(`^https://api\\.twilio\\.com/2010-04-01/Accounts/${TWILIO_ACCOUNT}/Messages\\.json$`),
    headers: { ...FORM, authorization: new RegExp(`^Basic ${Buffer.from(`${TWILIO_ACCOUNT}:twilio-token`).toString('base64')}$`) },
    fields: {
      To: NUMBER,
      Body: /^[^]{1,1600}$/,
      'From?': /^(\+\d{8,15}|[A-Za-z\d ]{1,11})$/,
      'MessagingServiceSid?': /^MG[\da-f]{32}$/,
      'StatusCallback?': /^https:\/\//,
    },
    read: form,
    wrong: twilioError(20003, 401)(),
    taken: ({ To = '', Body = '' }, count) => ({
      status: 201,
      body: {
        sid: `SM${String(count).padStart(32, '0')}`,
        status: 'queued',
        to: To,
        body: Body,
        num_segments: '1',
        price: null,
        price_unit: 'USD',
        error_code: null,
      },
    }),
  });

export const simulatedGateway = (): SimulatedProvider =>
  simulate({
    url: /^https:\/\/sms\.example\/send$/,
    headers: { 'content-type': /^application\/json$/, authorization: /^Bearer gateway-token$/, 'idempotency-key': /^\S{8,}$/ },
    fields: { to: NUMBER, from: /^Example Loan$/, text: /^[^]+$/ },
    read: (body) => JSON.parse(body) as Record<string, string>,
    wrong: { status: 401, body: null },
    taken: (_fields, count) => ({ status: 202, body: { id: `gw-${count}`, cost: 'KES 0.55' } }),
  });

/** Signs a form as Twilio's documents describe it, apart from the lender's own code. */
export const signedByTwilio = (url: string, fields: Readonly<Record<string, string>>): string =>
  createHmac('sha1', 'twilio-token')
    .update(
      url +
        Object.keys(fields)
          .sort()
          .map((name) => name + fields[name])
          .join(''),
    )
    .digest('base64');
