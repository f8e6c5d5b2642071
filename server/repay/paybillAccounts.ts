/** Account numbers at the paybill. A payment to one belongs to its loan, no matter who pays. */
import { newAccountNo } from '#server/store/ids.ts';
import type { Tx } from '#server/store/store.ts';

export type AccountPurpose = 'repayment' | 'rollover';

/** M-PESA takes 20 characters; nothing longer is the number of a loan. */
const MAX_ACCOUNT = 40;

/** Account numbers as people type them: letters and digits count, whatever stands between them. */
export const typedAccount = (account: string): string =>
  account
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, MAX_ACCOUNT);

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

/** The loan that an account number stands for: a number of the loan's own, or the number of its order; null: no loan has it. */
export async function findAccountOwner(tx: Tx, account: string): Promise<number | null> {
  const owned = await ownerOfAccount(tx, account);
  if (owned) return owned.order_id;
  return (await tx.selectFrom('loan_order').select('id').where('order_no', '=', account).executeTakeFirst())?.id ?? null;
}

/** The owner of an account number; undefined for an unknown number. */
export const ownerOfAccount = (tx: Tx, account: string): Promise<{ order_id: number; purpose: AccountPurpose } | undefined> =>
  tx.selectFrom('dedicated_account').select(['order_id', 'purpose']).where('account_no', '=', account).executeTakeFirst();
