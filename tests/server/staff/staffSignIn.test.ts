/** Sessions by invitation, password and code, and the answers to somebody who has none of them. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { createPasswords, refuseWeak } from '#server/staff/passwords.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import type { DeskBrowser } from '#tests/support/deskBrowser.ts';
import { accept, codeOf, hire, openDesk, PASSWORD, tokenIn, type Desk } from './deskFixture.ts';

const STEP = 30_000;

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let desk: Desk;
  let secret: string;
  let staffId: string;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    desk = await openDesk(store, clock);
    ({ secret, staffId } = await hire(desk, 'Grace Achieng', 'payments'));
  });
  // Each test begins after the limits and codes of the test before have expired.
  beforeEach(() => {
    clock.pass(HOUR);
    desk.events.length = 0;
  });

  const typePassword = (browser: DeskBrowser, password = PASSWORD, name = 'Grace Achieng') => browser.call('signIn', { name, password });
  const typeCode = (browser: DeskBrowser, code = codeOf(secret, clock.now())) => browser.call('confirmCode', { code });

  describe('password and code', () => {
    it('password and code, both right: a session of this member begins, and the logs have it', async () => {
      const browser = desk.browser();
      expect((await typePassword(browser, PASSWORD, ' grace ACHIENG ')).data).toEqual({ next: 'code' });
      const { data } = await typeCode(browser);
      expect(data).toMatchObject({ name: 'Grace Achieng', role: 'payments', hasPasskey: false, endsAt: clock.now() + 8 * HOUR });
      expect((await browser.call('session', {})).data).toEqual(data);
      expect(desk.events).toEqual([{ kind: 'staff.signedIn', subject: 'password', address: '203.0.113.7' }]);
      const [line] = await desk.staff.log.read(store.db, { caseId: null, before: null });
      expect(line).toMatchObject({ who: 'Grace Achieng', what: 'sign in password' });
    });

    it('name with an accent, typed on another keyboard: is found', async () => {
      await hire(desk, 'José Ndung’u', 'support');
      expect(await typePassword(desk.browser(), PASSWORD, 'josé ndung’u'.normalize('NFD'))).toMatchObject({ status: 200 });
    });

    it('unknown name: gets the answer to a wrong password, after the same work', async () => {
      const work: number[] = [];
      const passwords = createPasswords((_password, _salt, { ln, r, p }) => {
        work.push(2 ** ln * r * p);
        return Promise.resolve(Buffer.alloc(32));
      });
      const stored = await passwords.hash('whatever it is');
      await passwords.check(stored, 'wrong');
      await passwords.check(null, 'wrong');
      expect(new Set(work).size).toBe(1);

      const wrong = await typePassword(desk.browser(), 'not the password');
      const unknown = await typePassword(desk.browser(), 'not the password', 'Nobody At All');
      expect(unknown).toMatchObject({ status: 401, error: 'wrongSignIn', message: wrong.message, cookies: wrong.cookies });
      expect(wrong.status).toBe(401);
      const [wrongEvent, unknownEvent] = desk.events;
      expect(unknownEvent).toEqual(wrongEvent);
    });

    it('code without a password: is refused', async () => {
      expect(await typeCode(desk.browser())).toMatchObject({ status: 401, error: 'signedOut' });
    });

    it('cookie of a sign-in that took longer than five minutes: is refused', async () => {
      const browser = desk.browser();
      await typePassword(browser);
      clock.pass(5 * MINUTE);
      expect(await typeCode(browser)).toMatchObject({ status: 401, error: 'signedOut' });
    });

    it('code that was accepted: is not accepted again, nor an older one', async () => {
      const code = codeOf(secret, clock.now());
      const older = codeOf(secret, clock.now() - STEP);
      const first = desk.browser();
      await typePassword(first);
      expect(await typeCode(first, code)).toMatchObject({ status: 200 });
      const second = desk.browser();
      await typePassword(second);
      for (const used of [code, older]) expect(await typeCode(second, used)).toMatchObject({ status: 401, error: 'wrongSignIn' });
      clock.pass(STEP);
      expect(await typeCode(second)).toMatchObject({ status: 200 });
    });

    it('the same code in two browsers at once: begins one session', async () => {
      const browsers = [desk.browser(), desk.browser()];
      for (const browser of browsers) await typePassword(browser);
      const answers = await Promise.all(browsers.map((browser) => typeCode(browser)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it.each([
      ['one step behind', -STEP, 200],
      ['one step ahead', STEP, 200],
      ['two steps behind', -2 * STEP, 401],
      ['two steps ahead', 2 * STEP, 401],
    ])('code of a phone whose clock is %s: is accepted or refused', async (_how, off, status) => {
      const browser = desk.browser();
      await typePassword(browser);
      expect((await typeCode(browser, codeOf(secret, clock.now() + off))).status).toBe(status);
    });

    it('sign-in, five wrong codes: the password has to be typed again', async () => {
      const browser = desk.browser();
      await typePassword(browser);
      const right = codeOf(secret, clock.now());
      const wrong = right === '000000' ? '111111' : '000000';
      for (let n = 0; n < 5; n++) expect(await typeCode(browser, wrong)).toMatchObject({ error: 'wrongSignIn' });
      expect(await typeCode(browser, right)).toMatchObject({ error: 'signedOut' });
    });

    it('ten wrong passwords for a name: the right one is refused too, until the window ends; another name is not', async () => {
      for (let n = 0; n < 10; n++) await typePassword(desk.browser({ address: `198.51.100.${n}` }), 'wrong');
      expect(await typePassword(desk.browser({ address: '198.51.100.99' }))).toMatchObject({ status: 429, error: 'tooMany' });
      expect(await typePassword(desk.browser(), 'wrong', 'Somebody Else')).toMatchObject({ status: 401 });
      clock.pass(15 * MINUTE);
      expect(await typePassword(desk.browser())).toMatchObject({ status: 200 });
    });

    it('ten wrong codes after right passwords: further codes are refused, the right one too', async () => {
      const wrong = codeOf(secret, clock.now()) === '000000' ? '111111' : '000000';
      for (let n = 0; n < 2; n++) {
        const browser = desk.browser();
        await typePassword(browser);
        for (let m = 0; m < 5; m++) await typeCode(browser, wrong);
      }
      const browser = desk.browser();
      await typePassword(browser);
      expect(await typeCode(browser)).toMatchObject({ status: 429, error: 'tooMany' });
    });

    it('sign-in, one address with hundreds of tries: is refused before a password is computed', async () => {
      const address = '192.0.2.44';
      for (let n = 0; n < 300; n++) await desk.browser({ address }).call('confirmCode', { code: '123456' });
      expect(await typePassword(desk.browser({ address }))).toMatchObject({ status: 429, error: 'tooMany' });
      expect(await typePassword(desk.browser())).toMatchObject({ status: 200 });
    });

    it('member who signs in again: the session before it ends', async () => {
      const browser = desk.browser();
      await typePassword(browser);
      await typeCode(browser);
      const before = browser.jar.get('__Host-desk-session') ?? '';
      clock.pass(STEP);
      await typePassword(browser);
      await typeCode(browser);
      const now = browser.jar.get('__Host-desk-session') ?? '';
      expect(now).not.toBe(before);
      browser.jar.set('__Host-desk-session', before);
      expect(await browser.call('session', {})).toMatchObject({ status: 401 });
    });

    it('password and code, deactivated member: gets the answer to a wrong password', async () => {
      const { staffId: leaver } = await hire(desk, 'Hassan Abdi', 'support');
      const administrator = await desk.as('administrator');
      await administrator.call('changeStaff', { staffId: leaver, isActive: false, requestId: 'leave-0001' });
      expect(await typePassword(desk.browser(), PASSWORD, 'Hassan Abdi')).toMatchObject({ status: 401, error: 'wrongSignIn' });
    });

    it('stored password: is a PHC string of scrypt with the parameters of OWASP, and no other part of it is stored', async () => {
      const member = await store.db.selectFrom('staff_member').selectAll().where('staff_id', '=', staffId).executeTakeFirstOrThrow();
      expect(member.password_hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      expect(Buffer.from(member.authenticator_sealed ?? []).toString('latin1')).not.toContain(secret);
    });

    it('password of earlier parameters: still signs in, and is stored with the present ones', async () => {
      // Hash of the same password with N = 2^14, computed by another implementation (Python's hashlib).
      const earlier = '$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$BZQSHvgXN8dgLntmUla+o5IBDdwBgY8B7J/AgSG6+IM';
      await store.db.updateTable('staff_member').set({ password_hash: earlier }).where('staff_id', '=', staffId).execute();
      expect(await typePassword(desk.browser())).toMatchObject({ status: 200 });
      const { password_hash } = await store.db
        .selectFrom('staff_member')
        .select('password_hash')
        .where('staff_id', '=', staffId)
        .executeTakeFirstOrThrow();
      expect(password_hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      expect(await typePassword(desk.browser())).toMatchObject({ status: 200 });
    });
  });

  describe('invitation', () => {
    const invite = async (name: string, requestId: string): Promise<string> => {
      const administrator = await desk.as('administrator');
      const { data } = await administrator.call('invite', { name, role: 'reviewer', ownMobile: '0722 000 111', requestId });
      expect(data['link']).toMatch(/^https:\/\/desk\.example\.ke\/desk#invitation=[\w-]{43}$/);
      return tokenIn(data['link']);
    };

    it('invitation, opened: names the member and shows the same authenticator each time', async () => {
      const invitation = await invite('Irene Jepkosgei', 'invite-irene');
      const one = await desk.browser().call('readInvitation', { invitation });
      expect(one.data).toMatchObject({ name: 'Irene Jepkosgei', role: 'reviewer' });
      const { secret: key, uri } = one.data['authenticator'] as { secret: string; uri: string };
      expect(uri).toBe(
        `otpauth://totp/Example%20Loan:Irene%20Jepkosgei?issuer=Example%20Loan&secret=${key}&algorithm=SHA1&digits=6&period=30`,
      );
      expect((await desk.browser().call('readInvitation', { invitation })).data).toEqual(one.data);
    });

    it('invitation, accepted: signs in, cannot be accepted or read again, and its code is used', async () => {
      const invitation = await invite('Joyce Wairimu', 'invite-joyce');
      const { browser, secret: key } = await accept(desk, invitation);
      expect((await browser.call('session', {})).data).toMatchObject({ name: 'Joyce Wairimu', role: 'reviewer' });
      const code = codeOf(key, clock.now());
      expect(await desk.browser().call('acceptInvitation', { invitation, password: PASSWORD, code })).toMatchObject({ error: 'tooLate' });
      expect(await desk.browser().call('readInvitation', { invitation })).toMatchObject({ status: 409, error: 'tooLate' });
      const again = desk.browser();
      await typePassword(again, PASSWORD, 'Joyce Wairimu');
      expect(await typeCode(again, code)).toMatchObject({ error: 'wrongSignIn' });
    });

    it('invitation, a day old: has ended', async () => {
      const invitation = await invite('Kevin Kiprop', 'invite-kevin');
      clock.pass(DAY - 1);
      expect(await desk.browser().call('readInvitation', { invitation })).toMatchObject({ status: 200 });
      clock.pass(1);
      expect(await desk.browser().call('readInvitation', { invitation })).toMatchObject({ status: 409, error: 'tooLate' });
    });

    it('invitation sent again to somebody who has not accepted: the link before it ends', async () => {
      const first = await invite('Lilian Mumbi', 'invite-lilian-1');
      const second = await invite('Lilian Mumbi', 'invite-lilian-2');
      expect(await desk.browser().call('readInvitation', { invitation: first })).toMatchObject({ error: 'tooLate' });
      await accept(desk, second);
      const administrator = await desk.as('administrator');
      const third = { name: 'lilian MUMBI', role: 'support', ownMobile: null, requestId: 'invite-lilian-3' } as const;
      expect(await administrator.call('invite', third)).toMatchObject({ status: 409, error: 'tooLate' });
    });

    it('invitation accepted with a wrong code or a weak password: stays valid, and can be accepted afterwards', async () => {
      const invitation = await invite('Moses Ochieng', 'invite-moses');
      const browser = desk.browser();
      const { data } = await browser.call('readInvitation', { invitation });
      const { secret: key } = data['authenticator'] as { secret: string };
      const code = codeOf(key, clock.now());
      const wrong = code === '000000' ? '111111' : '000000';
      expect(await browser.call('acceptInvitation', { invitation, password: PASSWORD, code: wrong })).toMatchObject({ error: 'badInput' });
      expect(await browser.call('acceptInvitation', { invitation, password: 'short', code })).toMatchObject({ error: 'badInput' });
      expect(await browser.call('acceptInvitation', { invitation, password: PASSWORD, code })).toMatchObject({ status: 200 });
    });

    it('invitation accepted twice at once: begins one session', async () => {
      const invitation = await invite('Nancy Atieno', 'invite-nancy');
      const { data } = await desk.browser().call('readInvitation', { invitation });
      const code = codeOf((data['authenticator'] as { secret: string }).secret, clock.now());
      const answers = await Promise.all(
        [1, 2].map(() => desk.browser().call('acceptInvitation', { invitation, password: PASSWORD, code })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });
});

describe('password that is chosen', () => {
  const WORDS = ['Grace Achieng', 'Example Loan'];

  it.each([
    ['eleven characters', 'kX9-qL2_vBz'],
    ['a common one', 'password1234'],
    ['a row of the keyboard', 'qwertyuiopas'],
    ['digits in their order', '123456789012'],
    ['one character again and again', 'aaaaaaaaaaaaaa'],
    ['the name', 'x7-achieng-Qv!92'],
    ['the name of the lender', 'x7-example-Qv!92'],
  ])('chosen password, %s: is refused', async (_what, password) => {
    await expect(refuseWeak(password, WORDS)).rejects.toMatchObject({ error: 'badInput' });
  });

  it.each([PASSWORD, 'kX9-qL2_vBz7', 'chai mandazi Kericho 77 mvua'])('chosen password %s: is accepted', async (password) => {
    await expect(refuseWeak(password, WORDS)).resolves.toBeUndefined();
  });
});
