/** Requests to the desk that reach a handler: they come from the desk's own page, have a session, and are well-formed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import { openDesk, type Desk } from './deskFixture.ts';

const take = (n: number) => ({ caseId: 'applications:L123456789', requestId: `take-${String(n).padStart(4, '0')}` });

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let desk: Desk;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    desk = await openDesk(store, clock);
  });
  beforeEach(() => void (desk.handled.length = desk.events.length = 0));

  describe('request of a session', () => {
    it.each([
      ['without the CSRF header', { csrf: null }],
      ['with the CSRF value of another session', { csrf: 'A'.repeat(43) }],
      ['with an empty CSRF value', { csrf: '' }],
    ])('request of a session, %s: is refused and noted', async (_how, altered) => {
      const clerk = await desk.as('reviewer');
      desk.events.length = 0;
      expect(await clerk.call('take', take(1), altered)).toMatchObject({ status: 403, error: 'notAllowed' });
      expect(desk.handled).toEqual([]);
      expect(desk.events).toEqual([{ kind: 'staff.refused', subject: 'csrf', address: '203.0.113.7' }]);
    });

    it('request of a session, CSRF value of another clerk: is refused', async () => {
      const [one, other] = [await desk.as('reviewer'), await desk.as('support')];
      expect(await one.call('queues', {}, { csrf: other.csrf })).toMatchObject({ status: 403, error: 'notAllowed' });
    });

    it.each([
      ['another page', 'https://evil.example'],
      ['a page below the same domain', 'https://evil.desk.example.ke'],
      ['another port', 'https://desk.example.ke:8443'],
      ['an opaque origin', 'null'],
      ['no browser', null],
    ])('request of a session, from %s: is refused, with the right cookie and CSRF value too', async (_where, origin) => {
      const clerk = await desk.as('reviewer');
      desk.events.length = 0;
      expect(await clerk.call('take', take(2), { origin })).toMatchObject({ status: 403, error: 'notAllowed' });
      expect(desk.handled).toEqual([]);
      expect(desk.events).toEqual([{ kind: 'staff.refused', subject: 'origin', address: '203.0.113.7' }]);
    });

    it('request from another page of the same site: is refused', async () => {
      const clerk = await desk.as('reviewer');
      const headers = { 'sec-fetch-site': 'same-site' };
      expect(await clerk.call('take', take(3), { headers })).toMatchObject({ status: 403, error: 'notAllowed' });
      expect(await clerk.call('take', take(3), { headers: { 'sec-fetch-site': 'same-origin' } })).toMatchObject({ status: 200 });
    });

    it.each([
      ['text that a form can send', { headers: { 'content-type': 'text/plain' } }],
      ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'caseId=x' }],
      ['broken JSON', { payload: '{"caseId":' }],
      ['a list', { payload: '[]' }],
      ['nothing', { payload: 'null' }],
      ['a prototype', { payload: '{"__proto__":{"caseId":"x"}}' }],
      ['more than it may hold', { payload: JSON.stringify({ caseId: 'x'.repeat(65 * 1024) }) }],
      ['a field that the call has not', { payload: JSON.stringify({ ...take(4), role: 'administrator' }) }],
      ['an id that could be a path', { payload: JSON.stringify({ ...take(4), caseId: 'applications:../../etc' }) }],
    ])('request of a session, with %s: is refused with a sentence, and nothing is done', async (_what, altered) => {
      const clerk = await desk.as('reviewer');
      const { status, error, message } = await clerk.call('take', take(4), altered);
      expect([status, error]).toEqual([400, 'badInput']);
      expect(message).toMatch(/\.$/);
      expect(desk.handled).toEqual([]);
    });

    it('request of a session, invalid input: the sentence names the field', async () => {
      const clerk = await desk.as('administrator');
      const refused = async (input: object): Promise<string> => (await clerk.send('invite', input)).message;
      const right = { name: 'Faith Moraa', role: 'support', ownMobile: null, requestId: 'invite-0001' };
      expect(await refused({ ...right, ownMobile: '12' })).toBe('ownMobile must be a Kenyan mobile number, such as 0712 345 678.');
      expect(await refused({ ...right, role: 'owner' })).toBe('role must be one of reviewer, payments, support, administrator, analyst.');
      expect(await refused({ ...right, name: ' ' })).toBe('name must be a text of 1 to 60 characters.');
      expect(await refused({ ...right, requestId: 'short' })).toBe('requestId must be 8 to 64 letters, digits, - and _.');
      expect((await clerk.send('figures', { day: '2026-02-30' })).message).toBe('day must be a day, such as 2026-01-31.');
      const act = { caseId: 'proofs:V1', requestId: 'act-00001' };
      expect((await clerk.send('act', { ...act, act: { name: 'burn' } })).message).toMatch(/^act\.name must be one of approve, /);
      expect((await clerk.send('act', { ...act, act: { name: 'refund', amount: 0.5, words: 'x' } })).message).toBe(
        'amount must be a whole number from 1 to 1000000000.',
      );
    });

    it('request of a session, answer: no cache may store it', async () => {
      const clerk = await desk.as('reviewer');
      expect((await clerk.call('queues', {})).headers['cache-control']).toBe('no-store');
      expect((await clerk.call('queues', {}, { csrf: null })).headers['cache-control']).toBe('no-store');
    });
  });

  describe('cookie of a session', () => {
    it('cookie of a session, over TLS: only this host gets it, only over TLS, and no script reads it', async () => {
      const { cookies } = await desk.browser().send('sandboxClerk', { role: 'support' });
      const session = cookies.find((line) => line.startsWith('__Host-desk-session='));
      expect(session).toMatch(/^__Host-desk-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    });

    it('cookie of a session, sandbox over plain HTTP: is sent to the desk only', async () => {
      const { cookies } = await desk.browser({ origin: 'http://localhost:8080' }).send('sandboxClerk', { role: 'support' });
      const session = cookies.find((line) => line.startsWith('desk-session='));
      expect(session).toMatch(/^desk-session=[\w-]{43}; Path=\/desk; HttpOnly; SameSite=Strict$/);
    });

    it('cookie of a session, production: requires TLS whatever the proxy reports, and plain HTTP is answered on loopback only', async () => {
      const production = await openDesk(store, clock, { isProduction: true });
      const ask = (origin: string) => production.browser({ origin }).call('signIn', { name: 'Nobody', password: 'whatever' });
      expect(await ask('http://desk.example.ke')).toMatchObject({ status: 403, error: 'notAllowed' });
      expect(await ask('http://localhost:8080')).toMatchObject({ status: 401, error: 'wrongSignIn' });
      const challenged = await production.browser({ origin: 'http://localhost:8080' }).call('passkeyChallenge', {});
      expect(challenged.cookies).toEqual([expect.stringMatching(/^__Host-desk-challenge=.*; Secure; SameSite=Strict$/)]);
    });

    it('cookie of a session, guessed or of another kind: opens nothing', async () => {
      const clerk = await desk.as('reviewer');
      await clerk.call('passkeyRegistration', { password: '' });
      const challenge = clerk.jar.get('__Host-desk-challenge') ?? '';
      for (const value of ['', 'x', 'A'.repeat(43), challenge]) {
        clerk.jar.set('__Host-desk-session', value);
        expect(await clerk.call('session', {})).toMatchObject({ status: 401, error: 'signedOut' });
      }
    });
  });

  it('desk with a host name of its own: serves no page under another host name', async () => {
    const bound = await openDesk(store, clock, { host: 'desk.example.ke' });
    expect((await bound.as('reviewer')).session.role).toBe('reviewer');
    const other = bound.browser({ origin: 'https://loan.example.ke' });
    expect(await other.send('sandboxClerk', { role: 'reviewer' })).toMatchObject({ status: 403, error: 'notAllowed' });
  });

  describe('picture of a case', () => {
    it('picture of a case, clerk signed in: is served as a picture only', async () => {
      const clerk = await desk.as('reviewer');
      const { status, headers, body } = await clerk.get('picture/known', { 'sec-fetch-site': 'same-origin' });
      expect([status, body.toString()]).toEqual([200, 'jpeg']);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    });

    it('picture of a case, nobody signed in, another page, or no such picture: is refused', async () => {
      const clerk = await desk.as('reviewer');
      expect((await desk.browser().get('picture/known')).status).toBe(401);
      expect((await clerk.get('picture/known', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await clerk.get('picture/unknown')).status).toBe(404);
    });
  });

  it('sign-in as a clerk of the sandbox: exists for each role; production has no such address', async () => {
    for (const role of ['reviewer', 'payments', 'support', 'administrator'] as const)
      expect((await desk.as(role)).session).toMatchObject({ role, staffId: `sandbox-${role}` });
    const production = await openDesk(store, clock, { isProduction: true });
    const missing = await production.app.inject({ method: 'POST', url: '/desk/api/sandboxClerk', payload: { role: 'administrator' } });
    expect(missing.statusCode).toBe(404);
    expect(production.app.printRoutes()).not.toContain('sandboxClerk');
  });
});

onBothDatabases((engine) => {
  describe('act that is repeated', () => {
    it('act with the same request id: is answered as before and done once', async () => {
      const clock = testClock();
      const desk = await openDesk(await engine.open(clock), clock);
      const clerk = await desk.as('reviewer');
      const first = await clerk.call('take', take(1));
      expect(first).toMatchObject({ status: 200, data: { state: 'done' } });
      expect((await clerk.call('take', take(1))).data).toEqual(first.data);
      expect(desk.handled).toEqual(['take']);
      expect((await clerk.call('take', take(2))).data).not.toEqual(first.data);
      // Request ids are per clerk: the same id of another clerk is another request.
      await (await desk.as('support')).call('take', take(1));
      expect(desk.handled).toEqual(['take', 'take', 'take']);
    });

    it('request id of another act: is refused', async () => {
      const clock = testClock();
      const desk = await openDesk(await engine.open(clock), clock);
      const clerk = await desk.as('reviewer');
      await clerk.call('take', take(1));
      expect(await clerk.call('take', { ...take(1), caseId: 'applications:L000000001' })).toMatchObject({ status: 400, error: 'badInput' });
      expect(await clerk.call('putBack', take(1))).toMatchObject({ status: 400, error: 'badInput' });
      expect(desk.handled).toEqual(['take']);
    });

    it('repeated act, five at once: one is carried out, and all get its answer', async () => {
      const clock = testClock();
      const desk = await openDesk(await engine.open(clock), clock);
      const clerk = await desk.as('reviewer');
      const answers = await Promise.all(Array.from({ length: 5 }, () => clerk.call('take', take(1))));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      expect(desk.handled).toEqual(['take']);
    });

    it('repeated act, first one failed: is carried out', async () => {
      const clock = testClock();
      let fails = true;
      const desk = await openDesk(await engine.open(clock), clock, {
        act: () => (fails ? Promise.reject(new Error('the rail is away')) : Promise.resolve()),
      });
      const clerk = await desk.as('reviewer');
      expect(await clerk.call('take', take(1))).toMatchObject({ status: 500, error: 'unavailable' });
      fails = false;
      expect(await clerk.call('take', take(1))).toMatchObject({ status: 200 });
      expect(desk.handled).toEqual(['take']);
    });

    it('repeated act, a day later: the stored answer is deleted', async () => {
      const clock = testClock();
      const desk = await openDesk(await engine.open(clock), clock);
      await (await desk.as('reviewer')).call('take', take(1));
      const day = 24 * 60 * 60_000;
      clock.pass(day - 1);
      expect(await desk.staff.answers.deleteExpired()).toBe(0);
      clock.pass(1);
      expect(await desk.staff.answers.deleteExpired()).toBe(1);
    });
  });
});
