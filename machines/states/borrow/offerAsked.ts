import type { JourneyContext } from '../../context.ts';
import type { Cents } from '../../model/money.ts';

/** The offer as the borrower last chose it; as approved before that. */
export const offerAsked = ({
  context: { order, offer },
}: {
  context: JourneyContext;
}): { orderNo: string; amount?: Cents; termDays?: number } => ({
  orderNo: order?.orderNo ?? '',
  ...(offer ? { amount: offer.terms.principal, termDays: offer.terms.termDays } : {}),
});
