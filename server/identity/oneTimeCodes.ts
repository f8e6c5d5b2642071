/**
 * One-time codes by SMS: six digits, good for one number, one holder, one purpose and one use; five tries, five
 * minutes; a minute between two, and few per number, per installation, per account and in total (`limitTable.ts`).
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { DAY, MINUTE, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { CodeTurn, IdentitySchema } from '#server/store/schema/identityTables.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { CaptchaOffer, CodeSent } from '#src/api/payloads.ts';
import type { Secret } from '#server/store/secret.ts';
import { createCaptchas, type Captchas } from './captcha.ts';
import { createCodeLimits } from './codeLimits.ts';
import type { Counters, Limit } from './counters.ts';
import { ALARM_SHARE, FURTHER, limitsOf, RESEND_AFTER, type LimitSettings } from './limitTable.ts';

export const CODE_LIFE = 5 * MINUTE;
export const MAX_TRIES = 5;

/**
 * Who a code is for, and for what purpose. A code belongs to one holder, whatever number it was sent to: another holder
 * can neither replace it nor guess it nor use up its tries.
 */
export type CodeHolder =
  /** @property asker hash of the installation that asks before signing in, or of its address where it sends no id. */
  | { purpose: 'login' | 'register'; userId: null; asker: string }
  /** @property registered the borrower's own number; a code to any other number counts against the account. */
  | { purpose: 'bindCard' | 'draw'; userId: number; registered: Msisdn };

/** Who asks for a code. */
export interface CodeSender {
  address: string;
  /** null: the installation sent no id. */
  device: string | null;
  /** Before signing in: the number's borrower was signed in on this installation. */
  isKnown: boolean;
  /** The borrower of the session, or of the number on a known installation, has a loan to repay. */
  owesLoan: boolean;
  /** `captcha` of the request, unchecked. */
  captcha: unknown;
  /** A code that the number is said to have got before, whoever asked for it; null: none was typed. */
  receivedCode?: string | null;
}

/** A stranger's request for a code. */
interface Turn {
  mobile: Msisdn;
  holderMac: string;
}

const FREE: { turn: CodeTurn; isGuess: boolean } = { turn: 'free', isGuess: false };

/** Whose code a row is. */
type CodeRow = Pick<Selectable<IdentitySchema['one_time_code']>, 'purpose' | 'user_id' | 'holder_mac'>;

/** How much of the hour's texts is used. The first two count what everybody may use, the third what is reserved. */
export type BudgetAlarm = 'nearly used up' | 'used up' | 'reserve used up';

/** A code as it was typed, and the number it is to prove. */
export interface GivenCode {
  mobile: Msisdn;
  code: string;
}

export type Verdict = 'right' | 'wrong' | 'used up';

/** @param fields field name to words, where the caller knows which field the code was typed into. */
export const codeRefused = (verdict: Exclude<Verdict, 'right'>, fields?: Readonly<Record<string, string>>): Refusal =>
  verdict === 'used up'
    ? new Refusal(CODE.tooManyWrongCodes, 'tooManyWrongCodes', {}, fields ? { fields } : null)
    : new Refusal(CODE.invalidVerificationCode, 'invalidVerificationCode', {}, fields ? { fields } : null);

