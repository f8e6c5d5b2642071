import { meta, onOrderError, output, stateConfig } from '../../setup.ts';
import { offerAsked } from './offerAsked.ts';

/** The contract's text, to read before agreeing to it and at any time after. */
export const agreement = stateConfig({
  id: 'agreement',
  route: { guard: 'hasContract' },
  initial: 'loading',
  meta: meta('agreement', 'Loan agreement'),
  on: { 'back.requested': [{ guard: 'hasOffer', target: '#confirmBorrow' }, { target: '#home' }] },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadAgreement',
        src: 'loadAgreement',
        input: offerAsked,
        onDone: {
          target: 'shown',
          actions: ['clearProblem', { type: 'setAgreement', params: ({ event }) => ({ agreement: output({ event }) }) }],
        },
        onError: onOrderError('failed'),
      },
    },
    shown: { tags: ['stable'] },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
