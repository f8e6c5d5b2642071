/** Cases of acts that wait for a second person. The call `decideWaiting` decides them, so these cases have no acts. */
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';
import { readAct } from '../approvals.ts';

export const approvalCase: CaseKind<'approvals'> = {
  covered: ['mobile'],
  acts: [],
  async detail({ tx, row }) {
    const act = await readAct(tx, row.name);
    if (!act) throw new DeskRefused('unknownCase', 'There is no such act.');
    return { queue: 'approvals', act };
  },
  values: () => Promise.resolve({}),
  act: () => Promise.reject(new DeskRefused('notAllowed', 'Confirm or decline what waits here.')),
  amountOf: () => Promise.resolve(null),
};
