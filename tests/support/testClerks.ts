/** Clerks at the desk of a test's lender. */
import { randomUUID } from 'node:crypto';
import type { Role } from '#src/api/desk.ts';
import { decideApplication, sandboxClerk, type SandboxClerk } from '../../scripts/lib/sandboxClerk.ts';
import type { TestLender } from './testLender.ts';

type At = Pick<TestLender, 'url'>;

export const clerkOf = ({ url }: At, role: Role): SandboxClerk => sandboxClerk(url, role);

export const approve = ({ url }: At, orderNo: string): Promise<void> => decideApplication(url, orderNo, { name: 'approve' });

/** Rejects an application, for reasons that the borrower reads. */
export const reject = ({ url }: At, orderNo: string): Promise<void> =>
  decideApplication(url, orderNo, { name: 'reject', reason: 'history', words: 'Late payments elsewhere.' });

/** A picture of a case, uncovered by a clerk who has given a reason. */
export async function shownAtDesk({ url }: At, role: Role, caseId: string, picture: string): Promise<Response> {
  const clerk = sandboxClerk(url, role);
  await clerk.call('take', { caseId, requestId: randomUUID() });
  await clerk.call('uncover', { caseId, what: 'photos', reason: 'To read the picture' });
  return clerk.picture(picture);
}
