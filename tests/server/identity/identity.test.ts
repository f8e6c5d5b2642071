import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { createCounters } from '#server/identity/counters.ts';
import { DEFAULT_LIMITS, RESEND_AFTER } from '#server/identity/limitTable.ts';
import { MAX_TRIES } from '#server/identity/codeJudge.ts';
import { CODE_LIFE, type CodeHolder } from '#server/identity/codeRows.ts';
import { createCodes, type CodeSender, type OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import { createSecret } from '#server/store/secret.ts';
import type { Sessions } from '#server/identity/sessionTokens.ts';
import { grantSession, testSessions } from '#tests/support/testSessions.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';

const secret = createSecret(Buffer.alloc(32, 7));
const LOGIN: CodeHolder = { purpose: 'login', userId: null, asker: 'one phone' };
const FROM: CodeSender = { address: 'a', device: null, isKnown: true, owesLoan: false, captcha: null };
const INVALID = expect.objectContaining({ code: CODE.invalidVerificationCode }) as Error;
const USED_UP = expect.objectContaining({ code: CODE.tooManyWrongCodes, key: 'tooManyWrongCodes' }) as Error;
const TOO_MANY = (minutes: number): Error => expect.objectContaining({ code: CODE.tooManyRequests, params: { minutes } }) as Error;

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let codes: OneTimeCodes;
  let numbers = 0;
  let mobile = '';

  const sent: string[] = [];
  /** Requests a code and reads it from the text message. */
  async function codeOn(number: string, holder = LOGIN): Promise<string> {
    await codes.send(number, holder, FROM, async (code) => void sent.push(code));
    return sent[sent.length - 1] as string;
  }

  beforeEach(async () => {
    if (!store) {
      clock = testClock();
      store = await engine.open(clock);
      codes = createCodes({
        store,
        clock,
        secret,
        counters: createCounters(store, clock, secret),
        limits: DEFAULT_LIMITS,
        alarm: () => {},
        guessed: () => {},
        failed: () => {},
      });
    }
    clock.pass(2 * DAY);
    mobile = `25471200${String(++numbers).padStart(4, '0')}`;
  });

  describe('a code by SMS', () => {
    it('code: has six digits and signs in once', async () => {
      const code = await codeOn(mobile);
      expect(code).toMatch(/^\d{6}$/);
      await codes.use(mobile, LOGIN, code);
      await expect(codes.use(mobile, LOGIN, code)).rejects.toEqual(INVALID);
    });

    it('code, five minutes old: is refused', async () => {
      const code = await codeOn(mobile);
      clock.pass(CODE_LIFE);
      await expect(codes.use(mobile, LOGIN, code)).rejects.toEqual(INVALID);
    });

    it('code, wrong tries: stays valid after four, not after five', async () => {
      const first = await codeOn(mobile);
      for (let n = 1; n < MAX_TRIES; n++) await expect(codes.use(mobile, LOGIN, wrong(first))).rejects.toEqual(INVALID);
      await codes.use(mobile, LOGIN, first);
      clock.pass(RESEND_AFTER);
      const second = await codeOn(mobile);
      for (let n = 1; n < MAX_TRIES; n++) await expect(codes.use(mobile, LOGIN, wrong(second))).rejects.toEqual(INVALID);
      await expect(codes.use(mobile, LOGIN, wrong(second))).rejects.toEqual(USED_UP);
    });

    it('code, five wrong tries: the right code is refused until a new one is requested', async () => {
      const first = await codeOn(mobile);
      for (let n = 1; n <= MAX_TRIES; n++) await expect(codes.use(mobile, LOGIN, wrong(first))).rejects.toThrow();
      await expect(codes.use(mobile, LOGIN, first)).rejects.toEqual(USED_UP);
      await expect(codeOn(mobile)).rejects.toEqual(TOO_MANY(1));
      clock.pass(RESEND_AFTER);
      const second = await codeOn(mobile);
      await codes.use(mobile, LOGIN, second);
    });

    it('code, right at the last try: is used, and causes no alarm of guessing', async () => {
      const code = await codeOn(mobile);
      for (let n = 1; n < MAX_TRIES; n++) await expect(codes.use(mobile, LOGIN, wrong(code))).rejects.toEqual(INVALID);
      await codes.use(mobile, LOGIN, code);
      await expect(codes.use(mobile, LOGIN, code)).rejects.toEqual(INVALID);
    });

    it('code, checked without use: stays valid, and a wrong check counts as a try', async () => {
      const code = await codeOn(mobile);
      for (let n = 1; n < MAX_TRIES; n++) {
        await codes.check(mobile, LOGIN, code);
        await expect(codes.check(mobile, LOGIN, wrong(code))).rejects.toEqual(INVALID);
      }
      await expect(codes.check(mobile, LOGIN, wrong(code))).rejects.toEqual(USED_UP);
      await expect(codes.use(mobile, LOGIN, code)).rejects.toEqual(USED_UP);
    });

    it('code, concurrent wrong tries: are all counted', async () => {
      const code = await codeOn(mobile);
      const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => codes.use(mobile, LOGIN, wrong(code))));
      expect(guesses.every(({ status }) => status === 'rejected')).toBe(true);
      await expect(codes.use(mobile, LOGIN, code)).rejects.toEqual(USED_UP);
    });

    it('code, used twice at once: signs in once', async () => {
      const code = await codeOn(mobile);
      const uses = await Promise.allSettled(Array.from({ length: 6 }, () => codes.use(mobile, LOGIN, code)));
      expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('code for another purpose: is refused', async () => {
      const code = await codeOn(mobile);
      await expect(codes.use(mobile, { purpose: 'register', userId: null, asker: 'one phone' }, code)).rejects.toEqual(INVALID);
      await codes.use(mobile, LOGIN, code);
    });

    it('code of another number: is refused', async () => {
      const code = await codeOn(mobile);
      await expect(codes.use('254799999999', LOGIN, code)).rejects.toEqual(INVALID);
    });

    it('code, newer one sent: is refused', async () => {
      const first = await codeOn(mobile);
      clock.pass(RESEND_AFTER);
      const second = await codeOn(mobile);
      if (first !== second) await expect(codes.use(mobile, LOGIN, first)).rejects.toEqual(INVALID);
      await codes.use(mobile, LOGIN, second);
    });

    it('code that was used, typed while a newer one is valid: is refused and is no try of the newer one', async () => {
      const first = await codeOn(mobile);
      await codes.use(mobile, LOGIN, first);
      clock.pass(RESEND_AFTER);
      const second = await codeOn(mobile);
      if (first !== second)
        for (let replay = 0; replay <= MAX_TRIES; replay++) await expect(codes.use(mobile, LOGIN, first)).rejects.toEqual(INVALID);
      await codes.use(mobile, LOGIN, second);
    });

    it('code: is not stored readably', async () => {
      const code = await codeOn(mobile);
      const rows = await store.db.selectFrom('one_time_code').selectAll().where('msisdn', '=', mobile).execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows[0]?.code_mac)).not.toContain(code);
    });

    it('code, SMS gateway failed: a new one may be requested at once', async () => {
      await expect(codes.send(mobile, LOGIN, FROM, () => Promise.reject(new Error('gateway down')))).rejects.toThrow('gateway down');
      await expect(codeOn(mobile)).resolves.toMatch(/^\d{6}$/);
    });
  });

  describe('too many codes', () => {
    const REGISTER: CodeHolder = { purpose: 'register', userId: null, asker: 'one phone' };

    it('codes to one number: one a minute, for any purpose', async () => {
      await codeOn(mobile);
      clock.pass(RESEND_AFTER - 1);
      await expect(codeOn(mobile, REGISTER)).rejects.toEqual(TOO_MANY(1));
      clock.pass(1);
      await codeOn(mobile, REGISTER);
    });

    it('code, requested again within the minute: is not sent twice and stays valid', async () => {
      const code = await codeOn(mobile);
      const before = sent.length;
      clock.pass(RESEND_AFTER - 20_000);
      const again = await codes.send(mobile, LOGIN, FROM, async (text) => void sent.push(text));
      expect(again).toEqual({ resendAfter: 20_000, validFor: CODE_LIFE - (RESEND_AFTER - 20_000) });
      expect(sent).toHaveLength(before);
      await codes.use(mobile, LOGIN, code);
      // The code was used up. A new one may be sent only when the minute is over.
      await expect(codeOn(mobile)).rejects.toEqual(TOO_MANY(1));
    });

    it('code, concurrent requests: one is sent', async () => {
      const before = sent.length;
      await Promise.all(Array.from({ length: 8 }, () => codes.send(mobile, LOGIN, FROM, async (code) => void sent.push(code))));
      expect(sent).toHaveLength(before + 1);
    });

    it('codes to one number: five an hour', async () => {
      for (let n = 0; n < 5; n++) {
        await codeOn(mobile);
        clock.pass(2 * MINUTE);
      }
      await expect(codeOn(mobile)).rejects.toEqual(TOO_MANY(50));
      clock.pass(50 * MINUTE);
      await codeOn(mobile);
    });

    it('codes to one number: ten a day', async () => {
      for (let n = 0; n < 10; n++) {
        await codeOn(mobile);
        clock.pass(HOUR);
      }
      await expect(codeOn(mobile)).rejects.toEqual(TOO_MANY(14 * 60));
    });
  });

  describe('a session', () => {
    let sessions: Sessions;
    let userId = 0;
    const grant = (): Promise<string> => grantSession(store, sessions, userId);
    const enter = async (token: string): Promise<number> => (await sessions.authenticate(`Bearer ${token}`)).userId;

    beforeEach(async () => {
      sessions = testSessions(store, clock);
      userId = (await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null))).id;
    });

    it('session token: has 256 random bits, and only its hash is stored', async () => {
      const token = await grant();
      expect(Buffer.from(token.split('~')[1] ?? '', 'base64url')).toHaveLength(32);
      expect(await enter(token)).toBe(userId);
      expect(JSON.stringify(await store.db.selectFrom('session').selectAll().execute())).not.toContain(token);
    });

    it('session, expired: is refused with tokenExpired', async () => {
      const token = await grant();
      clock.pass(30 * DAY - 1);
      expect(await enter(token)).toBe(userId);
      clock.pass(1);
      await expect(enter(token)).rejects.toMatchObject({ code: CODE.tokenExpired });
    });

    it('session of 95 days, whose row was deleted: is refused with tokenExpired; an unknown token: with tokenInvalid', async () => {
      const token = await grant();
      clock.pass(95 * DAY);
      await sessions.deleteExpired();
      expect(await store.db.selectFrom('session').selectAll().execute()).toEqual([]);
      await expect(enter(token)).rejects.toMatchObject({ code: CODE.tokenExpired });
      for (const made of ['a'.repeat(43), `zzzzzzzzz~${'a'.repeat(43)}`, '~', 'x~y~z'.repeat(20)])
        await expect(enter(made)).rejects.toMatchObject({ code: expect.any(Number) });
      await expect(enter(`zzzzzzzzz~${'a'.repeat(43)}`)).rejects.toMatchObject({ code: CODE.tokenInvalid });
    });

    it('session, replaced by a newer one: is refused with loggedInElsewhere', async () => {
      const older = await grant();
      const newer = await grant();
      await expect(enter(older)).rejects.toMatchObject({ code: CODE.loggedInElsewhere });
      expect(await enter(newer)).toBe(userId);
    });

    it('requests of several borrowers at once, with live, ended and unknown tokens: each gets the session of the token it sent', async () => {
      const older = await grant();
      const borrowers = [{ token: await grant(), userId }];
      for (let n = 0; n < 5; n++) {
        const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, `25471300000${n}`, null));
        borrowers.push({ token: await grantSession(store, sessions, id), userId: id });
      }
      const tokens = [...borrowers.map(({ token }) => token), older, `zzzzzzzzz~${'a'.repeat(43)}`, ...borrowers.map(({ token }) => token)];
      const entered = await Promise.allSettled(tokens.map(enter));
      const live = borrowers.map((one) => ({ status: 'fulfilled', value: one.userId }));
      const refused = (code: number) => ({ status: 'rejected', reason: expect.objectContaining({ code }) });
      expect(entered).toEqual([...live, refused(CODE.loggedInElsewhere), refused(CODE.tokenInvalid), ...live]);
    });

    it('session, six phones sign in at once: one is live', async () => {
      const tokens = await Promise.all(Array.from({ length: 6 }, grant));
      const entered = await Promise.allSettled(tokens.map(enter));
      expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('session, logged out twice: is refused with notLoggedIn, and another session of the borrower continues', async () => {
      const first = await grant();
      await sessions.logOut(first);
      await sessions.logOut(first);
      await expect(enter(first)).rejects.toMatchObject({ code: CODE.notLoggedIn });
      const second = await grant();
      await sessions.logOut(first);
      expect(await enter(second)).toBe(userId);
    });

    it('session, logged out after it was replaced: is still refused with loggedInElsewhere', async () => {
      const first = await grant();
      await grant();
      await sessions.logOut(first);
      await expect(enter(first)).rejects.toMatchObject({ code: CODE.loggedInElsewhere });
    });

    it('session, logged out with an unknown token: nothing happens', async () => {
      await expect(sessions.logOut('a'.repeat(43))).resolves.toBeUndefined();
    });

    it.each([CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid] as const)(
      'session ended with %d: every later call with its token is refused with that code',
      async (code) => {
        const token = await grant();
        expect(await sessions.end(mobile, code)).toBe(true);
        await expect(enter(token)).rejects.toMatchObject({ code });
        expect(await sessions.end(mobile, code)).toBe(false);
      },
    );
  });

  describe('a registration', () => {
    it('registration: records the accepted terms and the time', async () => {
      const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null));
      expect(await store.db.selectFrom('terms_acceptance').select(['at']).where('user_id', '=', id).execute()).toEqual([
        { at: clock.now() },
      ]);
    });

    it('registration, six presses: one account exists', async () => {
      const borrowers = createBorrowers(store, clock, secret);
      const presses = await Promise.allSettled(Array.from({ length: 6 }, () => store.tx((tx) => borrowers.register(tx, mobile, null))));
      expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const press of presses) if (press.status === 'rejected') expect(press.reason).toMatchObject({ code: CODE.mobileExists });
    });
  });
});

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
