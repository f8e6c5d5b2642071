/** Account numbers at the paybill. Whatever is paid to one belongs to its loan, whoever pays. */
import { newAccountNo } from '#server/store/ids.ts';
import type { Tx } from '#server/store/store.ts';

export type AccountPurpose = 'repayment' | 'rollover';

/** Account numbers as people type them. */
export const typedAccount = (account: string): string => account.replace(/[\s-]/g, '').toUpperCase();

/** The loan's number for that purpose; made when it is first asked for, and the same ever after. */
export async function accountFor(tx: Tx, orderId: number, purpose: AccountPurpose, now: number): Promise<string> {
  for (;;) {
    const known = await tx
      .selectFrom('dedicated_account')
      .select('account_no')
      .where('order_id', '=', orderId)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    if (known) return known.account_no;
    // A number that is taken already leads to another try.
    await tx
      .insertInto('dedicated_account')
      .values({ account_no: newAccountNo(purpose), order_id: orderId, purpose, made_at: now })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** Whose account that is; undefined for a number nobody was given. */
export const ownerOfAccount = (tx: Tx, account: string): Promise<{ order_id: number; purpose: AccountPurpose } | undefined> =>
  tx.selectFrom('dedicated_account').select(['order_id', 'purpose']).where('account_no', '=', account).executeTakeFirst();
