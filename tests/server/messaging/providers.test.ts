/** Each adapter against a simulated provider that checks every request against its document. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createProvider, type ProviderSettings } from '#server/messaging/createProvider.ts';
import { partsOf, readCost } from '#server/messaging/textLength.ts';
import type { ProviderAnswer, ProviderRequest } from '#server/messaging/sms.ts';
import { twilioSignature } from '#server/messaging/twilio.ts';
import {
  africasTalkingStatus,
  simulatedAfricasTalking,
  simulatedGateway,
  simulatedTwilio,
  TWILIO_ACCOUNT,
  twilioError,
  type SimulatedProvider,
} from '#tests/support/smsProviders.ts';

const REQUEST: ProviderRequest = {
  to: '254712345678',
  text: 'Hello & welcome\n@loan.example #123456',
  sendId: '0b5f0d4e-0000-4000-8000-000000000001',
  reportTo: 'https://lender.example/texts/abc/twilio',
  timeout: 5_000,
};

const SETTINGS = {
  gateway: { name: 'gateway', url: 'https://sms.example/send', token: 'gateway-token', sender: 'Example Loan' },
  africastalking: {
    name: 'africastalking',
    baseUrl: 'https://api.africastalking.com',
    username: 'lender',
    apiKey: 'at-key',
    sender: 'EXAMPLE',
  },
  twilio: { name: 'twilio', baseUrl: 'https://api.twilio.com', accountSid: TWILIO_ACCOUNT, authToken: 'twilio-token', sender: 'EXAMPLE' },
} as const satisfies Record<string, ProviderSettings>;

type Name = keyof typeof SETTINGS;
const SIMULATED: Readonly<Record<Name, () => SimulatedProvider>> = {
  gateway: simulatedGateway,
  africastalking: simulatedAfricasTalking,
  twilio: simulatedTwilio,
};

/** Sends one text to a simulated provider with this answer. */
async function sendTo(name: Name, answer?: SimulatedProvider['next'][number]): Promise<{ answer: ProviderAnswer } & SimulatedProvider> {
  const provider = SIMULATED[name]();
  if (answer) provider.next.push(answer);
  return { ...provider, answer: await createProvider(SETTINGS[name], provider.fetch).send(REQUEST) };
}

describe('requests of the adapters', () => {
  test('requests of the adapters, gateway: contain number, sender, text, and the id of the text', async () => {
    const { requests, complaints, answer } = await sendTo('gateway');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([{ to: '+254712345678', from: 'Example Loan', text: REQUEST.text }]);
    expect(answer).toEqual({ is: 'taken', ref: 'gw-1', cost: 55, parts: null });
  });

  test("requests of the adapters, Africa's Talking: have the documented form, and the answer gives message id and cost", async () => {
    const { requests, complaints, answer } = await sendTo('africastalking');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([{ username: 'lender', to: '+254712345678', message: REQUEST.text, from: 'EXAMPLE', enqueue: '1' }]);
    expect(answer).toEqual({ is: 'taken', ref: 'ATXid_1', cost: 80, parts: null });
  });

  test('requests of the adapters, Twilio: have the documented form with the address of the reports, and the answer gives message id and parts', async () => {
    const { requests, complaints, answer } = await sendTo('twilio');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([{ To: '+254712345678', Body: REQUEST.text, From: 'EXAMPLE', StatusCallback: REQUEST.reportTo }]);
    expect(answer).toEqual({ is: 'taken', ref: `SM${'1'.padStart(32, '0')}`, cost: null, parts: 1 });
  });

  test('Twilio with a Messaging Service: names it instead of a sender', async () => {
    const twilio = simulatedTwilio();
    const sender = `MG${'a'.repeat(32)}`;
    await createProvider({ ...SETTINGS.twilio, sender }, twilio.fetch).send({ ...REQUEST, reportTo: null });
    expect(twilio.requests).toEqual([{ To: '+254712345678', Body: REQUEST.text, MessagingServiceSid: sender }]);
  });

  test("Africa's Talking without a sender: leaves the field out", async () => {
    const provider = simulatedAfricasTalking();
    await createProvider({ ...SETTINGS.africastalking, sender: null }, provider.fetch).send(REQUEST);
    expect(provider.requests[0]).not.toHaveProperty('from');
  });

  test('requests of the adapters, wrong credentials: are refused, and the result says that the operator has to act', async () => {
    const provider = simulatedTwilio();
    const answer = await createProvider({ ...SETTINGS.twilio, authToken: 'old' }, provider.fetch).send(REQUEST);
    expect(provider.complaints).toEqual(['header authorization']);
    expect(answer).toEqual({ is: 'notNow', code: '20003', isOurs: true });
  });
});

