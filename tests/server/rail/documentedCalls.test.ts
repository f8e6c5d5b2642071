/** Every request of the lender's client, and every answer of the simulator, against the documents of Daraja 3.0. */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { createDaraja, type Daraja } from '#server/rail/daraja.ts';
import { ERRORS, meaningOf, PAYOUT_RESULTS, PROMPT_RESULTS, RESPONSES, REVERSAL_RESULTS } from '#server/rail/darajaCodes.ts';
import type { RailFault } from '#server/rail/darajaClient.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import { DOCUMENTED, PAYBILL_MESSAGE, PULLED_PAYMENT, type CallName, type DocumentedCall } from '#server/simulation/rail/documented.ts';
import { createSimulator, simulatedAccess, simulatedBankPaybill, type Simulator } from '#server/simulation/rail/simulator.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';

const TOKEN = 'a'.repeat(64);
const PHONE = '254712345678';

/** The sample request of each call in the documents. */
const SAMPLES: Readonly<Record<CallName, Record<string, unknown>>> = {
  push: {
    BusinessShortCode: '174379',
    Password: Buffer.from('174379simulated-passkey20210628092408').toString('base64'),
    Timestamp: '20210628092408',
    TransactionType: 'CustomerPayBillOnline',
    Amount: '1',
    PartyA: PHONE,
    PartyB: '174379',
    PhoneNumber: PHONE,
    CallBackURL: 'https://mydomain.com/path',
    AccountReference: 'accountref',
    TransactionDesc: 'txndesc',
  },
  pushQuery: {
    BusinessShortCode: '174379',
    Password: Buffer.from('174379simulated-passkey20160216165627').toString('base64'),
    Timestamp: '20160216165627',
    CheckoutRequestID: 'ws_CO_260520211133524545',
  },
  payWallet: {
    OriginatorConversationID: '600997_Test_32et3241ed8yu',
    InitiatorName: 'testapi',
    SecurityCredential: 'RC6E9WDxXR4b9X2c6z3gp0oC5Th==',
    CommandID: 'BusinessPayment',
    Amount: '10',
    PartyA: '600000',
    PartyB: PHONE,
    Remarks: 'remarked',
    QueueTimeOutURL: 'https://mydomain.com/path',
    ResultURL: 'https://mydomain.com/path',
    Occassion: 'ChristmasPay',
  },
  payBill: {
    Initiator: 'API_Usename',
    SecurityCredential: 'FKXlKPzT8hFOnozI==',
    CommandID: 'BusinessPayBill',
    SenderIdentifierType: '4',
    RecieverIdentifierType: '4',
    Amount: '239',
    PartyA: '600000',
    PartyB: '000000',
    AccountReference: '353353',
    Requester: '254700000000',
    Remarks: 'OK',
    QueueTimeOutURL: 'http://0.0.0.0:1000/ResultsListener.php',
    ResultURL: 'http://0.0.0.0:8888/TimeOutListener.php',
  },
  status: {
    Initiator: 'testapiuser',
    SecurityCredential: 'ClONZiMYBpc65lmpJ7nvnrDmUe0WvHvA5QbOsPjEo92B6IGFwDdvdeJIFL0kgwsEKWu6SQKG4ZZUxjC',
    CommandID: 'TransactionStatusQuery',
    TransactionID: 'NEF61H8J60',
    OriginalConversationID: '7071-4170-a0e5-8345632bad442144258',
    PartyA: '600000',
    IdentifierType: '4',
    ResultURL: 'http://myservice:8080/transactionstatus/result',
    QueueTimeOutURL: 'http://myservice:8080/timeout',
    Remarks: 'OK',
    Occasion: 'OK',
  },
  balance: {
    Initiator: 'testapiuser',
    SecurityCredential: 'SAFVNChNHfVtXEZMBuVo+a1Hwr+DtrUVN3zVg==',
    CommandID: 'AccountBalance',
    PartyA: '600000',
    IdentifierType: '4',
    Remarks: 'ok',
    QueueTimeOutURL: 'http://myservice:8080/queuetimeouturl',
    ResultURL: 'http://myservice:8080/result',
  },
  reversal: {
    Initiator: 'apiop37',
    SecurityCredential: 'jUb+dOXJiBDui8FnruaFckZJQup3kmmCH5XJ4NY/==',
    CommandID: 'TransactionReversal',
    TransactionID: 'PDU91HIVIT',
    Amount: '200',
    ReceiverParty: '174379',
    RecieverIdentifierType: '11',
    ResultURL: 'https://mydomain.com/reversal/result',
    QueueTimeOutURL: 'https://mydomain.com/reversal/queue',
    Remarks: 'Payment reversal',
  },
  registerAddresses: {
    ShortCode: '174379',
    ResponseType: 'Completed',
    ConfirmationURL: 'https://mydomain.com/confirmation',
    ValidationURL: 'https://mydomain.com/validation',
  },
  registerPull: { ShortCode: '174379', RequestType: 'Pull', NominatedNumber: PHONE, CallBackURL: 'https://domain.com/path' },
  pull: { ShortCode: '174379', StartDate: '2026-06-01 08:36:00', EndDate: '2026-06-01 10:10:00', OffSetValue: '0' },
};

