/** Judges typed codes, counts wrong tries, and uses up right codes. */
import { timingSafeEqual } from 'node:crypto';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { codesOf, type CodeHolder, type CodeMacs } from './codeRows.ts';

export const MAX_TRIES = 5;

/** A typed code, and the number that it is to verify. */
export interface GivenCode {
  mobile: Msisdn;
  code: string;
}

export type Verdict = 'right' | 'wrong' | 'used up';

/** @param fields messages by name of the field, if the caller knows into which field the code was typed. */
export const codeRefused = (verdict: Exclude<Verdict, 'right'>, fields?: Readonly<Record<string, string>>): Refusal =>
  verdict === 'used up'
    ? new Refusal(CODE.tooManyWrongCodes, 'tooManyWrongCodes', {}, fields ? { fields } : null)
    : new Refusal(CODE.invalidVerificationCode, 'invalidVerificationCode', {}, fields ? { fields } : null);

export interface CodeJudge {
  /**
   * Checks a code and uses it up.
   * @throws Refusal invalidVerificationCode for a wrong, expired or used code, or one of another holder or number;
   * tooManyWrongCodes from the last wrong try on, for a right code too.
   */
  use(mobile: Msisdn, holder: CodeHolder, code: string): Promise<void>;
  /** Checks a code without using it up. A wrong code counts as a try. */
  check(mobile: Msisdn, holder: CodeHolder, code: string): Promise<void>;
  /** Checks several codes of one holder without using them up. @returns a verdict for each, in their order. */
  judge(given: readonly GivenCode[], holder: CodeHolder): Promise<readonly Verdict[]>;
  /**
   * Uses up codes that were judged right, in the transaction of the change that they allow, so that both happen or neither.
   * @throws Refusal invalidVerificationCode when one of them was used or replaced in between.
   */
  useWithin(tx: Tx, given: readonly GivenCode[], holder: CodeHolder): Promise<void>;
  /**
   * Judges a code, and uses up a right one, in the transaction of the change that it allows. A wrong try counts only when the
   * transaction commits, so the caller must return its refusal instead of throwing it inside.
   */
  tryWithin(tx: Tx, given: GivenCode, holder: CodeHolder): Promise<Verdict>;
  /** Ends the unused codes of this holder for this number. They do not count as wrong tries. */
  endWithin(tx: Tx, mobile: Msisdn, holder: CodeHolder): Promise<void>;
}

export function createCodeJudge(store: Store, clock: Clock, macs: CodeMacs): CodeJudge {
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
   * Whether this is an earlier code than the valid one. Such a code does not count as a try of the valid code, because a
   * replayed sign-in must not use up the borrower's tries.
   */
  async function isEarlierCode(tx: Tx, latest: number, { mobile, code }: GivenCode, holder: CodeHolder): Promise<boolean> {
    const earlier = await codesOf(tx, mobile, holder)
      .select('id')
      .where('id', '<', latest)
      .where('code_mac', '=', macs.of(mobile, holder, code).toString('hex'))
      .executeTakeFirst();
    return earlier !== undefined;
  }

  /** Locks the valid code, and compares the typed code with it. */
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
      ? { id: sent.id, tries: sent.tries, matches: timingSafeEqual(Buffer.from(sent.code_mac, 'hex'), macs.of(mobile, holder, code)) }
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

  /** Returns verdicts instead of throwing, so that the counted tries are committed. */
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

  return {
    use: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'ends'),
    check: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'stays'),
    judge,
    useWithin: consumeWithin,
    tryWithin,
    endWithin,
  };
}
