import { eventOf, required } from '../../required.ts';
import { blockNavigation, ofOrder, onOrderError, output, place, reenterOnRefresh, startLoading, stateConfig } from '../../setup.ts';
import { completeProof } from '../../model/proof.ts';
import type { JourneyEvent } from '../../events.ts';

type Submitted = { event: Extract<JourneyEvent, { type: 'proof.submitted' }> };

type Refused = { event: Extract<JourneyEvent, { type: 'proof.pictureRefused' }> };

/** Events of the form, also while the list is refreshed. */
const formEvents = {
  'proof.pictureTaken': 'uploading',
  'proof.pictureRefused': { actions: { type: 'setProblem', params: ({ event }: Refused) => ({ error: event.problem }) } },
  'proof.submitted': [
    {
      guard: { type: 'isProofComplete', params: ({ event }: Submitted) => event },
      target: 'sending',
    },
    { actions: { type: 'setLocalProblem', params: { problem: 'incomplete' } } },
  ],
} as const;

/** Proofs of payments that are missing in the statement: the form for a new one, and the list of those sent before. */
export const proofs = stateConfig({
  ...place('proofs', 'A payment does not show'),
  route: { guard: 'isLoanRunning' },
  initial: 'loading',
  entry: 'forgetPictures',
  on: { 'back.requested': '#repayDetail' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('proofs'),
      invoke: {
        id: 'loadProofs',
        src: 'loadProofs',
        input: ofOrder,
        onDone: {
          target: 'listing',
          actions: { type: 'setProofs', params: ({ event }) => ({ proofs: output({ event }) }) },
        },
        onError: onOrderError('failed', 'proofs'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    listing: {
      tags: ['stable', 'form'],
      on: {
        ...formEvents,
        'refresh.requested': 'refreshing',
      },
    },
    /** The form keeps the typed values: a refresh comes when the borrower returns from reading the receipt in another app. */
    refreshing: {
      tags: ['busy', 'form'],
      on: { ...formEvents, ...reenterOnRefresh('refreshing') },
      invoke: {
        id: 'refreshProofs',
        src: 'loadProofs',
        input: ofOrder,
        onDone: {
          target: 'listing',
          actions: { type: 'setProofs', params: ({ event }) => ({ proofs: output({ event }) }) },
        },
        onError: onOrderError('listing'),
      },
    },
    uploading: {
      tags: ['busy', 'form'],
      on: blockNavigation,
      invoke: {
        id: 'uploadProofPicture',
        src: 'uploadProofPicture',
        input: ({ context, event }) => ({ ...ofOrder({ context }), handle: eventOf(event, 'proof.pictureTaken').handle }),
        onDone: { target: 'listing', actions: { type: 'addPicture', params: ({ event }) => output({ event }) } },
        onError: onOrderError('listing'),
      },
    },
    sending: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'sendProof',
        src: 'sendProof',
        input: ({ context, event }) => ({
          ...ofOrder({ context }),
          ...required('complete proof', completeProof(eventOf(event, 'proof.submitted'))),
        }),
        onDone: {
          target: 'listing',
          actions: [
            { type: 'addProof', params: ({ event }) => ({ proof: output({ event }) }) },
            { type: 'notify', params: { key: 'proofSent' } },
          ],
        },
        onError: onOrderError('listing'),
      },
    },
  },
});