const calls = Object.keys(DOCUMENTED) as CallName[];
const documented = (name: CallName): DocumentedCall => DOCUMENTED[name];

onEitherDatabase((engine) => {
  const clock = testClock();
  let store: Store;
  let app: FastifyInstance;
  let simulator: Simulator;
  let daraja: Daraja;
  let url = '';
  let received: Record<string, unknown>[] = [];
  const faults: RailFault[] = [];

  beforeAll(async () => {
    store = await engine.open(clock);
    app = Fastify();
    simulator = createSimulator({
      store,
      clock,
      fetch: async (_, init) => {
        received.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>);
        return new Response('{}');
      },
    });
    await app.register(simulator.plugin, { prefix: '/daraja' });
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    daraja = createDaraja({
      access: () => simulatedAccess(url, '/daraja'),
      clock,
      bankPaybill: simulatedBankPaybill,
      alarm: (fault) => faults.push(fault),
    });
    await daraja.registerPaybill(TOKEN);
    await daraja.registerPull(TOKEN);
  });
  afterAll(() => app.close());

  async function bearer(): Promise<string> {
    const basic = Buffer.from('simulated-key:simulated-secret').toString('base64');
    const answer = await fetch(`${url}/daraja/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${basic}` },
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  async function call(name: CallName, body: object, token?: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await fetch(`${url}/daraja${documented(name).path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? (await bearer())}` },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  /** The callbacks that the simulator has sent since the last time. */
  async function reports(): Promise<Record<string, unknown>[]> {
    received = [];
    clock.pass(3_000);
    await simulator.runDue();
    await simulator.runDue();
    return received;
  }
  const keysOf = (report: Record<string, unknown> | undefined): string[] => {
    const { ResultParameters } = (report?.['Result'] ?? {}) as { ResultParameters?: { ResultParameter: { Key: string }[] } };
    return (ResultParameters?.ResultParameter ?? []).map(({ Key }) => Key);
  };
  const intent = (change: Partial<RailIntent>): RailIntent =>
    ({ id: 'P0123456789A', kind: 'STK', amount: 100_000, msisdn: '254712000001', provider_ref: null, ...change }) as RailIntent;

  describe('request, as documented', () => {
    test.each(calls)('request %s, the documents’ own sample: is answered with documented fields only', async (name) => {
      const { status, body } = await call(name, SAMPLES[name]);
      // No prompt was sent, so the query has no result. Safaricom answers that with an error.
      if (name === 'pushQuery') expect([status, body['errorCode']]).toEqual([500, '500.001.1001']);
      else {
        expect(status).toBe(200);
        expect(Object.keys(body).sort()).toEqual([...documented(name).response].sort());
      }
      expect(simulator.violations()).toEqual([]);
    });

    test('client, every call it makes: has documented fields only', async () => {
      const push = await daraja.send(intent({}), TOKEN, 'L012345678', null);
      expect(push).toMatchObject({ is: 'accepted' });
      await daraja.query(intent({ provider_ref: push.is === 'accepted' ? push.ref : null }), TOKEN, null);
      const wallet = intent({ id: 'D-L000000001-ABCDEFGH', kind: 'B2C', purpose: 'disbursement', provider_ref: 'D-L000000001-ABCDEFGH' });
      expect(await daraja.send(wallet, TOKEN, null, null)).toMatchObject({ is: 'accepted' });
      await daraja.query(wallet, TOKEN, null);
      expect(await daraja.send(intent({ kind: 'B2B', bank_code: '68' }), TOKEN, '0123456789', null)).toMatchObject({ is: 'accepted' });
      await daraja.confirm({ receipt: 'SABCDEFGHJ', token: TOKEN }, null);
      await daraja.askBalances(TOKEN);
      expect(await daraja.reverse({ receipt: 'SABCDEFGHJ', amount: 10_000 }, TOKEN)).toMatchObject({ is: 'accepted' });
      expect(await daraja.paymentsBetween(clock.now() - 1, clock.now(), 0)).toMatchObject({ listed: 0 });
      await daraja.registerPaybill(TOKEN);
      expect(await daraja.registerPull(TOKEN)).toBe(true);
      expect(simulator.violations()).toEqual([]);
      expect(faults).toEqual([]);
    });

    test('account number of a bank, longer than Business Pay Bill takes: is refused before it is sent', async () => {
      expect(await daraja.send(intent({ kind: 'B2B', bank_code: '68' }), TOKEN, '01234567890123', null)).toMatchObject({ is: 'refused' });
    });
  });

  describe('request, not as documented', () => {
    const missing = calls.flatMap((name) =>
      Object.entries(documented(name).request)
        .filter(([, { isRequired }]) => isRequired)
        .map(([field]) => [name, field] as const),
    );
    test.each(missing)('request %s without %s: is refused with 400.002.02 and noted', async (name, field) => {
      const before = simulator.violations().length;
      const { [field]: _, ...rest } = SAMPLES[name];
      const { status, body } = await call(name, rest);
      expect([status, body['errorCode'], body['errorMessage']]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
      expect(simulator.violations().slice(before)).toEqual([`${documented(name).page}: ${field}`]);
    });

    test.each(calls)('request %s with a field of no document: is refused and noted', async (name) => {
      const { status, body } = await call(name, { ...SAMPLES[name], Ocasion: 'x' });
      expect([status, body['errorMessage']]).toEqual([400, 'Bad Request - Invalid Ocasion']);
    });

    test.each([
      ['push', 'AccountReference', 'thirteenchars'],
      ['push', 'TransactionDesc', 'fourteen chars'],
      ['push', 'PhoneNumber', '0712345678'],
      ['push', 'Timestamp', '2021-06-28'],
      ['push', 'Amount', '10.50'],
      ['payWallet', 'Remarks', 'x'],
      ['payWallet', 'CommandID', 'BusinessPayBill'],
      ['payBill', 'AccountReference', '01234567890123'],
      ['status', 'IdentifierType', '1'],
      ['reversal', 'RecieverIdentifierType', '4'],
      ['registerAddresses', 'ConfirmationURL', 'https://lender.example/mpesa/paybill'],
      ['registerAddresses', 'ResponseType', 'completed'],
      ['pull', 'StartDate', '20260601083600'],
    ] as const)('request %s with %s "%s": is refused', async (name, field, value) => {
      const { status, body } = await call(name, { ...SAMPLES[name], [field]: value });
      expect([status, body['errorMessage']]).toEqual([400, `Bad Request - Invalid ${field}`]);
    });

    test('status without a receipt and without a conversation: is refused', async () => {
      const { TransactionID: _, OriginalConversationID: __, ...rest } = SAMPLES.status;
      expect((await call('status', rest)).body['errorMessage']).toBe('Bad Request - Invalid TransactionID');
    });

    test.each(calls)('request %s with a token that is not valid: is answered as its document says', async (name) => {
      const [status, errorCode] = documented(name).tokenError;
      const answer = await call(name, SAMPLES[name], 'another');
      expect([answer.status, answer.body['errorCode']]).toEqual([status, errorCode]);
      expect(meaningOf(answer.status, errorCode, '')).toBe('tokenRefused');
    });
  });

  describe('message of the simulator', () => {
    test('payout, status, balance, reversal: have the documents’ parameters only', async () => {
      await reports();
      await simulator.setWallet(PHONE, { name: 'JANE' });
      await call('payWallet', { ...SAMPLES.payWallet, OriginatorConversationID: 'one' });
      expect(keysOf((await reports())[0])).toEqual([...DOCUMENTED.payWallet.resultParameters]);
      await call('payBill', SAMPLES.payBill);
      expect(keysOf((await reports())[0])).toEqual([...DOCUMENTED.payBill.resultParameters]);
      const { TransactionID: _, ...byConversation } = SAMPLES.status;
      await call('status', { ...byConversation, OriginalConversationID: 'one' });
      for (const key of keysOf((await reports())[0])) expect(DOCUMENTED.status.resultParameters).toContain(key);
      await call('balance', SAMPLES.balance);
      expect(keysOf((await reports())[0])).toEqual([...DOCUMENTED.balance.resultParameters]);
      const paid = await simulator.payAtPaybill({ msisdn: PHONE, amount: 20_000, account: 'X' });
      expect(Object.keys((await reports())[0] ?? {}).sort()).toEqual([...PAYBILL_MESSAGE].sort());
      await call('reversal', { ...SAMPLES.reversal, TransactionID: paid?.receipt });
      expect(keysOf((await reports())[0])).toEqual([...DOCUMENTED.reversal.resultParameters]);
      const { body } = await call('pull', { ...SAMPLES.pull, EndDate: '2026-06-02 00:00:00' });
      const [[first]] = body['Response'] as [[Record<string, unknown>]];
      expect(Object.keys(first)).toEqual([...PULLED_PAYMENT]);
    });

    test('payout with a known id: is a duplicate', async () => {
      await call('payWallet', { ...SAMPLES.payWallet, OriginatorConversationID: 'two' });
      const { status, body } = await call('payWallet', { ...SAMPLES.payWallet, OriginatorConversationID: 'two' });
      expect([status, body['errorCode'], body['errorMessage']]).toEqual([500, '500.002.1001', 'Duplicate OriginatorConversationID.']);
    });
  });
});

describe('docs/daraja.md', () => {
  const page = fs.readFileSync('docs/daraja.md', 'utf8');
  test.each(Object.values(DOCUMENTED).map(({ page: title, path }) => [title, path] as const))('docs/daraja.md, %s: names %s', (_, path) => {
    expect(page).toContain(`\`${path}\``);
  });
  test.each(calls)('docs/daraja.md, request %s: names every field of the request', (name) => {
    for (const field of Object.keys(documented(name).request)) expect(page).toContain(`\`${field}\``);
  });
  test('docs/daraja.md, errors: has every row of the table of codes, with its meaning for the lender', () => {
    for (const { errorCode, errorMessage, meaning } of ERRORS)
      expect(page).toContain(`| \`${errorCode}\` | ${errorMessage} | ${meaning} |`);
  });
  test('docs/daraja.md, response codes: has every row, with its meaning for the lender', () => {
    for (const { code, text, meaning } of RESPONSES) expect(page).toContain(`| \`${code}\` | ${text} | ${meaning} |`);
  });
  test.each([
    ['payouts', PAYOUT_RESULTS],
    ['prompts', PROMPT_RESULTS],
    ['reversals', REVERSAL_RESULTS],
  ] as const)('docs/daraja.md, results of %s: has every row, with the party at fault', (_, results) => {
    for (const { code, text, fault } of results) expect(page).toContain(`| \`${code}\` | ${text} | ${fault} |`);
  });
});
