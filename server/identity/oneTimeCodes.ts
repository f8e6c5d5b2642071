/**
 * One-time codes by SMS: six digits, valid for one number, one holder, one purpose, one use, five tries and five minutes. A
 * minute must pass between two codes, and the codes of a number, an installation, an account and in total are limited
 * (`limitTable.ts`).
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { DAY } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { CodeTurn } from '#server/store/schema/identityTables.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { CaptchaOffer, CodeSent } from '#src/api/payloads.ts';
import type { Secret } from '#server/store/secret.ts';
import { createCaptchas, type Captchas } from './captcha.ts';
import { createCodeJudge, type CodeJudge } from './codeJudge.ts';
import { createCodeLimits } from './codeLimits.ts';
import { CODE_LIFE, codesOf, createCodeMacs, holderMacOf, type CodeHolder } from './codeRows.ts';
import { minutesUntil, type Counters, type Limit } from './counters.ts';
import { FURTHER, limitsOf, RESEND_AFTER, type LimitSettings } from './limitTable.ts';
import { createTextBudget, type BudgetAlarm } from './textBudget.ts';

/** The caller that requests a code. */
export interface CodeSender {
  address: string;
  /** null: the installation sent no id. */
  device: string | null;
  /** Whether the number's borrower was signed in on this installation before. */
  isKnown: boolean;
  /** Whether the borrower of the session, or of the number on a known installation, has a loan to repay. */
  owesLoan: boolean;
  /** `captcha` of the request, unchecked. */
  captcha: unknown;
  /** A received code of the number, as typed by the caller; null: none was typed. */
  receivedCode?: string | null;
}

/** A stranger's request for a code. */
interface Turn {
  mobile: Msisdn;
  holderMac: string;
}

const FREE: { turn: CodeTurn; isGuess: boolean } = { turn: 'free', isGuess: false };

export interface OneTimeCodes extends CodeJudge {
  /**
   * Sends a code. While the last code of this holder for this number is valid and its resend delay is not over, no new code is
   * sent, and the answer contains the remaining times of both.
   *
   * When strangers have used up the free codes of a number, a further code is sent if the caller types a received code. Neither
   * the answer nor its time reveals whether the typed code was right: the SMS is sent after the answer, or never. A withheld
   * code behaves like any other, but no typed code matches it.
   * @param deliver sends the SMS. When it fails, the code is deleted and a new one may be requested at once; but a further code
   * stays as a withheld one.
   * @throws Refusal tooManyRequests, with the minutes to wait; captchaRequired; receivedCodeRequired. Then nothing was counted
   * or used up.
   */
  send(mobile: Msisdn, holder: CodeHolder, sender: CodeSender, deliver: (code: string) => Promise<void>): Promise<CodeSent>;
  /** The work before the next code of this kind; null: no work is needed. */
  captchaFor(mobile: Msisdn, holder: CodeHolder, sender: Omit<CodeSender, 'captcha'>): Promise<CaptchaOffer | null>;
  /** Deletes codes that are invalid and no longer count against a limit. @returns the number of deleted codes. */
  deleteExpired(): Promise<number>;
}

export interface CodesDeps {
  store: Store;
  clock: Clock;
  secret: Secret;
  counters: Counters;
  limits: LimitSettings;
  /** Called once in each window of an hour for each level, after the code that reached the level. */
  alarm: (reached: BudgetAlarm) => void;
  /** Called when a wrong received code was typed for a further code. */
  guessed: (mobile: Msisdn, address: string) => void;
  /** Called when the SMS of an already answered request could not be sent. */
  failed: (error: unknown) => void;
}

