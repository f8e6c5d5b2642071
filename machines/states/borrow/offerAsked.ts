import type { JourneyContext } from '../../context.ts';
import type { Cents } from '../../model/money.ts';
import { ofOrder } from '../../setup.ts';

/** Identifies the offer by the borrower's last choice; before any choice, by the approved terms. */
export const offerAsked = ({ context }: { context: JourneyContext }): { orderNo: string; amount?: Cents; termDays?: number } => ({
  ...ofOrder({ context }),
  ...context.choice,
});
