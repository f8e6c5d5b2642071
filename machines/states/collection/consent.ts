import { agreedKinds, type Collection, lastConsent } from '../../model/collection.ts';
import { collectionOf, required } from '../../required.ts';
import { blockNavigation, ofOrder, onSessionLost, output, stateConfig } from '../../setup.ts';

type Answered = { event: { output: Collection | null } };
const answered = ({ event }: Answered) => ({ collection: output({ event }) });
const setCollection = { type: 'setCollection', params: answered } as const;

/** The application is sent in any case: also after a refusal, a failure of the shell or a lost answer. */
const onToSending = [onSessionLost, { target: '#loanQuestion.sending' }] as const;
const collectOrSend = [
  { guard: { type: 'canCollect', params: answered }, target: 'collecting', actions: setCollection },
  { target: '#loanQuestion.sending', actions: setCollection },
] as const;

/**
 * Between the review and sending, the borrower is asked about each kind of data that the lender requests, one
 * at a time. The shell collects only kinds that the borrower agreed to. By default the lender requests none.
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
        input: ofOrder,
        onDone: [{ guard: { type: 'isConsentNeeded', params: answered }, target: 'asking', actions: setCollection }, ...collectOrSend],
        onError: onToSending,
      },
    },
    asking: {
      // Android Back closes the question like a sheet, and leads to the review.
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
              params: ({ context }) => ({ kind: required('consent', lastConsent(collectionOf(context))), agreed: null }),
            },
          },
          { target: '#loanQuestion.reviewing' },
        ],
      },
    },
    /** Saves the consents at the lender before anything is collected, because it accepts no data without them. */
    recording: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'saveConsents',
        src: 'saveConsents',
        input: ({ context }) => ({ ...ofOrder({ context }), consents: collectionOf(context).consents }),
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
        input: ({ context }) => ({ ...ofOrder({ context }), kinds: agreedKinds(collectionOf(context)) }),
        onDone: { target: '#loanQuestion.sending', actions: setCollection },
        onError: onToSending,
      },
    },
  },
});
