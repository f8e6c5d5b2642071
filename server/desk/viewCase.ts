/** A case as it is shown at the desk. */
import { typedPersonalInfo } from '#server/apply/applicant.ts';
import { fullName } from '#server/apply/sectionValues.ts';
import { repaidLoans } from '#server/books/ledger.ts';
import type { DeskActName, DeskCase } from '#src/api/desk.ts';
import { ACTS_OF } from '#src/api/deskRights.ts';
import { waitingActs } from './approvals.ts';
import { ALWAYS_POSSIBLE, CASES } from './carryOut.ts';
import { maskedMobile } from './covered.ts';
import type { AboutCase } from './deskContext.ts';
import { historyOf } from './history.ts';

export interface LoadedCase extends AboutCase {
  isWaiting: boolean;
}

const ERASED = 'The account is closed, and its data is deleted.';

/** A case after the act that erased its borrower: without personal data and without acts. */
export const erased = (before: DeskCase, history: DeskCase['history']): DeskCase => ({
  ...before,
  ...(before.queue === 'closures' && { bar: ERASED }),
  why: ERASED,
  borrower: null,
  promisedBy: null,
  takenBy: null,
  history,
  covered: [],
  uncovered: [],
  acts: [],
});

async function borrowerOf({ tx, row, uncovered }: AboutCase): Promise<DeskCase['borrower']> {
  if (row.user_id === null) return null;
  const user = await tx.selectFrom('app_user').select(['msisdn', 'language', 'erased_at']).where('id', '=', row.user_id).executeTakeFirst();
  if (!user || user.erased_at !== null) return null;
  return {
    name: fullName(await typedPersonalInfo(tx, row.user_id)),
    mobile: maskedMobile(user.msisdn, uncovered.includes('mobile')),
    language: user.language ?? 'en',
    loansRepaid: (await repaidLoans(tx, row.user_id)).repaid,
  };
}

/** The acts that this clerk may do in the case now. */
function actsIn(loaded: LoadedCase, waiting: readonly unknown[]): DeskActName[] {
  const { item, clerk, isWaiting } = loaded;
  const { acts, actsNow } = CASES[item.queue];
  if (item.takenBy?.staffId !== clerk.staffId || waiting.length > 0) return [];
  return (actsNow?.(loaded) ?? acts).filter((act) => ACTS_OF[clerk.role].includes(act) && (isWaiting || ALWAYS_POSSIBLE.includes(act)));
}

/** @returns the case with everything that this clerk may see and do now. */
export async function viewCase(loaded: LoadedCase): Promise<DeskCase> {
  const { tx, item, row, isWaiting, uncovered } = loaded;
  const { log } = loaded.deps;
  const kind = CASES[item.queue];
  const order =
    row.order_id === null
      ? undefined
      : await tx.selectFrom('loan_order').select(['order_no', 'status']).where('id', '=', row.order_id).executeTakeFirst();
  const waiting = await waitingActs(tx, item.caseId);
  return {
    ...item,
    isWaiting,
    orderNo: order?.order_no ?? null,
    status: order?.status ?? null,
    borrower: await borrowerOf(loaded),
    history: await historyOf(tx, log, item.caseId, row.order_id),
    covered: kind.covered.filter((one) => one !== 'mobile' || row.mobile !== null),
    uncovered,
    acts: actsIn(loaded, waiting),
    waiting,
    ...(await kind.detail(loaded)),
  };
}
