/** `npm run return-payment`: returns a payment that belongs to no loan to its payer, or lists returned payments. */
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { ReversalTable } from '#server/store/schema/railTables.ts';
import { inShillings } from './verbWords.ts';

/** The functions of lending that the verb needs. */
export interface ReturnedPayments {
  request(
    receipt: string,
  ): Promise<{ is: 'notWaiting' } | { is: 'asked' | 'running'; amount: Cents } | { is: 'returned'; amount: Cents; receipt: string | null }>;
  list(
    limit: number,
  ): Promise<{ receipt: string; amount: Cents; state: ReversalTable['state']; result_text: string | null; asked_at: Instant }[]>;
}

const MOST_LISTED = 50;

const STATES: Readonly<Record<ReversalTable['state'], string>> = {
  NEW: 'waits to be sent',
  SENT: 'M-PESA was asked',
  OK: 'returned',
  FAILED: 'failed',
};

/** null: returned payments are listed. @throws CannotStart when the argument is no receipt. */
export function readReceipt(given: readonly string[]): string | null {
  const [receipt] = given;
  if (receipt === undefined) return null;
  if (given.length > 1 || !/^[0-9A-Za-z]{6,30}$/.test(receipt))
    throw new CannotStart('Name one receipt of M-PESA, such as SKC82PACB8; without one, the payments that were returned are listed.');
  return receipt.toUpperCase();
}

/** @returns lines for the operator. @throws CannotStart when no payment with this receipt can be returned. */
export async function returnPayment(receipt: string | null, payments: ReturnedPayments): Promise<string[]> {
  if (receipt === null) {
    const rows = await payments.list(MOST_LISTED);
    if (rows.length === 0) return ['No payment was returned.'];
    return rows.map(
      ({ receipt: one, amount, state, result_text: words, asked_at: at }) =>
        `${nairobiDate(at)}  ${one}  ${inShillings(amount)}  ${STATES[state]}${words === null ? '' : ` (${words})`}`,
    );
  }
  const answer = await payments.request(receipt);
  switch (answer.is) {
    case 'notWaiting':
      throw new CannotStart(
        `No payment with the receipt ${receipt} waits for its owner: it is unknown, or it was counted for a loan. Nothing was returned.`,
      );
    case 'asked':
      return [
        `${inShillings(answer.amount)} of ${receipt} go back to the payer: a running lender asks M-PESA within a second, otherwise the next one that starts.`,
        'Run this again to see what became of it.',
      ];
    case 'running':
      return [`M-PESA is being asked to return ${inShillings(answer.amount)} of ${receipt}. Nothing else was done.`];
    case 'returned':
      return [
        `M-PESA has returned ${inShillings(answer.amount)} of ${receipt}${answer.receipt === null ? '' : `, with the receipt ${answer.receipt}`}.`,
      ];
  }
}
