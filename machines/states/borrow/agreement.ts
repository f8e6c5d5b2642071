import { place, startLoading, stateConfig } from '../../setup.ts';
import { offerAsked } from './offerAsked.ts';
import { readingAgreement } from './readingAgreement.ts';

/** The text of the agreement, readable before the consent and at any time after it. */
export const agreement = stateConfig({
  ...place('agreement', 'Loan agreement'),
  route: { guard: 'hasContract' },
  initial: 'loading',
  entry: startLoading('agreement'),
  on: { 'back.requested': [{ guard: 'hasOffer', target: '#confirmBorrow' }, { target: '#home' }] },
  states: readingAgreement('loadAgreement', offerAsked),
});
