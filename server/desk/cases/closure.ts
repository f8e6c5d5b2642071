/** Borrowers who wanted to close the account and could not yet. */
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';
import { CLOSING_BARS } from '../queueSources.ts';

export const closureCase: CaseKind<'closures'> = {
  covered: ['mobile'],
  acts: ['blockNumber', 'unblockNumber'],
  detail: ({ row }) => Promise.resolve({ bar: CLOSING_BARS[row.why ?? ''] ?? '' }),
  values: () => Promise.resolve({}),
  act: () => Promise.reject(new DeskRefused('notAllowed', 'The borrower closes the account in the app once nothing is open.')),
  amountOf: () => Promise.resolve(null),
};
