import { STATUS } from '../../model/orderStatus.ts';
import { heldInPlace, meta, onOrderError, output, region } from '../../setup.ts';
import { opensPicker, picking } from './picking.ts';

/** Eleven questions about credit so far; answering the last one sends the application. */
export const loanQuestion = region({
  id: 'loanQuestion',
  route: { guard: { type: 'canFill', params: { step: STATUS.question } } },
  initial: 'editing',
  meta: meta('loanQuestion', 'Your credit history'),
  on: { 'back.requested': '#home' },
  states: {
    editing: { tags: ['form', 'stable'], on: { ...opensPicker, 'questionnaire.submitted': 'saving' } },
    picking,
    saving: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'saveQuestionnaire',
        src: 'saveQuestionnaire',
        input: ({ context, event }) => ({ orderNo: context.order?.orderNo ?? '', values: event.type === 'questionnaire.submitted' ? event.values : {} }),
        onDone: {
          target: '#followingStatus',
          actions: ['clearProblem', 'dropDrafts', { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) }],
        },
        onError: onOrderError('editing'),
      },
    },
  },
});
