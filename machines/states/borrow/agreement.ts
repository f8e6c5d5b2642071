import type { JourneyContext } from '../../context.ts';
import type { Cents } from '../../model/money.ts';
import { ofOrder, place, startLoading, stateConfig } from '../../setup.ts';
import { readingAgreement } from './readingAgreement.ts';

/** The input of a call about the offer: the amount and term that the borrower chose last, or the approved ones. */
export const offerAsked = ({ context }: { context: JourneyContext }): { orderNo: string; amount?: Cents; termDays?: number } => ({
  ...ofOrder({ context }),
  ...context.choice,
});

/** The text of the agreement, readable before the consent and at any time after it. */
export const agreement = stateConfig({
  ...place('agreement', 'Loan agreement'),
  route: { guard: 'hasContract' },
  initial: 'loading',
  entry: startLoading('agreement'),
  on: { 'back.requested': [{ guard: 'hasOffer', target: '#confirmBorrow' }, { target: '#home' }] },
  states: readingAgreement('loadAgreement', offerAsked),
});
