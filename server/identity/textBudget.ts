/** The budget of texts in an hour, and the reserve of those who owe a loan. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Tx } from '#server/store/store.ts';
import { tooMany, type Counters, type Limit } from './counters.ts';
import { ALARM_SHARE, type Limits } from './limitTable.ts';

/** How much of the hour's texts is used. The first two count what everybody may use, the third what is reserved. */
export type BudgetAlarm = 'nearly used up' | 'used up' | 'reserve used up';

export interface TextBudget {
  /**
   * Counts a text against the hour's budget. Its row is locked until the transaction ends, so this is counted last.
   * @throws Refusal tooManyRequests when there is none left for this caller.
   */
  take(tx: Tx, owesLoan: boolean): Promise<{ limit: Limit; alarm: BudgetAlarm | null }>;
  /** A text that could not be sent is not counted. @param limit the one that {@link TextBudget.take} counted against. */
  giveBack(limit: Limit): Promise<void>;
}

/** @param alarm called with `used up` once in each hour and process; the others are returned with the text that reached them. */
export function createTextBudget(
  clock: Clock,
  counters: Counters,
  { budget, reserve }: Pick<Limits, 'budget' | 'reserve'>,
  alarm: (reached: BudgetAlarm) => void,
): TextBudget {
  let saidUntil = 0;
  /** Called once in each hour and process, also above the budget, because a budget that is lowered within the hour is never used up exactly. */
  function sayUsedUp(endsAt: Instant): void {
    if (clock.now() < saidUntil) return;
    saidUntil = endsAt;
    alarm('used up');
  }

  async function take(tx: Tx, owesLoan: boolean): Promise<{ limit: Limit; alarm: BudgetAlarm | null }> {
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
    throw tooMany(endsAt, clock.now(), 'textsUsedUp');
  }

  return { take, giveBack: (limit) => counters.giveBack(limit, '') };
}