describe('answers of providers', () => {
  const at = africasTalkingStatus;
  const http =
    (status: number, body: unknown = null) =>
    () => ({ status, body });
  const refused = (why: string, code: string) => ({ is: 'refused', why, code });
  const later = (code: string) => ({ is: 'notNow', code, isOurs: false });
  const ours = (code: string) => ({ is: 'notNow', code, isOurs: true });
  const unknown = (code: string) => ({ is: 'unknown', code });

  test.each<[Name, string, SimulatedProvider['next'][number], object]>([
    ['africastalking', '100 Processed', at(100, 'Processed'), { is: 'taken', ref: null, cost: null, parts: null }],
    ['africastalking', '102 Queued', at(102, 'Queued'), { is: 'taken', ref: null, cost: null, parts: null }],
    ['africastalking', '401 RiskHold', at(401, 'RiskHold'), ours('401')],
    ['africastalking', '402 InvalidSenderId', at(402, 'InvalidSenderId'), ours('402')],
    ['africastalking', '403 InvalidPhoneNumber', at(403, 'InvalidPhoneNumber'), refused('number', '403')],
    ['africastalking', '404 UnsupportedNumberType', at(404, 'UnsupportedNumberType'), refused('number', '404')],
    ['africastalking', '405 InsufficientBalance', at(405, 'InsufficientBalance'), ours('405')],
    ['africastalking', '406 UserInBlacklist', at(406, 'UserInBlacklist'), refused('optedOut', '406')],
    ['africastalking', '407 CouldNotRoute', at(407, 'CouldNotRoute'), later('407')],
    ['africastalking', '409 DoNotDisturbRejection', at(409, 'DoNotDisturbRejection'), later('409')],
    ['africastalking', '500 InternalServerError', at(500, 'InternalServerError'), later('500')],
    ['africastalking', '501 GatewayError', at(501, 'GatewayError'), later('501')],
    ['africastalking', '502 RejectedByGateway', at(502, 'RejectedByGateway'), later('502')],
    [
      'africastalking',
      'no recipient',
      http(201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
      ours('http 201 without a recipient'),
    ],
    ['africastalking', 'success without a list', http(201, { ok: true }), unknown('http 201')],
    ['africastalking', 'HTTP 401', http(401, 'no'), ours('http 401')],
    ['africastalking', 'HTTP 429', http(429), later('http 429')],
    ['africastalking', 'HTTP 503', http(503), unknown('http 503')],
    ['twilio', '21211 invalid number', twilioError(21211), refused('number', '21211')],
    ['twilio', '21614 no mobile number', twilioError(21614), refused('number', '21614')],
    ['twilio', '21610 stopped', twilioError(21610), refused('optedOut', '21610')],
    ['twilio', '21612 no route', twilioError(21612), later('21612')],
    ['twilio', '21408 country not enabled', twilioError(21408), ours('21408')],
    ['twilio', '21606 wrong sender', twilioError(21606), ours('21606')],
    ['twilio', '20003 credentials', twilioError(20003, 401), ours('20003')],
    ['twilio', '20429 too many', twilioError(20429, 429), later('20429')],
    ['twilio', '30001 queue full', twilioError(30001), later('30001')],
    ['twilio', 'HTTP 500', http(500), unknown('http 500')],
    ['twilio', 'success without a name', http(201, {}), unknown('http 201')],
    ['gateway', 'HTTP 422', http(422), refused('number', 'http 422')],
    ['gateway', 'HTTP 503', http(503), later('http 503')],
    ['gateway', 'HTTP 500', http(500), unknown('http 500')],
    ['gateway', 'HTTP 403', http(403), ours('http 403')],
  ])('answer of provider %s, %s: is read as documented', async (name, _case, answer, expected) => {
    expect((await sendTo(name, answer)).answer).toEqual(expected);
  });

  test.each(Object.keys(SETTINGS) as Name[])('provider %s, connection refused: nothing was sent', async (name) => {
    expect((await sendTo(name, 'refused connection')).answer).toEqual(later('ECONNREFUSED'));
  });

  test.each(Object.keys(SETTINGS) as Name[])('provider %s, answer lost: is unknown', async (name) => {
    expect((await sendTo(name, 'lost')).answer).toEqual(unknown('ECONNRESET'));
  });

  test('provider that redirects: is not followed, so that no code goes to another address', async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      asked++;
      response.writeHead(307, { location: '/elsewhere' }).end();
      request.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = createProvider({ ...SETTINGS.gateway, url: `http://127.0.0.1:${port}/send` });
    expect(await provider.send(REQUEST)).toEqual(ours('http 307'));
    expect(asked).toBe(1);
    server.close();
  });

  test('provider that answers too late: the outcome is unknown', async () => {
    const provider = createProvider(
      SETTINGS.twilio,
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        }),
    );
    expect(await provider.send({ ...REQUEST, timeout: 1 })).toEqual(unknown('timeout'));
  });
});

describe('parts, prices and signatures', () => {
  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ñ'.repeat(160), 1],
    ['í'.repeat(70), 1],
    ['í'.repeat(71), 2],
    ['í'.repeat(135), 3],
  ])('parts, prices and signatures, text %#: has as many parts as the network sends', (text, parts) => {
    expect(partsOf(text)).toBe(parts);
  });

  test.each([
    ['KES 0.8000', 80],
    ['KES 1', 100],
    ['KES 0.805', 81],
    ['KES 0.8049', 80],
    ['USD 0.0075', null],
    ['0', null],
    [0.8, null],
    [undefined, null],
  ])('parts, prices and signatures, cost %s: is %s cents', (given, cents) => {
    expect(readCost(given)).toBe(cents);
  });

  test("Twilio's signature: is the one of the example that Twilio's libraries are tested with", () => {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
      Caller: '+14158675309',
    });
    expect(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  });
});
