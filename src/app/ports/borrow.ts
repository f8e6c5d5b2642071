/** Drawing the money. */
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface BorrowDeps {
  api: () => Promise<Api>;
}

export function borrowPorts({ api }: BorrowDeps): Works<'drawLoan'> {
  return {
    /** The consent names the terms that were shown. The lender refuses when its own terms differ. */
    drawLoan: async ({ input: { offer, code } }) =>
      (await clientOf(api)()).call('getMoney', {
        orderNo: offer.orderNo,
        agreementVersion: offer.agreementVersion,
        sent: offer.terms.sent,
        owed: offer.terms.owed,
        amount: offer.terms.principal,
        termDays: offer.terms.termDays,
        ...(code === undefined ? {} : { code }),
      }),
  };
}
