import type { JourneyEvent } from '../../events.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, onApiError, output, place, readWhenOnline, startLoading, stateConfig } from '../../setup.ts';
import { drafting, takesPictures, uploading } from './unsentMessage.ts';

type Submitted = { event: Extract<JourneyEvent, { type: 'feedback.submitted' }> };
const ABOUT = 'feedback';

/** A new message. The phone stores the text until the lender has it. One press of Send makes one ticket. */
export const addFeedback = stateConfig({
  ...place('addFeedback', 'Write to us'),
  route: {},
  initial: 'checking',
  on: { 'back.requested': '#feedbackList' },
  states: {
    /** Loads whether another ticket may be opened. The borrower may write meanwhile. */
    checking: {
      tags: ['busy', 'form'],
      entry: startLoading('feedbackCheck'),
      on: drafting,
      invoke: {
        id: 'checkFeedback',
        src: 'checkFeedback',
        onDone: { target: 'editing', actions: { type: 'setFeedbackCheck', params: ({ event }) => output({ event }) } },
        onError: onApiError('editing', 'feedbackCheck'),
      },
    },
    editing: {
      tags: ['form', 'stable'],
      on: {
        ...takesPictures,
        ...readWhenOnline('feedbackCheck', 'checking'),
        'feedback.submitted': [
          {
            guard: { type: 'isFeedbackComplete', params: ({ event }: Submitted) => event },
            target: 'sending',
            actions: { type: 'keepUnsent', params: ({ event }: Submitted) => ({ about: ABOUT, values: event.values }) },
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'incomplete' } } },
        ],
      },
    },
    uploading: uploading('uploadCredential', 'editing', () => ({ about: ABOUT, ticketNo: null })),
    /** The call is idempotent, so a lost answer leads back to the button. */
    sending: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'sendFeedback',
        src: 'sendFeedback',
        // The unsent values have the pictures that were uploaded after the screen was drawn.
        input: ({ context, event }) => ({ values: { ...context.unsent[ABOUT], ...eventOf(event, 'feedback.submitted').values } }),
        onDone: {
          target: '#feedbackResult',
          actions: [
            { type: 'dropUnsent', params: { about: ABOUT } },
            { type: 'setSentTicket', params: ({ event }) => output({ event }) },
          ],
        },
        onError: onApiError('editing'),
      },
    },
  },
});
