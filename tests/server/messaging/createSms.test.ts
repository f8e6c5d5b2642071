/** Sending a text when a provider fails: the next provider, the log, and delivery reports. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { createProvider } from '#server/messaging/createProvider.ts';
import { createSms, type SmsObserver } from '#server/messaging/createSms.ts';
import { textReports } from '#server/messaging/deliveryReports.ts';
import type { Sms, TextKind } from '#server/messaging/sms.ts';
import { createTextLog, TEXT_LOG_DAYS, type TextLog } from '#server/messaging/textLog.ts';
import { openTextsSecret } from '#server/rail/callbackSecret.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import {
  africasTalkingStatus,
  signedByTwilio,
  simulatedAfricasTalking,
  simulatedGateway,
  simulatedTwilio,
  TWILIO_ACCOUNT,
  twilioError,
  type SimulatedProvider,
} from '#tests/support/smsProviders.ts';

const REPORTS_TO = 'https://lender.example';

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let log: TextLog;
  let first: SimulatedProvider;
  let second: SimulatedProvider;
  let gateway: SimulatedProvider;
  let sms: Sms;
  let numbers = 0;
  let number = '';
  let ids = 0;
  let sendId = '';
  const seen: unknown[][] = [];
  const observer: SmsObserver = {
    answered: (...what) => void seen.push(what),
    refusesUs: (...what) => void seen.push(['refuses us', ...what]),
    failed: (error) => {
      throw error;
    },
  };

  const africasTalking = () =>
    createProvider(
      { name: 'africastalking', baseUrl: 'https://api.africastalking.com', username: 'lender', apiKey: 'at-key', sender: null },
      first.fetch,
    );
  const twilio = () =>
    createProvider(
      { name: 'twilio', baseUrl: 'https://api.twilio.com', accountSid: TWILIO_ACCOUNT, authToken: 'twilio-token', sender: 'EXAMPLE' },
      second.fetch,
    );
  const own = () =>
    createProvider({ name: 'gateway', url: 'https://sms.example/send', token: 'gateway-token', sender: 'Example Loan' }, gateway.fetch);
  const open = (providers = [africasTalking(), twilio()]): Sms =>
    createSms({ store, clock, log, providers, prices: { twilio: 900 }, reportsTo: REPORTS_TO, observer });

  beforeEach(async () => {
    if (!store) {
      clock = testClock();
      store = await engine.open(clock);
      log = createTextLog(store, clock);
    }
    seen.length = 0;
    [first, second, gateway] = [simulatedAfricasTalking(), simulatedTwilio(), simulatedGateway()];
    sms = open();
    clock.pass(2 * DAY);
    number = `25471200${String(++numbers).padStart(4, '0')}`;
    sendId = `0b5f0d4e-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  });
  afterEach(() => expect([...first.complaints, ...second.complaints, ...gateway.complaints]).toEqual([]));

  const send = (kind: TextKind = 'event') => sms.send(number, `Hello ${number}`, { kind, sendId });
  const asked = (): number[] => [first.requests.length, second.requests.length];
  const logged = async () => (await log.textsTo(number, 10)).map(({ provider, outcome, code, cost }) => [provider, outcome, code, cost]);

  test('first provider accepts the text: the second gets no request, and the cost is logged in cents', async () => {
    expect(await send()).toEqual({ is: 'taken' });
    expect(asked()).toEqual([1, 0]);
    expect(await logged()).toEqual([['africastalking', 'taken', null, 80]]);
    expect(seen).toEqual([['africastalking', 'taken', 80]]);
  });

  test.each<[string, SimulatedProvider['next'][number], string]>([
    ['cannot route it', africasTalkingStatus(407, 'CouldNotRoute'), '407'],
    ['does not answer the connection', 'refused connection', 'ECONNREFUSED'],
  ])('first provider %s: the second sends the text, at the price of the settings', async (_case, answer, code) => {
    first.next.push(answer);
    expect(await send('reminder')).toEqual({ is: 'taken' });
    expect(await logged()).toEqual([
      ['twilio', 'taken', null, 900],
      ['africastalking', 'notNow', code, null],
    ]);
  });

  test('number refused for good by the first provider: the second gets no request', async () => {
    first.next.push(africasTalkingStatus(406, 'UserInBlacklist'));
    expect(await send('code')).toEqual({ is: 'refused', why: 'optedOut' });
    expect(asked()).toEqual([1, 0]);
  });

  test('text, both providers fail: nothing was sent, and each was asked once', async () => {
    first.next.push(africasTalkingStatus(501, 'GatewayError'));
    second.next.push(twilioError(30001));
    expect(await send('code')).toEqual({ is: 'notNow' });
    expect(asked()).toEqual([1, 1]);
  });

  test('one-time code, answer of the first provider lost: the second sends it too, and the first attempt is logged as unknown', async () => {
    first.next.push('lost');
    expect(await send('code')).toEqual({ is: 'taken' });
    expect(await logged()).toEqual([
      ['twilio', 'taken', null, 900],
      ['africastalking', 'unknown', 'ECONNRESET', null],
    ]);
  });

  test("one-time code, first provider's answer lost and second refuses: stays unknown", async () => {
    first.next.push('lost');
    second.next.push(twilioError(21610));
    expect(await send('code')).toEqual({ is: 'unknown', again: 'duplicate' });
  });

  test('reminder, answer lost: is not sent again, not after a restart either', async () => {
    first.next.push('lost');
    expect(await send('reminder')).toEqual({ is: 'unknown', again: 'never' });
    sms = open();
    expect(await send('reminder')).toEqual({ is: 'unknown', again: 'never' });
    expect(asked()).toEqual([1, 0]);
  });

  test('text about an event, answer lost and no report since: is sent again', async () => {
    first.next.push('lost');
    expect(await send('event')).toEqual({ is: 'unknown', again: 'duplicate' });
    expect(await send('event')).toEqual({ is: 'taken' });
    expect(first.requests).toHaveLength(2);
  });

  test('gateway that sends each id once, answer lost: only the gateway gets the text again, with the same id', async () => {
    sms = open([own(), twilio()]);
    gateway.next.push('lost', () => ({ status: 503, body: null }));
    expect(await send('reminder')).toEqual({ is: 'unknown', again: 'safe' });
    expect(await send('reminder')).toEqual({ is: 'notNow' });
    expect(await send('reminder')).toEqual({ is: 'taken' });
    expect([gateway.requests.length, second.requests.length]).toEqual([3, 0]);
  });

  test('lender killed while a provider was asked: the attempt is in the log as unknown', async () => {
    let isKilled = (): void => {};
    const killed = new Promise<void>((resolve) => (isKilled = resolve));
    const hanging = { name: 'africastalking', isIdempotent: false, send: () => (isKilled(), new Promise<never>(() => {})) } as const;
    void open([hanging]).send(number, 'Hello', { kind: 'reminder', sendId });
    await killed;
    expect(await send('reminder')).toEqual({ is: 'unknown', again: 'never' });
    expect(asked()).toEqual([0, 0]);
  });

  test('first provider fails three times in a row: the second gets texts first for a minute', async () => {
    for (let n = 0; n < 3; n++) first.next.push(africasTalkingStatus(501, 'GatewayError'));
    for (let n = 0; n < 4; n++) await sms.send(number, 'Hello', { kind: 'event' });
    expect(asked()).toEqual([3, 4]);
    clock.pass(MINUTE + 1_000);
    await sms.send(number, 'Hello', { kind: 'event' });
    expect(asked()).toEqual([4, 4]);
  });

  test('first provider refuses the credentials: the operator is alarmed, and the second gets texts first from then on', async () => {
    first.next.push(africasTalkingStatus(405, 'InsufficientBalance'));
    await send();
    expect(seen).toContainEqual(['refuses us', 'africastalking', '405']);
    await sms.send(number, 'Hello', { kind: 'event' });
    expect(asked()).toEqual([1, 2]);
  });

  test('text, both providers failed before: both still get requests', async () => {
    first.next.push(africasTalkingStatus(405, 'InsufficientBalance'));
    second.next.push(twilioError(20003, 401));
    expect(await send()).toEqual({ is: 'notNow' });
    expect(await send()).toEqual({ is: 'taken' });
  });

  test('log of texts: contains neither number nor content, adds up a day, and is deleted after ninety days', async () => {
    await send();
    first.next.push(africasTalkingStatus(407, 'CouldNotRoute'));
    await sms.send(number, 'Hello', { kind: 'event' });
    await sms.send(number, 'Closed', { kind: 'event', isForgotten: true });
    const rows = await store.db.selectFrom('text_attempt').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${number}|Hello|Closed`));
    expect(await log.textsTo(number, 10), 'the forgotten one is not found').toHaveLength(3);
    const sum = { parts: 1, unpriced: 0, delivered: 0, failed: 0 };
    expect((await log.days(clock.now() - DAY)).map(({ day: _day, ...rest }) => rest)).toEqual([
      { provider: 'africastalking', taken: 2, cost: 160, ...sum, parts: 2 },
      { provider: 'twilio', taken: 1, cost: 900, ...sum },
    ]);
    clock.pass(TEXT_LOG_DAYS * DAY);
    expect(await log.deleteOld()).toBeGreaterThanOrEqual(4);
    expect(await log.textsTo(number, 10)).toEqual([]);
  });

  /** The addresses for delivery reports. It collects refusals and reports. */
  async function reportsApp(): Promise<FastifyInstance> {
    const app = Fastify();
    await app.register(textReports, {
      db: store.db,
      log,
      secret: openTextsSecret(store),
      twilio: { authToken: 'twilio-token', reportsTo: REPORTS_TO },
      refused: ({ subject }) => void seen.push(['refused', subject]),
      reported: (...what) => void seen.push(['reported', ...what]),
      failed: observer.failed,
    });
    return app;
  }
  const deliveries = async () => (await log.textsTo(number, 10)).map(({ delivery, delivery_code: code }) => [delivery, code]);
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  test("Twilio's signed report: is stored once it is final, and later ones change nothing", async () => {
    sms = open([twilio()]);
    await send();
    const url = second.requests[0]?.['StatusCallback'] ?? '';
    expect(url).toMatch(/^https:\/\/lender\.example\/texts\/[0-9a-f]{64}\/twilio$/);
    const app = await reportsApp();
    const report = (fields: Record<string, string>, signature = signedByTwilio(url, fields)) =>
      app.inject({
        method: 'POST',
        url: url.slice(REPORTS_TO.length),
        headers: { ...FORM, 'x-twilio-signature': signature },
        payload: new URLSearchParams(fields).toString(),
      });
    const about = { MessageSid: 'SM1', To: `+${number}` };
    expect((await report({ ...about, MessageStatus: 'queued' })).statusCode).toBe(204);
    expect(await deliveries()).toEqual([[null, null]]);
    await report({ ...about, MessageStatus: 'sent' });
    expect(await deliveries()).toEqual([['sent', null]]);
    await report({ ...about, MessageStatus: 'undelivered', ErrorCode: '30003' });
    await report({ ...about, MessageStatus: 'delivered' });
    expect(await deliveries()).toEqual([['failed', '30003']]);
    expect(seen.filter(([what]) => what === 'reported')[1]).toEqual(['reported', 'twilio', 'failed']);

    expect((await report({ ...about, MessageStatus: 'delivered' }, 'c2lnbmVk')).statusCode).toBe(403);
    expect((await app.inject({ method: 'POST', url: `/texts/${'0'.repeat(64)}/twilio`, headers: FORM })).statusCode).toBe(404);
    expect(seen.slice(-2)).toEqual([
      ['refused', 'text signature'],
      ['refused', 'text address'],
    ]);
    await app.close();
  });

  test("Africa's Talking's report: is accepted at the secret address only, and finds its text by the provider's name", async () => {
    await send();
    const ref = 'ATXid_1';
    await store.db
      .updateTable('text_attempt')
      .set({ provider_ref: `${ref}-${number}` })
      .where('send_id', '=', sendId)
      .execute();
    const app = await reportsApp();
    const report = (token: string, fields: Record<string, string>) =>
      app.inject({ method: 'POST', url: `/texts/${token}/africastalking`, headers: FORM, payload: new URLSearchParams(fields).toString() });
    const fields = {
      id: `${ref}-${number}`,
      status: 'Failed',
      phoneNumber: `+${number}`,
      networkCode: '63902',
      failureReason: 'UserIsInactive',
    };
    expect((await report('f'.repeat(32), fields)).statusCode).toBe(404);
    expect(await deliveries()).toEqual([[null, null]]);
    const secret = await openTextsSecret(store).present();
    expect((await report(secret, fields)).statusCode).toBe(200);
    expect(await deliveries()).toEqual([['failed', 'UserIsInactive']]);
    expect((await report(secret, { ...fields, id: 'of another app' })).statusCode, 'of another application of the account').toBe(200);
    expect((await report(secret, { ...fields, id: 'x'.repeat(20_000) })).statusCode).toBe(413);
    await app.close();
  });

  test("gateway's report: needs id and a known status", async () => {
    sms = open([own()]);
    await send();
    await store.db
      .updateTable('text_attempt')
      .set({ provider_ref: `gw-${number}` })
      .where('send_id', '=', sendId)
      .execute();
    const app = await reportsApp();
    const url = `/texts/${await openTextsSecret(store).present()}/gateway`;
    const report = (payload: string) => app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
    for (const wrong of ['', '{', '[]', '{"id":"gw-1"}', '{"id":"gw-1","status":"constructor"}'])
      expect((await report(wrong)).statusCode, wrong).toBe(400);
    expect((await report(JSON.stringify({ id: `gw-${number}`, status: 'delivered' }))).statusCode).toBe(204);
    expect(await deliveries()).toEqual([['delivered', null]]);
    await app.close();
  });

  test('text about an event, answer lost and reported since: counts as sent and is not sent again', async () => {
    sms = open([twilio()]);
    second.next.push('lost');
    expect(await send('event')).toEqual({ is: 'unknown', again: 'duplicate' });
    const { nonce } = await store.db.selectFrom('text_attempt').select('nonce').where('send_id', '=', sendId).executeTakeFirstOrThrow();
    await log.report('twilio', { nonce }, { delivery: 'delivered', code: null });
    expect(await send('event')).toEqual({ is: 'taken' });
    expect(second.requests).toHaveLength(1);
  });
});
