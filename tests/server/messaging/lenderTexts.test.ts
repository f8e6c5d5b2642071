/** A lender with two providers: the borrower's texts when a provider accepts, refuses or delays them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { TWILIO_ACCOUNT } from '#tests/support/smsProviders.ts';

type Answer = { status: number; body: unknown };

let lender: TestLender;
let provider: Server;
const asked: { path: string; form: URLSearchParams }[] = [];
const lines: string[] = [];
/** The answers of the providers, by the beginning of the path. */
const answers: Record<'/version1' | '/2010', Answer> = { '/version1': { status: 201, body: null }, '/2010': { status: 201, body: null } };

const recipient = (statusCode: number, status: string): Answer => ({
  status: 201,
  body: {
    SMSMessageData: {
      Message: 'Sent',
      Recipients: [{ statusCode, number: '+254700000000', status, cost: 'KES 0.8000', messageId: 'ATXid_1' }],
    },
  },
});
const TAKEN = recipient(101, 'Success');
const AWAY = recipient(501, 'GatewayError');
const TWILIO_TAKEN: Answer = { status: 201, body: { sid: `SM${'1'.repeat(32)}`, status: 'queued', num_segments: '1', error_code: null } };
const TWILIO_AWAY: Answer = { status: 400, body: { code: 30001, message: 'Queue overflow', status: 400 } };

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    asked.push({ path, form: new URLSearchParams(await readAll(request)) });
    const { status, body } = answers[path.startsWith('/2010') ? '/2010' : '/version1'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  provider = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  lender = await startLender({
    env: {
      LOG_LEVEL: 'info',
      MONITOR_PORT: '0',
      SMS_PROVIDER: 'africastalking',
      SMS_SECOND_PROVIDER: 'twilio',
      SMS_PRICES: 'twilio=900',
      SMS_CALLBACK_URL: 'https://lender.example',
      AFRICASTALKING_USERNAME: 'lender',
      AFRICASTALKING_API_KEY: 'at-key',
      AFRICASTALKING_BASE_URL: at,
      TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT,
      TWILIO_AUTH_TOKEN: 'twilio-token',
      TWILIO_SENDER: 'EXAMPLE',
      TWILIO_BASE_URL: at,
    },
    log: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  await lender?.stop();
  provider?.close();
});

const codeFor = (mobile: string) => lender.phone().call('getVerifyCode', { mobile, purpose: 'register' });
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

test('first provider down: the code comes from the second and signs in', async () => {
  [answers['/version1'], answers['/2010']] = [AWAY, TWILIO_TAKEN];
  asked.length = 0;
  const phone = lender.phone();
  await phone.call('getVerifyCode', { mobile: '0711000001', purpose: 'register' });
  expect(asked.map(({ path }) => path.slice(0, 5))).toEqual(['/vers', '/2010']);
  const [first, second] = asked.map(({ form }) => codeIn(form.get('message') ?? form.get('Body') ?? ''));
  expect(first).toMatch(/^\d{6}$/);
  expect(second, 'the same code').toBe(first);
  expect(asked[1]?.form.get('StatusCallback')).toMatch(/^https:\/\/lender\.example\/texts\/[0-9a-f]{64}\/twilio$/);
  const metrics = await (await fetch(`http://127.0.0.1:${lender.inside().monitorPort}/metrics`)).text();
  expect(metrics).toContain('lender_texts_total{provider="africastalking",result="notNow"} 1');
  expect(metrics).toContain('lender_texts_cost_cents_total{provider="twilio"} 900');
});

test('number that gets no texts: the field of the number says so, and the code does not count', async () => {
  answers['/version1'] = recipient(403, 'InvalidPhoneNumber');
  await expect(codeFor('0711000002')).rejects.toMatchObject({
    code: CODE.invalidField,
    message: expect.stringMatching(/^SMS cannot be sent to this number/) as string,
    fields: { mobile: expect.stringMatching(/^SMS cannot be sent to this number/) as string },
  });
  answers['/version1'] = TAKEN;
  await expect(codeFor('0711000002'), 'at once').resolves.toMatchObject({ validFor: expect.any(Number) as number });
});

test('number that stopped texts: the borrower reads what to do', async () => {
  answers['/version1'] = recipient(406, 'UserInBlacklist');
  await expect(codeFor('0711000003')).rejects.toMatchObject({
    fields: { mobile: expect.stringMatching(/has stopped SMS from us/) as string },
  });
});

test('both providers down: the borrower is asked to come back, and gets a code as soon as one works', async () => {
  [answers['/version1'], answers['/2010']] = [AWAY, TWILIO_AWAY];
  await expect(codeFor('0711000004')).rejects.toMatchObject({ code: CODE.tryLater });
  answers['/2010'] = TWILIO_TAKEN;
  await expect(codeFor('0711000004')).resolves.toMatchObject({ validFor: expect.any(Number) as number });
});

test('log of the lender: has neither numbers nor texts nor credentials', () => {
  expect(lines.join('')).not.toMatch(/71100000|is your|at-key|twilio-token/);
});
