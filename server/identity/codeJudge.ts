/** Judges codes that were typed, counts wrong tries, and uses right ones up. */
import { timingSafeEqual } from 'node:crypto';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { codesOf, type CodeHolder, type CodeMacs } from './codeRows.ts';

export const MAX_TRIES = 5;

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

export interface CodeJudge {
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
   * Whether this is a code that was sent before the one that counts. It is no guess, and no try of the newer code:
   * a replayed sign-in must not use up the borrower's tries.
   */
  async function isEarlierCode(tx: Tx, latest: number, { mobile, code }: GivenCode, holder: CodeHolder): Promise<boolean> {
    const earlier = await codesOf(tx, mobile, holder)
      .select('id')
      .where('id', '<', latest)
      .where('code_mac', '=', macs.of(mobile, holder, code).toString('hex'))
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

  return {
    use: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'ends'),
    check: (mobile, holder, code) => tryOne({ mobile, code }, holder, 'stays'),
    judge,
    useWithin: consumeWithin,
    tryWithin,
    endWithin,
  };
}
