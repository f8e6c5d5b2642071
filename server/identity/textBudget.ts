/** The budget of texts in an hour, and the reserve for borrowers who owe a loan. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Tx } from '#server/store/store.ts';
import { tooMany, type Counters, type Limit } from './counters.ts';
import { ALARM_SHARE, type Limits } from './limitTable.ts';

/** Levels of the hour's budget. The first two are about everybody's budget, the third about the reserve. */
export type BudgetAlarm = 'nearly used up' | 'used up' | 'reserve used up';

export interface TextBudget {
  /**
   * Counts a text against the hour's budget. The row of the budget is locked until the transaction ends, so count it last.
   * @throws Refusal tooManyRequests when no text is left for this caller.
   */
  take(tx: Tx, owesLoan: boolean): Promise<{ limit: Limit; alarm: BudgetAlarm | null }>;
  /** Reverses the count of a text that could not be sent. @param limit the limit that {@link TextBudget.take} returned. */
  giveBack(limit: Limit): Promise<void>;
}

/** @param alarm called with `used up` once in each hour and process. `take` returns the other levels to the caller. */
export function createTextBudget(
  clock: Clock,
  counters: Counters,
  { budget, reserve }: Pick<Limits, 'budget' | 'reserve'>,
  alarm: (reached: BudgetAlarm) => void,
): TextBudget {
  let saidUntil = 0;
  /** Raises the alarm above the budget too: a budget that was lowered within the hour is never reached exactly. */
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
