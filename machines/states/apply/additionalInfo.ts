import { STATUS } from '../../model/orderStatus.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, onOrderError, output, place, stateConfig } from '../../setup.ts';
import { backToReview } from './loanQuestion.ts';
import { comparing, onSavedElsewhere, versionOf } from './comparing.ts';
import { opensPicker, picking } from './picking.ts';

export const additionalInfo = stateConfig({
  ...place('additionalInfo', 'Additional information'),
  route: { guard: { type: 'canFill', params: { step: STATUS.addition } } },
  initial: 'editing',
  on: { 'back.requested': backToReview('personalInfo') },
  states: {
    editing: {
      tags: ['form', 'stable'],
      on: {
        ...opensPicker,
        'additionalInfo.submitted': 'saving',
        'contact.pickRequested': 'pickingContact',
      },
    },
    picking,
    comparing,
    /** The shell shows the phone book. The form stays visible. Without a shell the borrower types the number. */
    pickingContact: {
      tags: ['busy', 'form'],
      on: { 'back.requested': 'editing' },
      invoke: {
        id: 'pickContact',
        src: 'pickContact',
        input: ({ event }) => ({ index: eventOf(event, 'contact.pickRequested').index }),
        onDone: [
          {
            guard: { type: 'hasPicked', params: ({ event }) => output({ event }) },
            target: 'editing',
            actions: { type: 'fillContact', params: ({ event }) => output({ event }) },
          },
          { target: 'editing' },
        ],
        // The shell answers, not the lender, so the answer is never a session code.
        onError: { target: 'editing', actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saving: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'saveAdditionalInfo',
        src: 'saveAdditionalInfo',
        input: ({ context, event }) => versionOf('additionalInfo', context, event),
        onDone: {
          target: '#routingByStatus',
          actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
        },
        onError: [onSavedElsewhere, ...onOrderError('editing')],
      },
    },
  },
});
