/** Limits of codes, by number, installation, account, address and in total; and the work that is needed for another code. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { createCounters } from '#server/identity/counters.ts';
import { CAPTCHA, DEFAULT_LIMITS, FURTHER, RESEND_AFTER, STRANGERS, type LimitSettings } from '#server/identity/limitTable.ts';
import type { CodeHolder } from '#server/identity/codeRows.ts';
import { createCodes, type CodeSender, type OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import type { BudgetAlarm } from '#server/identity/textBudget.ts';
import { createSecret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import type { CaptchaOffer, CaptchaSolution } from '#src/api/payloads.ts';
import { solve } from '#tests/support/solvedCaptcha.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';

const secret = createSecret(Buffer.alloc(32, 7));
const TOO_MANY = expect.objectContaining({ code: CODE.tooManyRequests, key: 'tooManyRequests' }) as Error;
const USED_UP = expect.objectContaining({ code: CODE.tooManyRequests, key: 'textsUsedUp' }) as Error;
const WORK_NEEDED = expect.objectContaining({ code: CODE.captchaRequired, key: 'captchaRequired' }) as Error;
const WORK_WRONG = expect.objectContaining({ code: CODE.captchaRequired, key: 'captchaWrong' }) as Error;

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let numbers = 0;
  let mobile = '';
  const alarms: BudgetAlarm[] = [];
  const guesses: string[] = [];
  const failures: unknown[] = [];

  const codesWith = (limits: Partial<LimitSettings> = {}): OneTimeCodes =>
    createCodes({
      store,
      clock,
      secret,
      counters: createCounters(store, clock, secret),
      limits: { ...DEFAULT_LIMITS, ...limits },
      alarm: (reached) => alarms.push(reached),
      guessed: (number, address) => guesses.push(`${number} from ${address}`),
      failed: (error) => failures.push(error),
    });
  const by = (asker: string, purpose: 'login' | 'register' = 'login'): CodeHolder => ({ purpose, userId: null, asker });
  const from = (address: string, more: Partial<CodeSender> = {}): CodeSender => ({
    address,
    device: null,
    isKnown: false,
    owesLoan: false,
    captcha: null,
    ...more,
  });
  const NEW_PHONE = by('owner on a new phone');
  const newNumber = (): string => `25471300${String(++numbers).padStart(4, '0')}`;

  let code = '';
  const deliver = async (sent: string): Promise<void> => void (code = sent);
  /** Requests a code as a stranger, and waits instead of doing the work, which would take the test seconds. */
  async function waitAndAsk(codes: OneTimeCodes, holder: CodeHolder, address: string, more: Partial<CodeSender> = {}): Promise<void> {
    const offer = await codes.captchaFor(mobile, holder, from(address, more));
    clock.pass(CAPTCHA.waitFor);
    const captcha = offer && { token: offer.token, answer: [] };
    await codes.send(mobile, holder, from(address, { captcha, ...more }), deliver);
  }

  /**
   * Uses up all codes that strangers at this address may have within the hour. They are written to the database directly, because
   * the work has tests of its own.
   * @returns the code of the first SMS.
   */
  async function exhaust(codes: OneTimeCodes, address: string): Promise<string> {
    const before = store.db.selectFrom('one_time_code').selectAll().where('msisdn', '=', mobile);
    const isFirst = !(await before.executeTakeFirst());
    if (isFirst) await codes.send(mobile, by('stranger'), from(address), deliver);
    const { id: _, ...row } = await before.executeTakeFirstOrThrow();
    for (let n = isFirst ? 1 : 0; n < STRANGERS.perHour; n++)
      await store.db
        .insertInto('one_time_code')
        .values({ ...row, holder_mac: `stranger ${n}`, sent_at: clock.now() + n })
        .execute();
    clock.pass(MINUTE);
    return code;
  }

  beforeEach(async () => {
    clock ??= testClock();
    store ??= await engine.open(clock);
    clock.pass(2 * DAY);
    mobile = newNumber();
    alarms.length = 0;
    guesses.length = 0;
    failures.length = 0;
  });

  describe('codes of several askers for one number', () => {
    it('code, another asker guesses and requests another one: stays valid, with all its tries', async () => {
      const codes = codesWith();
      await codes.send(mobile, by('owner'), from('a'), deliver);
      const own = code;
      for (let n = 0; n < 12; n++) await expect(codes.use(mobile, by('attacker'), String(n).padStart(6, '0'))).rejects.toThrow();
      await codes.send(mobile, by('attacker'), from('b'), deliver);
      const theirs = code;
      for (let n = 0; n < 12; n++)
        await expect(codes.use(mobile, by('attacker'), theirs === '000001' ? '000002' : '000001')).rejects.toThrow();
      if (own !== theirs) await expect(codes.use(mobile, by('attacker'), own)).rejects.toThrow();
      await codes.use(mobile, by('owner'), own);
    });

    it('number, strangers used up its codes: a known installation still gets them, five an hour', async () => {
      const codes = codesWith();
      await exhaust(codes, 'b');
      for (let n = 0; n < 5; n++) {
        await codes.send(mobile, by('owner'), from('b', { isKnown: true }), deliver);
        await codes.use(mobile, by('owner'), code);
        clock.pass(RESEND_AFTER);
      }
      await expect(codes.send(mobile, by('owner'), from('b', { isKnown: true }), deliver)).rejects.toEqual(TOO_MANY);
    });

    it('number, one installation asks again and again: gets ten codes a day', async () => {
      const codes = codesWith({ captchaFromPerDay: 100 });
      for (let n = 0; n < STRANGERS.ofInstallationPerDay; n++) {
        await codes.send(mobile, by('stranger'), from('b'), deliver);
        clock.pass(HOUR);
      }
      await expect(codes.send(mobile, by('stranger'), from('c'), deliver)).rejects.toEqual(TOO_MANY);
      clock.pass(DAY);
      await codes.send(mobile, by('stranger'), from('b'), deliver);
    });

    it('number, strangers asked forty times that day: a new installation gets one after the hardest work', async () => {
      const codes = codesWith();
      for (let hour = 0; hour < 8; hour++) {
        await exhaust(codes, 'b');
        clock.pass(HOUR);
      }
      const hardest = CAPTCHA.bits + CAPTCHA.levels - 1;
      expect(await codes.captchaFor(mobile, NEW_PHONE, from('b'))).toMatchObject({ bits: hardest });
      await waitAndAsk(codes, NEW_PHONE, 'b');
      await codes.use(mobile, NEW_PHONE, code);
    });

    it('number whose borrower requests a code with a session: strangers do not use up its codes', async () => {
      const codes = codesWith();
      await exhaust(codes, 'b');
      const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null));
      await codes.send(mobile, { purpose: 'bindCard', userId: id, registered: mobile }, from('b'), deliver);
    });
  });

  describe('further codes, to a number whose hour strangers used up', () => {
    const asked = (asker: string, address: string, receivedCode: string, purpose: 'login' | 'register' = 'login') => ({
      holder: by(asker, purpose),
      address,
      more: { receivedCode },
    });
    /** @returns the answer to the caller, and whether the number got an SMS. */
    async function ask(
      codes: OneTimeCodes,
      { holder, address, more }: ReturnType<typeof asked>,
    ): Promise<{ answer: unknown; isSent: boolean }> {
      code = '';
      // Waiting instead of working has limits of its own, which are tested below.
      await store.db.deleteFrom('counter').execute();
      const offer = (await codes.captchaFor(mobile, holder, from(address))) as CaptchaOffer;
      clock.pass(CAPTCHA.waitFor);
      const captcha = { token: offer.token, answer: [] };
      const answer = await codes.send(mobile, holder, from(address, { captcha, ...more }), deliver);
      return { answer, isSent: code !== '' };
    }
    const otherThan = (right: string): string => (right === '000001' ? '000002' : '000001');
    const wrongThenUsedUp = async (codes: OneTimeCodes, holder: CodeHolder): Promise<string[]> => {
      const keys: string[] = [];
      for (let n = 0; n < 6; n++) await codes.use(mobile, holder, otherThan(code)).catch((error: { key: string }) => keys.push(error.key));
      return keys;
    };

    it('new phone without a received code: is asked for one, and told when a code is possible without; the work is not used up', async () => {
      const codes = codesWith();
      const received = await exhaust(codes, 'b');
      const hardest = CAPTCHA.bits + CAPTCHA.levels - 1;
      const offer = (await codes.captchaFor(mobile, NEW_PHONE, from('c'))) as CaptchaOffer;
      expect(offer.bits).toBe(hardest);
      clock.pass(CAPTCHA.waitFor);
      const captcha = { token: offer.token, answer: [] };
      const refused = { code: CODE.receivedCodeRequired, params: { minutes: 54 } };
      await expect(codes.send(mobile, NEW_PHONE, from('c', { captcha }), deliver)).rejects.toMatchObject(refused);
      await codes.send(mobile, NEW_PHONE, from('c', { captcha, receivedCode: received }), deliver);
      await codes.use(mobile, NEW_PHONE, code);
    });

    it.each(['login', 'register'] as const)(
      'code of a stranger’s SMS typed, "%s": a code is sent also at the attacker’s own busy address, three an hour for the number',
      async (purpose) => {
        const codes = codesWith({ codesPerAddress: 1000 });
        const received = await exhaust(codes, 'b');
        for (let n = 0; n < FURTHER.perHour; n++) {
          expect(await ask(codes, asked(`phone ${n}`, 'b', received, purpose))).toMatchObject({ isSent: true });
          await codes.use(mobile, by(`phone ${n}`, purpose), code);
        }
        expect(await ask(codes, asked('one more', 'c', received, purpose))).toMatchObject({ isSent: false });
      },
    );

    it('strangers use up the codes of every hour of a day: a person who reads the SMS gets a code in each hour, on new phones too', async () => {
      const codes = codesWith({ codesPerAddress: 1000 });
      let received = await exhaust(codes, 'b');
      for (let hour = 0; hour < 24; hour++) {
        expect(await ask(codes, asked(`phone ${hour}`, 'b', received))).toMatchObject({ isSent: true });
        await codes.use(mobile, by(`phone ${hour}`), code);
        received = code;
        clock.pass(HOUR);
        await exhaust(codes, 'b');
      }
    });

    it('received code: signs in only the phone that requested it, where it stays valid with all its tries', async () => {
      const codes = codesWith({ codesPerAddress: 1000 });
      await exhaust(codes, 'b');
      const offers = await Promise.all(
        Array.from({ length: 6 }, async (_, n) => (await codes.captchaFor(mobile, by(`guess ${n}`), from('d'))) as CaptchaOffer),
      );
      const offer = (await codes.captchaFor(mobile, NEW_PHONE, from('d'))) as CaptchaOffer;
      clock.pass(CAPTCHA.waitFor);
      await codes.send(mobile, by('known phone'), from('a', { isKnown: true }), deliver);
      const received = code;
      for (const [n, { token }] of offers.entries()) {
        await store.db.deleteFrom('counter').execute();
        const sender = from('d', { captcha: { token, answer: [] }, receivedCode: otherThan(received) });
        await codes.send(mobile, by(`guess ${n}`), sender, deliver);
      }
      await store.db.deleteFrom('counter').execute();
      await codes.send(mobile, NEW_PHONE, from('d', { captcha: { token: offer.token, answer: [] }, receivedCode: received }), deliver);
      expect(code).not.toBe(received);
      await expect(codes.use(mobile, NEW_PHONE, received)).rejects.toMatchObject({ code: CODE.invalidVerificationCode });
      await codes.use(mobile, by('known phone'), received);
      await codes.use(mobile, NEW_PHONE, code);
    });

    it.each(['login', 'register'] as const)(
      'wrong code typed, "%s": is answered like the right one, no code is sent, and the person who reads the SMS loses no try',
      async (purpose) => {
        const codes = codesWith({ codesPerAddress: 1000 });
        const received = await exhaust(codes, 'b');
        const right = await ask(codes, asked('owner', 'c', received, purpose));
        const likeRight = await wrongThenUsedUp(codes, by('owner', purpose));
        // One guess more than the number may get further codes in an hour.
        for (let n = 0; n < FURTHER.perHour + 1; n++) {
          const wrong = await ask(codes, asked(`attacker ${n}`, `d${n}`, otherThan(received), purpose));
          expect(wrong).toEqual({ answer: right.answer, isSent: false });
          expect(await wrongThenUsedUp(codes, by(`attacker ${n}`, purpose))).toEqual(likeRight);
        }
        expect(guesses).toHaveLength(FURTHER.perHour + 1);
        expect(guesses[0]).toBe(`${mobile} from d0`);
        expect(await ask(codes, asked('owner again', 'c', received, purpose))).toMatchObject({ isSent: true });
        expect(guesses).toHaveLength(FURTHER.perHour + 1);
      },
    );

    it('code to another number, or two hours old: does not count as a received code', async () => {
      const codes = codesWith({ codesPerAddress: 1000 });
      const elsewhere = await exhaust(codes, 'b');
      mobile = newNumber();
      let received = await exhaust(codes, 'b');
      while (received === elsewhere) {
        mobile = newNumber();
        received = await exhaust(codes, 'b');
      }
      expect(await ask(codes, asked('attacker', 'c', elsewhere))).toMatchObject({ isSent: false });
      clock.pass(FURTHER.receivedWithin - 20 * MINUTE);
      await exhaust(codes, 'b');
      expect(await ask(codes, asked('owner', 'c', received))).toMatchObject({ isSent: true });
      clock.pass(20 * MINUTE);
      expect(await ask(codes, asked('late', 'c', received))).toMatchObject({ isSent: false });
    });

    it('SMS that fails after its answer: is reported, and later answers are the same as after a wrong code', async () => {
      const codes = codesWith({ codesPerAddress: 1000 });
      const texts = async () => (await store.db.selectFrom('counter').select('counted').execute()).map(({ counted }) => counted).sort();
      async function sequence(isRight: boolean) {
        mobile = newNumber();
        const received = await exhaust(codes, 'b');
        const holder = by(`phone ${isRight}`);
        await store.db.deleteFrom('counter').execute();
        const offer = (await codes.captchaFor(mobile, holder, from('c'))) as CaptchaOffer;
        clock.pass(CAPTCHA.waitFor);
        const receivedCode = isRight ? received : otherThan(received);
        const sender = from('c', { captcha: { token: offer.token, answer: [] }, receivedCode, device: holder.purpose });
        const failing = () => codes.send(mobile, holder, sender, () => Promise.reject(new Error('down')));
        const first = await failing();
        if (isRight) await expect.poll(() => failures).toEqual([new Error('down')]);
        const again = await failing();
        const counted = await texts();
        return { first, again, counted, tries: await wrongThenUsedUp(codes, holder) };
      }
      expect(await sequence(true)).toEqual(await sequence(false));
    });

    it('withheld code: counts towards the texts of the hour, like a sent one', async () => {
      const codes = codesWith({ codesPerAddress: 1000 });
      for (const isRight of [true, false]) {
        mobile = newNumber();
        const received = await exhaust(codes, 'b');
        await ask(codes, asked('phone', 'c', isRight ? received : otherThan(received)));
        const left = codesWith({ codesPerHour: 1 });
        await expect(left.send(newNumber(), by('next'), from('d'), deliver), `right: ${isRight}`).rejects.toEqual(USED_UP);
      }
    });

    it('budget of texts used up: right and wrong received codes get the same refusal', async () => {
      const before = codesWith();
      const received = await exhaust(before, 'b');
      const codes = codesWith({ codesPerHour: 1 });
      for (const receivedCode of [received, otherThan(received)])
        await expect(waitAndAsk(codes, by(receivedCode), receivedCode, { receivedCode })).rejects.toEqual(USED_UP);
    });
  });

  describe('codes of an account to other numbers', () => {
    it('account, code to one other number: no second number gets a code within a day', async () => {
      const codes = codesWith();
      const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null));
      const holder: CodeHolder = { purpose: 'bindCard', userId: id, registered: mobile };
      await codes.send(newNumber(), holder, from('a'), deliver);
      clock.pass(HOUR);
      const second = newNumber();
      await expect(codes.send(second, holder, from('b'), deliver)).rejects.toMatchObject({
        code: CODE.tooManyRequests,
        key: 'oneOtherNumber',
        params: { minutes: 23 * 60 },
      });
      await codes.send(mobile, holder, from('a'), deliver);
      clock.pass(23 * HOUR);
      await codes.send(second, holder, from('a'), deliver);
    });

    it('account, codes to other numbers on three days: no other number gets a code for the rest of thirty days', async () => {
      const codes = codesWith();
      const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null));
      const holder: CodeHolder = { purpose: 'bindCard', userId: id, registered: mobile };
      const other = newNumber();
      for (let day = 0; day < 3; day++) {
        await codes.send(other, holder, from('a'), deliver);
        clock.pass(DAY);
      }
      for (const next of [other, newNumber()])
        await expect(codes.send(next, holder, from('a'), deliver)).rejects.toMatchObject({
          code: CODE.tooManyRequests,
          key: 'fewOtherNumbers',
          params: { minutes: 27 * 24 * 60 },
        });
      await codes.send(mobile, holder, from('a'), deliver);
      clock.pass(27 * DAY);
      await codes.send(other, holder, from('a'), deliver);
    });
  });

  describe('codes of an account to one other number', () => {
    it('account, one other number: three codes an hour, four a day', async () => {
      const codes = codesWith();
      const { id } = await store.tx((tx) => createBorrowers(store, clock, secret).register(tx, mobile, null));
      const holder: CodeHolder = { purpose: 'bindCard', userId: id, registered: mobile };
      const other = newNumber();
      const ask = () => codes.send(other, holder, from('a'), deliver);
      for (let n = 0; n < 3; n++) {
        await ask();
        clock.pass(RESEND_AFTER);
      }
      await expect(ask()).rejects.toMatchObject({ params: { minutes: 57 } });
      clock.pass(HOUR);
      await ask();
      clock.pass(HOUR);
      await expect(ask()).rejects.toMatchObject({ code: CODE.tooManyRequests });
    });
  });

  describe('codes of one address and installation', () => {
    it('address above its limit: strangers are refused, known installations are not', async () => {
      const codes = codesWith({ codesPerAddress: 3 });
      for (let n = 0; n < 3; n++) await codes.send(newNumber(), by(`phone ${n}`), from('shared'), deliver);
      await expect(codes.send(mobile, by('phone 9'), from('shared'), deliver)).rejects.toEqual(TOO_MANY);
      await codes.send(mobile, by('phone 9'), from('elsewhere'), deliver);
      await codes.send(newNumber(), by('known'), from('shared', { isKnown: true }), deliver);
    });

    it('address, eight requests at once for the last two codes: two are sent', async () => {
      const codes = codesWith({ codesPerAddress: 2 });
      const asked = Array.from({ length: 8 }, (_, n) => codes.send(newNumber(), by(`phone ${n}`), from('at once'), deliver));
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toEqual(TOO_MANY);
    });

    it('network of IPv6: its addresses together have four times the limit of one', async () => {
      const codes = codesWith({ codesPerAddress: 1 });
      const ask = (n: number) => codes.send(newNumber(), by(`line ${n}`), from(`2001:db8:7:${n}::/64`), deliver);
      for (let n = 0; n < 4; n++) await ask(n);
      await expect(ask(4)).rejects.toEqual(TOO_MANY);
      await codes.send(newNumber(), by('neighbour'), from('2001:db8:8:1::/64'), deliver);
    });

    it('installation above its limit: is refused at every address', async () => {
      const codes = codesWith({ codesPerDevice: 2 });
      for (let n = 0; n < 2; n++) await codes.send(newNumber(), by('device'), from(`device at ${n}`, { device: 'device' }), deliver);
      await expect(codes.send(mobile, by('device'), from('device elsewhere', { device: 'device' }), deliver)).rejects.toEqual(TOO_MANY);
    });

    it('text that the gateway refused: does not count towards any limit', async () => {
      const codes = codesWith({ codesPerAddress: 1, codesPerHour: 4 });
      for (let n = 0; n < 5; n++)
        await expect(codes.send(newNumber(), by('phone'), from('gateway'), () => Promise.reject(new Error('down')))).rejects.toThrow(
          'down',
        );
      await codes.send(mobile, by('phone'), from('gateway'), deliver);
    });
  });

  describe('the budget of texts', () => {
    it('budget: the operator is alarmed at four fifths and at its end, and the reserve goes to borrowers who owe a loan', async () => {
      const codes = codesWith({ codesPerHour: 20 });
      const asker = (n: number) => codes.send(newNumber(), by(`phone ${n}`), from(`budget ${n}`, { isKnown: true }), deliver);
      for (let n = 0; n < 11; n++) await asker(n);
      expect(alarms).toEqual([]);
      await asker(11);
      expect(alarms).toEqual(['nearly used up']);
      for (let n = 12; n < 15; n++) await asker(n);
      expect(alarms).toEqual(['nearly used up', 'used up']);
      await expect(asker(15)).rejects.toEqual(USED_UP);
      // A known installation without a loan is refused too, but not the one of a borrower who owes a loan.
      await expect(codes.send(mobile, by('known'), from('a', { isKnown: true }), deliver)).rejects.toEqual(USED_UP);
      for (let n = 0; n < 5; n++) await codes.send(newNumber(), by('owes'), from('a', { isKnown: true, owesLoan: true }), deliver);
      expect(alarms).toEqual(['nearly used up', 'used up', 'reserve used up']);
      await expect(codes.send(mobile, by('owes'), from('a', { isKnown: true, owesLoan: true }), deliver)).rejects.toEqual(USED_UP);
      clock.pass(HOUR);
      await asker(16);
    });
  });

  describe('the budget of texts, lowered within the hour', () => {
    it('budget lowered below the texts sent: the first refusal alarms the operator, once', async () => {
      const before = codesWith({ codesPerHour: 20 });
      for (let n = 0; n < 10; n++) await before.send(newNumber(), by(`lowered ${n}`), from(`lowered ${n}`, { isKnown: true }), deliver);
      const codes = codesWith({ codesPerHour: 8 });
      for (let n = 0; n < 2; n++) await expect(codes.send(mobile, by('refused'), from('refused'), deliver)).rejects.toEqual(USED_UP);
      expect(alarms).toEqual(['used up']);
    });
  });

  describe('the work before another code', () => {
    const OWNER = by('phone');
    /** Requests codes until the lender asks for work. */
    async function untilWork(codes: OneTimeCodes): Promise<CaptchaOffer> {
      for (let n = 0; n < CAPTCHA.fromPerNumber; n++) {
        expect(await codes.captchaFor(mobile, OWNER, from('a'))).toBeNull();
        await codes.send(mobile, OWNER, from('a'), deliver);
        clock.pass(RESEND_AFTER);
      }
      return (await codes.captchaFor(mobile, OWNER, from('a'))) as CaptchaOffer;
    }
    const send = (codes: OneTimeCodes, captcha: unknown, holder = OWNER, number = mobile) =>
      codes.send(number, holder, from('a', { captcha }), deliver);

    it('work: is needed from the fourth code on, is accepted once, and doubles with each code', async () => {
      const codes = codesWith();
      const offer = await untilWork(codes);
      expect(offer).toMatchObject({ parts: CAPTCHA.parts, bits: CAPTCHA.bits, waitFor: CAPTCHA.waitFor });
      await expect(send(codes, null)).rejects.toEqual(WORK_NEEDED);
      const answer = await solve(offer);
      const right: CaptchaSolution = { token: offer.token, answer };
      const [head, ...rest] = answer as [number, ...number[]];
      for (const wrong of [
        'rubbish',
        { token: 7, answer },
        { token: offer.token },
        { token: offer.token, answer: rest },
        { token: offer.token, answer: [...rest, head] },
        { token: offer.token, answer: [-1, ...rest] },
        { token: offer.token, answer: [0.5, ...rest] },
        { token: offer.token.replace(`.${CAPTCHA.bits}.`, '.1.'), answer },
        { token: `${offer.token.slice(0, -1)}${offer.token.endsWith('A') ? 'B' : 'A'}`, answer },
      ])
        await expect(send(codes, wrong), JSON.stringify(wrong)).rejects.toEqual(WORK_WRONG);
      // Work that was done for another caller. The other number needs work too.
      await expect(send(codes, right, by('another phone'))).rejects.toEqual(WORK_WRONG);

      // Work is not used up by a request that is refused for another reason.
      const full = codesWith({ codesPerHour: 4 });
      await expect(send(full, right)).rejects.toEqual(USED_UP);
      await send(codes, right);
      clock.pass(RESEND_AFTER);
      await expect(send(codesWith(), right)).rejects.toEqual(WORK_WRONG);
      expect(await codes.captchaFor(mobile, OWNER, from('a'))).toMatchObject({ bits: CAPTCHA.bits + 1 });
      // A known installation needs no work.
      expect(await codes.captchaFor(mobile, OWNER, from('a', { isKnown: true }))).toBeNull();
    });

    it('work, one solution sent twice at once on two processes: one code is sent', async () => {
      const codes = codesWith();
      const offer = await untilWork(codes);
      const right = { token: offer.token, answer: await solve(offer) };
      const spend = (n: number) =>
        codesWith()
          .send(mobile, OWNER, from('a', { captcha: right }), deliver)
          .then(() => n);
      const before = await store.db.selectFrom('one_time_code').select('id').where('msisdn', '=', mobile).execute();
      await Promise.allSettled([spend(1), spend(2)]);
      const after = await store.db.selectFrom('one_time_code').select('id').where('msisdn', '=', mobile).execute();
      expect(after.length - before.length).toBe(1);
    });

    it('work, fifteen minutes old: is refused', async () => {
      const codes = codesWith();
      const offer = await untilWork(codes);
      const right = { token: offer.token, answer: await solve(offer) };
      clock.pass(CAPTCHA.life);
      await expect(send(codes, right)).rejects.toEqual(WORK_WRONG);
    });

    it('wait instead of work: is accepted after five minutes, once an hour', async () => {
      const codes = codesWith();
      const offer = await untilWork(codes);
      const waited = { token: offer.token, answer: [] };
      clock.pass(CAPTCHA.waitFor - MINUTE);
      await expect(send(codes, waited)).rejects.toMatchObject({ code: CODE.tooManyRequests, params: { minutes: 1 } });
      clock.pass(MINUTE);
      await send(codes, waited);
      const next = (await codes.captchaFor(mobile, OWNER, from('a'))) as CaptchaOffer;
      clock.pass(CAPTCHA.waitFor);
      await expect(send(codes, { token: next.token, answer: [] })).rejects.toEqual(TOO_MANY);
    });

    it('half of the texts of the hour used: each stranger needs work; all used: no work is offered, and codes are refused', async () => {
      const codes = codesWith({ codesPerHour: 8 });
      const fill = async (count: number) => {
        for (let n = 0; n < count; n++) await codes.send(newNumber(), by('filling'), from('filling', { isKnown: true }), deliver);
      };
      await fill(2);
      expect(await codes.captchaFor(mobile, OWNER, from('quiet'))).toBeNull();
      await fill(1);
      expect(await codes.captchaFor(mobile, OWNER, from('quiet'))).toMatchObject({ bits: CAPTCHA.bits });
      await fill(3);
      expect(await codes.captchaFor(mobile, OWNER, from('quiet'))).toBeNull();
      await expect(codes.send(mobile, OWNER, from('quiet'), deliver)).rejects.toEqual(USED_UP);
    });

    it('work: is needed for many codes of one address, one installation, and one number within the day', async () => {
      const codes = codesWith({ captchaFromPerAddress: 2, captchaFromPerDevice: 2 });
      for (let n = 0; n < 2; n++) await codes.send(newNumber(), by(`phone ${n}`), from('busy'), deliver);
      expect(await codes.captchaFor(mobile, OWNER, from('busy'))).toMatchObject({ bits: CAPTCHA.bits });
      expect(await codes.captchaFor(mobile, OWNER, from('quiet'))).toBeNull();
      for (let n = 0; n < 2; n++) await codes.send(newNumber(), by('busy'), from(`busy ${n}`, { device: 'busy' }), deliver);
      expect(await codes.captchaFor(mobile, by('busy'), from('quiet', { device: 'busy' }))).toMatchObject({ bits: CAPTCHA.bits });
      for (let n = 0; n < DEFAULT_LIMITS.captchaFromPerDay; n++) {
        await codes.send(mobile, by(`phone ${n}`), from(`of the day ${n}`), deliver);
        clock.pass(HOUR);
      }
      expect(await codes.captchaFor(mobile, OWNER, from('quiet'))).toMatchObject({ bits: CAPTCHA.bits });
    });
  });
});
