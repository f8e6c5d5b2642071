import type { JourneyContext } from '../../context.ts';
import { agreedKinds, type Collection, lastConsent } from '../../model/collection.ts';
import { blockNavigation, onSessionLost, output, stateConfig } from '../../setup.ts';

type Answered = { event: { output: Collection | null } };
const collectionOf = ({ event }: Answered) => ({ collection: output({ event }) });
const setCollection = { type: 'setCollection', params: collectionOf } as const;
const orderNo = ({ order }: JourneyContext) => order?.orderNo ?? '';

/** Nothing about data stands between a borrower and a loan, be it a no, a shell that fails or a lender that does not answer. */
const onToSending = [onSessionLost, { target: '#loanQuestion.sending' }] as const;
const collectOrSend = [
  { guard: { type: 'canCollect', params: collectionOf }, target: 'collecting', actions: setCollection },
  { target: '#loanQuestion.sending', actions: setCollection },
] as const;

/**
 * Between the review and sending: whatever the lender asks this phone for is put to the borrower, one purpose
 * at a time. The shell is asked for exactly what both said yes to; by default the lender asks for nothing.
 */
export const consent = stateConfig({
  initial: 'loadingRequests',
  states: {
    loadingRequests: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'loadCollection',
        src: 'loadCollection',
        input: ({ context }) => ({ orderNo: orderNo(context) }),
        onDone: [{ guard: { type: 'isConsentNeeded', params: collectionOf }, target: 'asking', actions: setCollection }, ...collectOrSend],
        onError: onToSending,
      },
    },
    asking: {
      // Android Back leads back to the review, like out of a sheet.
      tags: ['sheet'],
      always: { guard: 'hasEachConsent', target: 'recording' },
      on: {
        'consent.answered': { actions: { type: 'setConsent', params: ({ event }) => event } },
        'picker.cancelled': '#loanQuestion.reviewing',
        'back.requested': [
          {
            guard: 'hasAnyConsent',
            actions: {
              type: 'setConsent',
              params: ({ context: { order } }) => ({ kind: order?.collection ? lastConsent(order.collection) : null, agreed: null }),
            },
          },
          { target: '#loanQuestion.reviewing' },
        ],
      },
    },
    /** The lender hears the borrower's word before anything is collected: it takes nothing without it. */
    recording: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'saveConsents',
        src: 'saveConsents',
        input: ({ context }) => ({ orderNo: orderNo(context), consents: context.order?.collection?.consents ?? {} }),
        onDone: collectOrSend,
        onError: onToSending,
      },
    },
    collecting: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'collectData',
        src: 'collectData',
        input: ({ context }) => ({
          orderNo: orderNo(context),
          kinds: context.order?.collection ? agreedKinds(context.order.collection) : [],
        }),
        onDone: { target: '#loanQuestion.sending', actions: setCollection },
        onError: onToSending,
      },
    },
  },
});
