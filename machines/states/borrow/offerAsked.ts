import type { JourneyContext } from '../../context.ts';
import type { Cents } from '../../model/money.ts';

/** Identifies the offer by the borrower's last choice; before any choice, by the approved terms. */
export const offerAsked = ({
  context: { order, offer },
}: {
  context: JourneyContext;
}): { orderNo: string; amount?: Cents; termDays?: number } => ({
  orderNo: order?.orderNo ?? '',
  ...(offer ? { amount: offer.terms.principal, termDays: offer.terms.termDays } : {}),
});
