/** Account numbers at the paybill. A payment to one belongs to its loan, whoever pays. */
import { newAccountNo } from '#server/store/ids.ts';
import type { Tx } from '#server/store/store.ts';

export type AccountPurpose = 'repayment' | 'rollover';

/** Account numbers as people type them. */
export const typedAccount = (account: string): string => account.replace(/[\s-]/g, '').toUpperCase();

/** The loan's number for that purpose; created on first use and then constant. */
export async function accountFor(tx: Tx, orderId: number, purpose: AccountPurpose, now: number): Promise<string> {
  for (;;) {
    const known = await tx
      .selectFrom('dedicated_account')
      .select('account_no')
      .where('order_id', '=', orderId)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    if (known) return known.account_no;
    // A collision of numbers is retried.
    await tx
      .insertInto('dedicated_account')
      .values({ account_no: newAccountNo(purpose), order_id: orderId, purpose, made_at: now })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** The owner of an account number; undefined for an unknown number. */
export const ownerOfAccount = (tx: Tx, account: string): Promise<{ order_id: number; purpose: AccountPurpose } | undefined> =>
  tx.selectFrom('dedicated_account').select(['order_id', 'purpose']).where('account_no', '=', account).executeTakeFirst();