export interface OneTimeCodes {
  /**
   * While the last code of this holder for this number is valid and its resend delay is not over, no new code is
   * sent: the answer carries what is left of both times.
   *
   * Where strangers have used up the codes of a number, a further code is sent if the caller types a code that the number
   * got. Neither the answer nor its time says whether the typed code was right: the SMS is sent after the answer, or never. A
   * code that is never sent behaves like any other, but no typed code matches it.
   * @param deliver sends the SMS; when it fails, the code is deleted and a new one may be requested at once. A further
   * code stays, as one that is withheld.
   * @throws Refusal tooManyRequests, with the minutes to wait; captchaRequired; receivedCodeRequired. Nothing was counted
   * or used up then.
   */
  send(mobile: Msisdn, holder: CodeHolder, sender: CodeSender, deliver: (code: string) => Promise<void>): Promise<CodeSent>;
  /** The work before the next code of this kind; null: none is needed. */
  captchaFor(mobile: Msisdn, holder: CodeHolder, sender: Omit<CodeSender, 'captcha'>): Promise<CaptchaOffer | null>;
  /**
   * Uses the code up.
   * @throws Refusal invalidVerificationCode for a wrong, old, used, or another holder's or number's code;
   * tooManyWrongCodes from the last wrong try on, whatever is typed.
   */
  use(mobile: Msisdn, holder: CodeHolder, code: string): Promise<void>;
  /** The same without using it up: a right code stays good, and a wrong one counts as a try. */
  check(mobile: Msisdn, holder: CodeHolder, code: string): Promise<void>;
  /** Several codes of one holder, each judged separately, as {@link check} does. @returns verdicts in the order given. */
  judge(given: readonly GivenCode[], holder: CodeHolder): Promise<readonly Verdict[]>;
  /**
   * Uses up codes that were judged right, in the transaction of the change they allow: both happen or neither.
   * @throws Refusal invalidVerificationCode when one of them was used or replaced in between.
   */
  useWithin(tx: Tx, given: readonly GivenCode[], holder: CodeHolder): Promise<void>;
  /**
   * Judges a code and uses a right one up, in the transaction of the change it allows. A wrong try counts only when
   * that transaction commits, so the caller returns its refusal and does not throw.
   */
  tryWithin(tx: Tx, given: GivenCode, holder: CodeHolder): Promise<Verdict>;
  /** Ends the codes of this holder for this number that were not used. They do not count as wrong. */
  endWithin(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<void>;
  /** Deletes codes that are neither valid nor count against a limit any more. @returns how many. */
  deleteExpired(): Promise<number>;
}

export interface CodesDeps {
  store: Store;
  clock: Clock;
  secret: Secret;
  counters: Counters;
  limits: LimitSettings;
  /** Told once in each hour's window, after the code that reached it. */
  alarm: (reached: BudgetAlarm) => void;
  /** Told of a wrong answer to the question before a further code. */
  guessed: (mobile: Msisdn, address: string) => void;
  /** Told of an SMS that could not be sent after its answer. */
  failed: (error: unknown) => void;
}

export function createCodes({ store, clock, secret, counters, limits: settings, alarm, guessed, failed }: CodesDeps): OneTimeCodes {
  const limits = limitsOf(settings);
  const codeLimits = createCodeLimits(clock, counters, limits, settings);
  const captchas: Captchas = createCaptchas(clock, secret, counters, limits);
  const holderMacOf = (holder: CodeHolder): string | null => (holder.userId === null ? holder.asker : null);
  const rowMac = (mobile: string, { purpose, user_id, holder_mac }: CodeRow, code: string): Buffer =>
    secret.mac('code', [mobile, purpose, user_id ?? '', holder_mac ?? '', code].join('|'));
  const macOf = (mobile: Msisdn, holder: CodeHolder, code: string): Buffer =>
    rowMac(mobile, { purpose: holder.purpose, user_id: holder.userId, holder_mac: holderMacOf(holder) }, code);

  /**
   * Identifies the account that sends a code to a number other than its own; null for every other code. It is derived from
   * the registered number, so that closing the account does not reset its limit.
   */
  const askerOf = (mobile: Msisdn, holder: CodeHolder): string | null =>
    holder.userId !== null && holder.registered !== mobile ? secret.mac('asker', holder.registered).toString('hex') : null;

  const codesOf = (tx: Tx, mobile: Msisdn, holder: CodeHolder) =>
    tx
      .selectFrom('one_time_code')
      .where('msisdn', '=', mobile)
      .where('purpose', '=', holder.purpose)
      .where('user_id', 'is not distinct from', holder.userId)
      .where('holder_mac', 'is not distinct from', holderMacOf(holder));

  const isStranger = (holder: CodeHolder, { isKnown }: Pick<CodeSender, 'isKnown'>): boolean => holder.userId === null && !isKnown;

  const minutesUntil = (at: Instant): number => Math.max(1, Math.ceil((at - clock.now()) / MINUTE));
  const textsUsedUp = (endsAt: Instant): Refusal => new Refusal(CODE.tooManyRequests, 'textsUsedUp', { minutes: minutesUntil(endsAt) });

  let saidUntil = 0;
  /** Called once in each hour and process, also above the budget, because a budget that is lowered within the hour is never used up exactly. */
  function sayUsedUp(endsAt: Instant): void {
    if (clock.now() < saidUntil) return;
    saidUntil = endsAt;
    alarm('used up');
  }

  /**
   * Counts a text against the hour's budget. Its row is locked until the transaction ends, so this is counted last.
   * @throws Refusal tooManyRequests when there is none left for this caller.
   */
  async function takeText(tx: Tx, owesLoan: boolean): Promise<{ limit: Limit; alarm: BudgetAlarm | null }> {
    const { budget, reserve } = limits;
    const all = await counters.count(budget, '', tx);
    if (all.counted <= budget.most) {
      const isNear = all.counted === Math.ceil(budget.most * ALARM_SHARE);
      if (all.counted < budget.most) return { limit: budget, alarm: isNear ? 'nearly used up' : null };
      saidUntil = all.endsAt;
      return { limit: budget, alarm: 'used up' };
    }
    sayUsedUp(all.endsAt);
    const kept = owesLoan ? await counters.count(reserve, '', tx) : null;
    if (kept && kept.counted <= reserve.most) return { limit: reserve, alarm: kept.counted === reserve.most ? 'reserve used up' : null };
    const endsAt = kept?.endsAt ?? all.endsAt;
    throw textsUsedUp(endsAt);
  }

  /**
   * Whether this number got this code lately, whoever asked for it. It shows that somebody reads the number's texts, and
   * opens nothing: a code signs in only who asked for it.
   */
  async function wasReceived(tx: Tx, mobile: Msisdn, code: string): Promise<boolean> {
    const sent = await tx
      .selectFrom('one_time_code')
      .select(['purpose', 'user_id', 'holder_mac', 'code_mac'])
      .where('msisdn', '=', mobile)
      .where('turn', '<>', 'withheld')
      .where('sent_at', '>', clock.now() - FURTHER.receivedWithin)
      .execute();
    return sent.some((row) => timingSafeEqual(Buffer.from(row.code_mac, 'hex'), rowMac(mobile, row, code)));
  }

  /**
   * Whether a stranger's code is one of the number's free ones, or a further one that is sent or withheld.
   * @throws Refusal receivedCodeRequired; captchaRequired; tooManyRequests.
   */
  async function turnOf(tx: Tx, { mobile, holderMac }: Turn, sender: CodeSender): Promise<{ turn: CodeTurn; isGuess: boolean }> {
    const { receivedCode = null, address } = sender;
    const freeAt = await codeLimits.nextFreeAt(tx, mobile);
    if (freeAt !== null && receivedCode === null)
      throw new Refusal(CODE.receivedCodeRequired, 'receivedCodeRequired', { minutes: minutesUntil(freeAt) });
    // Every transaction counts in this order, so that two of them never wait for each other.
    const level = await codeLimits.levelFor(tx, mobile, sender);
    if (level > 0) await captchas.accept(sender.captcha, { mobile, asker: holderMac, address }, level, tx);
    await codeLimits.countStranger(tx, sender);
    if (freeAt === null || receivedCode === null) return FREE;
    if (!(await wasReceived(tx, mobile, receivedCode))) return { turn: 'withheld', isGuess: true };
    return { turn: (await codeLimits.nextFurtherAt(tx, mobile)) === null ? 'further' : 'withheld', isGuess: false };
  }

  /** The code whose resend delay is not over; a new one would invalidate it before it arrives. */
  async function recentlySent(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<CodeSent | null> {
    const now = clock.now();
    const sent = await codesOf(tx, mobile, holder)
      .select(['sent_at', 'expires_at'])
      .where('ended_at', 'is', null)
      .where('sent_at', '>', now - RESEND_AFTER)
      .executeTakeFirst();
    return sent ? { resendAfter: sent.sent_at + RESEND_AFTER - now, validFor: sent.expires_at - now } : null;
  }

  /** Whether the latest code has no tries left. */
  async function isUsedUp(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<boolean> {
    const last = await codesOf(tx, mobile, holder)
      .select('tries')
      .where('expires_at', '>', clock.now())
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return last !== undefined && last.tries >= MAX_TRIES;
  }

  /**
   * Whether this is a code that was sent before the one that counts. It is no guess, and no try of the newer code:
   * a replayed sign-in must not use up the borrower's tries.
   */
  async function isEarlierCode(tx: Tx, latest: number, { mobile, code }: GivenCode, holder: CodeHolder): Promise<boolean> {
    const earlier = await codesOf(tx, mobile, holder)
      .select('id')
      .where('id', '<', latest)
      .where('code_mac', '=', macOf(mobile, holder, code).toString('hex'))
      .executeTakeFirst();
    return earlier !== undefined;
  }

  /** The code that counts, locked, and whether this is it. */
  async function compare(
    tx: Tx,
    { mobile, code }: GivenCode,
    holder: CodeHolder,
  ): Promise<{ id: number; tries: number; matches: boolean } | null> {
    const sent = await codesOf(tx, mobile, holder)
      .select(['id', 'code_mac', 'tries'])
      .where('ended_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .orderBy('id', 'desc')
      .forUpdate()
      .executeTakeFirst();
    return sent
      ? { id: sent.id, tries: sent.tries, matches: timingSafeEqual(Buffer.from(sent.code_mac, 'hex'), macOf(mobile, holder, code)) }
      : null;
  }

  async function judgeOne(tx: Tx, given: GivenCode, holder: CodeHolder): Promise<Verdict> {
    const sent = await compare(tx, given, holder);
    if (!sent) return (await isUsedUp(tx, given.mobile, holder)) ? 'used up' : 'wrong';
    if (sent.matches) return 'right';
    if (await isEarlierCode(tx, sent.id, given, holder)) return 'wrong';
    const tries = sent.tries + 1;
    const isLast = tries >= MAX_TRIES;
    await tx
      .updateTable('one_time_code')
      .set({ tries, ended_at: isLast ? clock.now() : null })
      .where('id', '=', sent.id)
      .execute();
    return isLast ? 'used up' : 'wrong';
  }

  async function consumeWithin(tx: Tx, given: readonly GivenCode[], holder: CodeHolder): Promise<void> {
    for (const one of given) {
      const sent = await compare(tx, one, holder);
      if (!sent?.matches) throw codeRefused('wrong');
      await tx.updateTable('one_time_code').set({ ended_at: clock.now() }).where('id', '=', sent.id).execute();
    }
  }

  /** Tries are committed whatever the verdict: that is why this returns verdicts instead of throwing. */
  const judge = (given: readonly GivenCode[], holder: CodeHolder): Promise<readonly Verdict[]> =>
    store.tx(async (tx) => {
      const verdicts: Verdict[] = [];
      for (const one of given) verdicts.push(await judgeOne(tx, one, holder));
      return verdicts;
    });

  async function tryWithin(tx: Tx, given: GivenCode, holder: CodeHolder): Promise<Verdict> {
    const verdict = await judgeOne(tx, given, holder);
    if (verdict === 'right') await consumeWithin(tx, [given], holder);
    return verdict;
  }

  async function tryOne(given: GivenCode, holder: CodeHolder, then: 'ends' | 'stays'): Promise<void> {
    const verdict = await store.tx((tx) => (then === 'ends' ? tryWithin : judgeOne)(tx, given, holder));
    if (verdict !== 'right') throw codeRefused(verdict);
  }

  async function endWithin(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<void> {
    await tx
      .updateTable('one_time_code')
      .set({ ended_at: clock.now() })
      .where('id', 'in', codesOf(tx, mobile, holder).select('id').where('ended_at', 'is', null))
      .execute();
  }

  /** A code that could not be sent is gone, with what was counted for it: another one may be requested at once. */
  async function deliverOrTakeBack(
    id: number,
    text: Limit,
    { address, device }: CodeSender,
    isCounted: boolean,
    deliver: () => Promise<void>,
  ): Promise<void> {
    try {
      await deliver();
    } catch (error) {
      await store.db.deleteFrom('one_time_code').where('id', '=', id).execute();
      await counters.giveBack(text, '');
      if (isCounted) await codeLimits.giveBack({ address, device });
      throw error;
    }
  }

  /**
   * A further code that could not be sent is like one that was withheld, and nothing is given back: what follows must not
   * tell that the answer was right. It would show the digits of a code to somebody who does not read the number's texts.
   */
  async function withhold(id: number, error: unknown): Promise<void> {
    await store.db.updateTable('one_time_code').set({ turn: 'withheld' }).where('id', '=', id).execute();
    failed(error);
  }

  return {
    async send(mobile, holder, sender, deliver) {
      const { purpose, userId } = holder;
      const asker = askerOf(mobile, holder);
      const holderMac = holderMacOf(holder);
      const counted = isStranger(holder, sender);
      const sent = await store.tx(async (tx) => {
        // Counted and written under one lock each, or two requests at once would both be the last allowed one.
        if (asker !== null) await sql`select pg_advisory_xact_lock(hashtext(${`codes of ${asker}`}))`.execute(tx);
        await sql`select pg_advisory_xact_lock(hashtext(${`code ${mobile}`}))`.execute(tx);
        const earlier = await recentlySent(tx, mobile, holder);
        if (earlier) return { earlier };
        await codeLimits.refuseTooMany(tx, { mobile, userId, askerMac: asker, holderMac, isKnown: sender.isKnown });
        const { turn, isGuess } = counted && holderMac !== null ? await turnOf(tx, { mobile, holderMac }, sender) : FREE;
        const isWithheld = turn === 'withheld';
        // One that is withheld counts too, or what is left of the budget would tell that the answer was wrong.
        const text = await takeText(tx, sender.owesLoan);
        // Nobody can type a code that is withheld.
        const code = isWithheld ? randomBytes(32).toString('hex') : String(randomInt(1_000_000)).padStart(6, '0');
        const now = clock.now();
        await endWithin(tx, mobile, holder);
        const { id } = await tx
          .insertInto('one_time_code')
          .values({
            msisdn: mobile,
            purpose,
            user_id: userId,
            asker_mac: asker,
            holder_mac: holderMac,
            known_device: holderMac !== null && sender.isKnown,
            turn,
            code_mac: macOf(mobile, holder, code).toString('hex'),
            sent_at: now,
            expires_at: now + CODE_LIFE,
            ended_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, text, code, turn, isGuess };
      });
      if (sent.earlier) return sent.earlier;
      const { id, text, code, turn, isGuess } = sent;
      if (isGuess) guessed(mobile, sender.address);
      if (text.alarm) alarm(text.alarm);

      if (turn === 'free') await deliverOrTakeBack(id, text.limit, sender, counted, () => deliver(code));
      else if (turn === 'further') void deliver(code).catch((error: unknown) => withhold(id, error).catch(failed));
      return { resendAfter: RESEND_AFTER, validFor: CODE_LIFE };
    },

    async captchaFor(mobile, holder, sender) {
      const asker = holderMacOf(holder);
      if (asker === null || !isStranger(holder, sender)) return null;
      const level = await codeLimits.levelFor(store.db, mobile, sender);
      return level > 0 ? captchas.create({ mobile, asker, address: sender.address }, level) : null;
    },

    use: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'ends'),
    check: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'stays'),
    judge,
    useWithin: consumeWithin,
    tryWithin,
    endWithin,

    deleteExpired: () => deleteOldRows(store.db, { table: 'one_time_code', since: 'sent_at' }, clock.now() - DAY),
  };
}