export function createCodes({ store, clock, secret, counters, limits: settings, alarm, guessed, failed }: CodesDeps): OneTimeCodes {
  const limits = limitsOf(settings);
  const macs = createCodeMacs(secret);
  const judge = createCodeJudge(store, clock, macs);
  const texts = createTextBudget(clock, counters, limits, alarm);
  const codeLimits = createCodeLimits(clock, counters, limits, settings);
  const captchas: Captchas = createCaptchas(clock, secret, counters, limits);
  /**
   * Identifies an account that has a code sent to a number other than its own; null for every other code. The identifier is
   * derived from the registered number, so that closing the account does not reset its limit.
   */
  const askerOf = (mobile: Msisdn, holder: CodeHolder): string | null =>
    holder.userId !== null && holder.registered !== mobile ? secret.mac('asker', holder.registered).toString('hex') : null;

  const isStranger = (holder: CodeHolder, { isKnown }: Pick<CodeSender, 'isKnown'>): boolean => holder.userId === null && !isKnown;

  /**
   * Whether this is a received code of the number, whoever requested it. It only shows that the caller reads the number's texts:
   * a code signs in no other caller than the one that requested it.
   */
  async function wasReceived(tx: Tx, mobile: Msisdn, code: string): Promise<boolean> {
    const sent = await tx
      .selectFrom('one_time_code')
      .select(['purpose', 'user_id', 'holder_mac', 'code_mac'])
      .where('msisdn', '=', mobile)
      .where('turn', '<>', 'withheld')
      .where('sent_at', '>', clock.now() - FURTHER.receivedWithin)
      .execute();
    return sent.some((row) => timingSafeEqual(Buffer.from(row.code_mac, 'hex'), macs.ofRow(mobile, row, code)));
  }

  /**
   * Whether a stranger's code is a free code of the number, a further code, or a withheld one.
   * @throws Refusal receivedCodeRequired; captchaRequired; tooManyRequests.
   */
  async function turnOf(tx: Tx, { mobile, holderMac }: Turn, sender: CodeSender): Promise<{ turn: CodeTurn; isGuess: boolean }> {
    const { receivedCode = null, address } = sender;
    const freeAt = await codeLimits.nextFreeAt(tx, mobile);
    if (freeAt !== null && receivedCode === null)
      throw new Refusal(CODE.receivedCodeRequired, 'receivedCodeRequired', { minutes: minutesUntil(freeAt, clock.now()) });
    // Every transaction counts in this order, so that two of them cannot deadlock.
    const level = await codeLimits.levelFor(tx, mobile, sender);
    if (level > 0) await captchas.accept(sender.captcha, { mobile, asker: holderMac, address }, level, tx);
    await codeLimits.countStranger(tx, sender);
    if (freeAt === null || receivedCode === null) return FREE;
    if (!(await wasReceived(tx, mobile, receivedCode))) return { turn: 'withheld', isGuess: true };
    return { turn: (await codeLimits.nextFurtherAt(tx, mobile)) === null ? 'further' : 'withheld', isGuess: false };
  }

  /** A code whose resend delay is not over: a new code would invalidate it before it arrives. */
  async function recentlySent(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<CodeSent | null> {
    const now = clock.now();
    const sent = await codesOf(tx, mobile, holder)
      .select(['sent_at', 'expires_at'])
      .where('ended_at', 'is', null)
      .where('sent_at', '>', now - RESEND_AFTER)
      .executeTakeFirst();
    return sent ? { resendAfter: sent.sent_at + RESEND_AFTER - now, validFor: sent.expires_at - now } : null;
  }

  /** Sends a code. If that fails, deletes the code and reverses its counts, so that another one may be requested at once. */
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
      await texts.giveBack(text);
      if (isCounted) await codeLimits.giveBack({ address, device });
      throw error;
    }
  }

  /**
   * Marks a further code that could not be sent as withheld, without reversing its counts: later answers must not reveal that
   * the typed code was right. They would show the digits of a code to a caller that does not read the number's texts.
   */
  async function withhold(id: number, error: unknown): Promise<void> {
    await store.db.updateTable('one_time_code').set({ turn: 'withheld' }).where('id', '=', id).execute();
    failed(error);
  }

  return {
    ...judge,

    async send(mobile, holder, sender, deliver) {
      const { purpose, userId } = holder;
      const asker = askerOf(mobile, holder);
      const holderMac = holderMacOf(holder);
      const counted = isStranger(holder, sender);
      const sent = await store.tx(async (tx) => {
        // Codes are counted and written under these locks. Otherwise two concurrent requests could both be the last allowed one.
        if (asker !== null) await sql`select pg_advisory_xact_lock(hashtext(${`codes of ${asker}`}))`.execute(tx);
        await sql`select pg_advisory_xact_lock(hashtext(${`code ${mobile}`}))`.execute(tx);
        const earlier = await recentlySent(tx, mobile, holder);
        if (earlier) return { earlier };
        await codeLimits.refuseTooMany(tx, { mobile, userId, askerMac: asker, holderMac, isKnown: sender.isKnown });
        const { turn, isGuess } = counted && holderMac !== null ? await turnOf(tx, { mobile, holderMac }, sender) : FREE;
        const isWithheld = turn === 'withheld';
        // A withheld code counts too. Otherwise the remaining budget would reveal that the typed code was wrong.
        const text = await texts.take(tx, sender.owesLoan);
        // A withheld code has 32 random bytes, so that no typed code matches it.
        const code = isWithheld ? randomBytes(32).toString('hex') : String(randomInt(1_000_000)).padStart(6, '0');
        const now = clock.now();
        await judge.endWithin(tx, mobile, holder);
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
            code_mac: macs.of(mobile, holder, code).toString('hex'),
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

    deleteExpired: () => deleteOldRows(store.db, { table: 'one_time_code', since: 'sent_at' }, clock.now() - DAY),
  };
}
