/** The lender's check of an application's photos, which exists before the desk has a case. */
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import { typedPersonalInfo } from '#server/apply/applicant.ts';
import { checkIdentity } from '#server/apply/reader/cardReadings.ts';
import type { TestLender } from './testLender.ts';

export async function identityOf(lender: TestLender, orderNo: string): Promise<IdentityCheck> {
  const { db } = lender.inside().store;
  const { user_id } = await db.selectFrom('loan_order').select('user_id').where('order_no', '=', orderNo).executeTakeFirstOrThrow();
  return checkIdentity(db, user_id, await typedPersonalInfo(db, user_id));
}
