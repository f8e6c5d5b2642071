/** Passkeys, made and used by an authenticator that speaks WebAuthn byte for byte. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import { createAuthenticator, type Authenticator } from './passkeyDevice.ts';
import type { DeskBrowser } from '#tests/support/deskBrowser.ts';
import { openDesk, type Desk } from './deskFixture.ts';

const ORIGIN = 'https://desk.example.ke';

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let desk: Desk;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    desk = await openDesk(store, clock);
  });
  beforeEach(() => void (desk.events.length = 0));

  async function add(clerk: DeskBrowser, key: Authenticator, label = 'Phone') {
    const { data } = await clerk.call('passkeyRegistration', { password: '' });
    return clerk.call('addPasskey', { answer: key.register(data['options'], ORIGIN), label });
  }
  async function signIn(browser: DeskBrowser, key: Authenticator, origin = ORIGIN) {
    const { data } = await browser.call('passkeyChallenge', {});
    return browser.call('passkeySignIn', { answer: key.signIn(data['options'], origin) });
  }
  async function withPasskey(): Promise<Authenticator> {
    const key = createAuthenticator();
    expect(await add(await desk.as('support'), key)).toMatchObject({ status: 200 });
    return key;
  }

  describe('passkey that is added', () => {
    it('passkey that a clerk adds: is stored on its authenticator, which verifies its user; the logs have the act', async () => {
      const clerk = await desk.as('support');
      expect(clerk.session.hasPasskey).toBe(false);
      const { data } = await clerk.call('passkeyRegistration', { password: '' });
      expect(data['options']).toMatchObject({
        rp: { id: 'desk.example.ke', name: 'Example Loan' },
        user: { name: 'Cynthia Chebet' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const key = createAuthenticator();
      expect((await clerk.call('addPasskey', { answer: key.register(data['options'], ORIGIN), label: 'Phone' })).data).toEqual({
        hasPasskey: true,
      });
      expect((await clerk.call('session', {})).data['hasPasskey']).toBe(true);
      expect(desk.events.at(-1)).toEqual({ kind: 'staff.changed', subject: 'add passkey' });
      const { data: next } = await clerk.call('passkeyRegistration', { password: '' });
      expect((next['options'] as { excludeCredentials: unknown[] }).excludeCredentials).toHaveLength(1);
    });

    it('passkey added twice with one answer, or for another clerk: is refused', async () => {
      const clerk = await desk.as('payments');
      const { data } = await clerk.call('passkeyRegistration', { password: '' });
      const answer = createAuthenticator().register(data['options'], ORIGIN);
      const challenge = clerk.jar.get('__Host-desk-challenge') ?? '';
      const other = await desk.as('reviewer');
      other.jar.set('__Host-desk-challenge', challenge);
      expect(await other.call('addPasskey', { answer, label: 'Stolen' })).toMatchObject({ status: 409, error: 'tooLate' });
      expect(await clerk.call('addPasskey', { answer, label: 'Phone' })).toMatchObject({ status: 200 });
      clerk.jar.set('__Host-desk-challenge', challenge);
      expect(await clerk.call('addPasskey', { answer, label: 'Phone' })).toMatchObject({ status: 409, error: 'tooLate' });
    });

    it.each([
      ['on another origin', (key: Authenticator, options: unknown) => key.register(options, 'https://evil.example')],
      [
        'for another host',
        (key: Authenticator, options: unknown) => key.register({ ...(options as object), rp: { id: 'evil.example' } }, ORIGIN),
      ],
      [
        'for another challenge',
        (key: Authenticator, options: unknown) => key.register({ ...(options as object), challenge: 'AAAA' }, ORIGIN),
      ],
      [
        'without asking who holds it',
        (key: Authenticator, options: unknown) => ((key.verifiesUser = false), key.register(options, ORIGIN)),
      ],
      ['as no passkey at all', () => 'x'],
    ])('passkey that is added, %s: is refused', async (_how, answerOf) => {
      const clerk = await desk.as('administrator');
      const { data } = await clerk.call('passkeyRegistration', { password: '' });
      const answer = answerOf(createAuthenticator(), data['options']);
      expect(await clerk.call('addPasskey', { answer, label: 'Phone' })).toMatchObject({ status: 400, error: 'badInput' });
      expect((await clerk.call('session', {})).data['hasPasskey']).toBe(false);
    });

    it('passkey added under an IP address instead of a host name: is refused, and the message says what to do', async () => {
      const clerk = await desk.as('support', { origin: 'http://127.0.0.1:8080' });
      const { error, message } = await clerk.call('passkeyRegistration', { password: '' });
      expect([error, message]).toEqual([
        'unavailable',
        'Passkeys need a host name. Open the desk under one, such as http://localhost:8080/desk.',
      ]);
    });
  });

  describe('passkey that signs in', () => {
    it('passkey that signs in, right: needs neither name nor password nor code', async () => {
      const key = await withPasskey();
      const browser = desk.browser();
      expect((await signIn(browser, key)).data).toMatchObject({ name: 'Cynthia Chebet', role: 'support', hasPasskey: true });
      expect(await browser.call('queues', {})).toMatchObject({ status: 200 });
      expect(desk.events.at(-1)).toEqual({ kind: 'staff.signedIn', subject: 'passkey', address: '203.0.113.7' });
    });

    it('passkey that signs in, the same answer again: is refused, in the same browser and in another one', async () => {
      const key = await withPasskey();
      const browser = desk.browser();
      const { data } = await browser.call('passkeyChallenge', {});
      const answer = key.signIn(data['options'], ORIGIN);
      const challenge = browser.jar.get('__Host-desk-challenge') ?? '';
      expect(await browser.call('passkeySignIn', { answer })).toMatchObject({ status: 200 });
      for (const one of [browser, desk.browser()]) {
        one.jar.set('__Host-desk-challenge', challenge);
        expect(await one.call('passkeySignIn', { answer })).toMatchObject({ status: 401, error: 'signedOut' });
      }
    });

    it('answer to the challenge of another browser: is refused', async () => {
      const key = await withPasskey();
      const [mine, theirs] = [desk.browser(), desk.browser()];
      const { data } = await theirs.call('passkeyChallenge', {});
      await mine.call('passkeyChallenge', {});
      expect(await mine.call('passkeySignIn', { answer: key.signIn(data['options'], ORIGIN) })).toMatchObject({ error: 'wrongSignIn' });
    });

    it.each([
      ['on another origin', (key: Authenticator, options: unknown) => key.signIn(options, 'https://evil.example')],
      ['for another host', (key: Authenticator, options: unknown) => key.signIn({ ...(options as object), rpId: 'evil.example' }, ORIGIN)],
      ['without asking who holds it', (key: Authenticator, options: unknown) => ((key.verifiesUser = false), key.signIn(options, ORIGIN))],
      ['unknown to the lender', (_key: Authenticator, options: unknown) => createAuthenticator().signIn(options, ORIGIN)],
      [
        'with the signature of another key',
        (key: Authenticator, options: unknown) => ({ ...(createAuthenticator().signIn(options, ORIGIN) as object), ...idOf(key) }),
      ],
      ['as nothing', () => null],
      ['without its parts', (key: Authenticator) => idOf(key)],
    ])('passkey that signs in, %s: is refused and noted', async (_how, answerOf) => {
      const key = await withPasskey();
      const browser = desk.browser();
      const { data } = await browser.call('passkeyChallenge', {});
      expect(await browser.call('passkeySignIn', { answer: answerOf(key, data['options']) })).toMatchObject({
        status: 401,
        error: 'wrongSignIn',
      });
      expect(desk.events.at(-1)).toEqual({ kind: 'staff.refused', subject: 'passkey', address: '203.0.113.7' });
    });

    it('counter that does not rise: is refused, because a copy of the key is in use', async () => {
      const key = await withPasskey();
      key.counter = 5;
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 200 });
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 401, error: 'wrongSignIn' });
      key.counter = 4;
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 401, error: 'wrongSignIn' });
      key.counter = 6;
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 200 });
    });

    it('challenge five minutes old: is refused', async () => {
      const key = await withPasskey();
      const browser = desk.browser();
      const { data } = await browser.call('passkeyChallenge', {});
      clock.pass(5 * MINUTE);
      expect(await browser.call('passkeySignIn', { answer: key.signIn(data['options'], ORIGIN) })).toMatchObject({ error: 'signedOut' });
      expect(await desk.staff.deleteExpired[1]?.()).toBeGreaterThan(0);
    });

    it('passkey of a member who is deactivated or reset: is refused', async () => {
      const key = await withPasskey();
      const administrator = await desk.as('administrator');
      const change = { staffId: 'sandbox-support', isActive: false, requestId: 'passkey-off-1' };
      await administrator.call('changeStaff', change);
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 401, error: 'wrongSignIn' });
      await administrator.call('changeStaff', { ...change, isActive: true, requestId: 'passkey-on-01' });
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 200 });
      await store.tx((tx) => desk.staff.members.reset(tx, 'sandbox-support', null));
      expect(await signIn(desk.browser(), key)).toMatchObject({ status: 401, error: 'wrongSignIn' });
    });
  });
});

/** The id of this authenticator's credential. */
function idOf(key: Authenticator): { id: string; rawId: string } {
  const { id, rawId } = key.signIn({ challenge: 'AAAA', rpId: 'x' }, ORIGIN) as { id: string; rawId: string };
  return { id, rawId };
}
