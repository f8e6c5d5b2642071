import { onOrderError, output, place, startLoading, stateConfig } from '../../setup.ts';
import { offerAsked } from './offerAsked.ts';

/** The text of the agreement, readable before the consent and at any time after it. */
export const agreement = stateConfig({
  ...place('agreement', 'Loan agreement'),
  route: { guard: 'hasContract' },
  initial: 'loading',
  on: { 'back.requested': [{ guard: 'hasOffer', target: '#confirmBorrow' }, { target: '#home' }] },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('agreement'),
      invoke: {
        id: 'loadAgreement',
        src: 'loadAgreement',
        input: offerAsked,
        onDone: {
          target: 'shown',
          actions: { type: 'setAgreement', params: ({ event }) => ({ agreement: output({ event }) }) },
        },
        onError: onOrderError('failed', 'agreement'),
      },
    },
    shown: { tags: ['stable'] },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
