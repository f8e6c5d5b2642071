/**
 * One-time codes by SMS: six digits, good for one number, one holder, one purpose and one use; five tries, five
 * minutes; a minute between two, and few per number, per installation, per account and in total (`limitTable.ts`).
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

export interface OneTimeCodes extends CodeJudge {
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
  const macs = createCodeMacs(secret);
  const judge = createCodeJudge(store, clock, macs);
  const texts = createTextBudget(clock, counters, limits, alarm);
  const codeLimits = createCodeLimits(clock, counters, limits, settings);
  const captchas: Captchas = createCaptchas(clock, secret, counters, limits);
  /**
   * Identifies the account that sends a code to a number other than its own; null for every other code. It is derived from
   * the registered number, so that closing the account does not reset its limit.
   */
  const askerOf = (mobile: Msisdn, holder: CodeHolder): string | null =>
    holder.userId !== null && holder.registered !== mobile ? secret.mac('asker', holder.registered).toString('hex') : null;

  const isStranger = (holder: CodeHolder, { isKnown }: Pick<CodeSender, 'isKnown'>): boolean => holder.userId === null && !isKnown;

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
    return sent.some((row) => timingSafeEqual(Buffer.from(row.code_mac, 'hex'), macs.ofRow(mobile, row, code)));
  }

  /**
   * Whether a stranger's code is one of the number's free ones, or a further one that is sent or withheld.
   * @throws Refusal receivedCodeRequired; captchaRequired; tooManyRequests.
   */
  async function turnOf(tx: Tx, { mobile, holderMac }: Turn, sender: CodeSender): Promise<{ turn: CodeTurn; isGuess: boolean }> {
    const { receivedCode = null, address } = sender;
    const freeAt = await codeLimits.nextFreeAt(tx, mobile);
    if (freeAt !== null && receivedCode === null)
      throw new Refusal(CODE.receivedCodeRequired, 'receivedCodeRequired', { minutes: minutesUntil(freeAt, clock.now()) });
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
      await texts.giveBack(text);
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
    ...judge,

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
        const text = await texts.take(tx, sender.owesLoan);
        // Nobody can type a code that is withheld.
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
