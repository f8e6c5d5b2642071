/** A member of staff changes password, passkeys and authenticator app, with the present password. */
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import type { DeskBrowser } from '#tests/support/deskBrowser.ts';
import { createAuthenticator } from './passkeyDevice.ts';
import { codeOf, hire, openDesk, PASSWORD, type Desk } from './deskFixture.ts';

const NEXT = 'copper lantern seventy drift';
const ORIGIN = 'https://desk.example.ke';

onEitherDatabase((engine) => {
  let clock: TestClock;
  let desk: Desk;
  let hired = 0;
  beforeAll(async () => {
    clock = testClock();
    desk = await openDesk(await engine.open(clock), clock);
  });

  const newMember = () => hire(desk, `Wanja ${'abcdefghijklmnopqrstuvwxyz'[hired++] ?? ''}`, 'support');
  const logged = async (): Promise<string[]> =>
    (await desk.staff.log.read(desk.store.db, { caseId: null, before: null })).map(({ what }) => what);

  /** Signs the same member in elsewhere. It moves the clock, because each code of an authenticator is accepted once. */
  async function elsewhere(name: string, secret: string, password = PASSWORD): Promise<DeskBrowser & { entered: number }> {
    clock.pass(MINUTE);
    const browser = desk.browser({ address: '203.0.113.9' });
    const { status } = await browser.call('signIn', { name, password });
    if (status !== 200) return Object.assign(browser, { entered: status });
    return Object.assign(browser, { entered: (await browser.call('confirmCode', { code: codeOf(secret, clock.now()) })).status });
  }
  const nameOf = async (browser: DeskBrowser): Promise<string> => String((await browser.call('session', {})).data['name']);

  describe('password', () => {
    it('password changed with the present one: signs in, the old one does not, and other browsers are signed out', async () => {
      const { browser, secret } = await newMember();
      const name = await nameOf(browser);
      const other = await elsewhere(name, secret);
      expect(other.entered).toBe(200);
      expect(await browser.call('changePassword', { password: PASSWORD, newPassword: NEXT })).toMatchObject({ data: { changed: true } });
      expect((await browser.call('session', {})).status).toBe(200);
      expect((await other.call('session', {})).error).toBe('signedOut');
      expect((await logged())[0]).toBe('change password');
      expect(desk.events.at(-1)).toMatchObject({ kind: 'staff.changed', subject: 'change password' });
      expect((await elsewhere(name, secret)).entered).toBe(401);
      expect((await elsewhere(name, secret, NEXT)).entered).toBe(200);
    });

    it('password changed, answer lost: the repeated request gets the same answer', async () => {
      const { browser } = await newMember();
      await browser.call('changePassword', { password: PASSWORD, newPassword: NEXT });
      expect(await browser.call('changePassword', { password: PASSWORD, newPassword: NEXT })).toMatchObject({ data: { changed: true } });
    });

    it.each([
      ['with another present one', { password: 'not the present one', newPassword: NEXT }, 'wrongSignIn'],
      ['to the same one', { password: PASSWORD, newPassword: PASSWORD }, 'badInput'],
      ['to a common one', { password: PASSWORD, newPassword: 'password1234' }, 'badInput'],
      ['to one with the own name', { password: PASSWORD, newPassword: 'wanja orbit velvet quarry' }, 'badInput'],
    ])('password, changed %s: is refused, and the present one still signs in', async (_, input, error) => {
      const { browser, secret } = await newMember();
      expect((await browser.call('changePassword', input)).error).toBe(error);
      expect((await elsewhere(await nameOf(browser), secret)).entered).toBe(200);
    });

    it('password guessed at an open desk: after ten wrong ones further tries are refused, at the sign-in too', async () => {
      const { browser, secret } = await newMember();
      for (let n = 0; n < 10; n++)
        expect((await browser.call('changePassword', { password: `guess ${n}`, newPassword: NEXT })).error).toBe('wrongSignIn');
      expect((await browser.call('changePassword', { password: PASSWORD, newPassword: NEXT })).status).toBe(429);
      expect((await elsewhere(await nameOf(browser), secret)).entered).toBe(429);
    });
  });

  describe('authenticator app', () => {
    it('authenticator app, renewed: the old one signs in until a code of the new one is typed, and not afterwards', async () => {
      const { browser, secret } = await newMember();
      const name = await nameOf(browser);
      expect((await browser.call('renewAuthenticator', { password: 'wrong' })).error).toBe('wrongSignIn');
      const { data } = await browser.call('renewAuthenticator', { password: PASSWORD });
      const { secret: next } = data['authenticator'] as { secret: string };
      expect(next).not.toBe(secret);
      const other = await elsewhere(name, secret);
      expect(other.entered).toBe(200);
      expect((await browser.call('confirmAuthenticator', { code: codeOf(secret, clock.now()) })).error).toBe('badInput');
      expect((await browser.call('confirmAuthenticator', { code: codeOf(next, clock.now()) })).data).toEqual({ renewed: true });
      expect((await other.call('session', {})).error).toBe('signedOut');
      expect((await elsewhere(name, secret)).entered).toBe(401);
      expect((await elsewhere(name, next)).entered).toBe(200);
      expect(await logged()).toContain('renew authenticator');
    });

    it('authenticator app renewed, no code for a quarter of an hour: the new key is not valid', async () => {
      const { browser, secret } = await newMember();
      const { data } = await browser.call('renewAuthenticator', { password: PASSWORD });
      const { secret: next } = data['authenticator'] as { secret: string };
      clock.pass(14 * MINUTE);
      await browser.call('queue', { queue: 'messages', page: 0 });
      clock.pass(2 * MINUTE);
      expect((await browser.call('confirmAuthenticator', { code: codeOf(next, clock.now()) })).error).toBe('tooLate');
      expect((await elsewhere(await nameOf(browser), secret)).entered).toBe(200);
    });
  });

  describe('passkey', () => {
    it('passkey added and removed: both need the password, the list names the passkey, and it does not sign in once removed', async () => {
      const { browser } = await newMember();
      expect((await browser.call('passkeyRegistration', { password: 'wrong' })).error).toBe('wrongSignIn');
      const key = createAuthenticator();
      const { data } = await browser.call('passkeyRegistration', { password: PASSWORD });
      await browser.call('addPasskey', { answer: key.register(data['options'], ORIGIN), label: 'Counter' });
      const account = (await browser.call('account', {})).data as {
        hasPassword: boolean;
        passkeys: { passkeyId: string; label: string }[];
      };
      expect(account).toMatchObject({ hasPassword: true, passkeys: [{ label: 'Counter', createdAt: clock.now(), lastUsedAt: null }] });
      const passkeyId = account.passkeys[0]?.passkeyId ?? '';
      expect((await browser.call('removePasskey', { passkeyId, password: 'wrong' })).error).toBe('wrongSignIn');
      const stranger = await newMember();
      expect((await stranger.browser.call('removePasskey', { passkeyId, password: PASSWORD })).data['passkeys']).toEqual([]);
      expect((await browser.call('account', {})).data['passkeys'], "nobody removes another one's").toHaveLength(1);
      expect((await browser.call('removePasskey', { passkeyId, password: PASSWORD })).data['passkeys']).toEqual([]);
      expect((await browser.call('session', {})).data['hasPasskey']).toBe(false);
      const visitor = desk.browser();
      const { data: asked } = await visitor.call('passkeyChallenge', {});
      expect((await visitor.call('passkeySignIn', { answer: key.signIn(asked['options'], ORIGIN) })).error).toBe('wrongSignIn');
    });
  });

  it('clerk of a sandbox: has no password to change, and adds a passkey without one', async () => {
    const clerk = await desk.as('support');
    expect((await clerk.call('account', {})).data).toMatchObject({ hasPassword: false });
    expect((await clerk.call('changePassword', { password: '', newPassword: NEXT })).error).toBe('badInput');
    expect((await clerk.call('passkeyRegistration', { password: '' })).status).toBe(200);
  });
});
