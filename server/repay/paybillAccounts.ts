/** Account numbers at the paybill. A payment to an account number belongs to its loan, whoever the payer is. */
import { newAccountNo } from '#server/store/ids.ts';
import type { Tx } from '#server/store/store.ts';

export type AccountPurpose = 'repayment' | 'rollover';

/** M-PESA accepts 20 characters. Longer text cannot be the number of a loan, so it is cut. */
const MAX_ACCOUNT = 40;

/** Normalises a typed account number: only letters and digits count. */
export const typedAccount = (account: string): string =>
  account
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, MAX_ACCOUNT);

/** The loan's account number for this purpose. It is created on first use and then constant. */
export async function accountFor(tx: Tx, orderId: number, purpose: AccountPurpose, now: number): Promise<string> {
  for (;;) {
    const known = await tx
      .selectFrom('dedicated_account')
      .select('account_no')
      .where('order_id', '=', orderId)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    if (known) return known.account_no;
    // If the new number exists already, nothing is inserted and the loop tries another one.
    await tx
      .insertInto('dedicated_account')
      .values({ account_no: newAccountNo(purpose), order_id: orderId, purpose, made_at: now })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** The loan of an account number, which may be a dedicated number or the number of the order; null: no loan has it. */
export async function findAccountOwner(tx: Tx, account: string): Promise<number | null> {
  const owned = await ownerOfAccount(tx, account);
  if (owned) return owned.order_id;
  return (await tx.selectFrom('loan_order').select('id').where('order_no', '=', account).executeTakeFirst())?.id ?? null;
}

/** The loan and the purpose of a dedicated account number; undefined for an unknown number. */
export const ownerOfAccount = (tx: Tx, account: string): Promise<{ order_id: number; purpose: AccountPurpose } | undefined> =>
  tx.selectFrom('dedicated_account').select(['order_id', 'purpose']).where('account_no', '=', account).executeTakeFirst();
