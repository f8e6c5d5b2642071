import { meta, onApiError, output, stateConfig } from '../../setup.ts';
import { addFeedback } from './addFeedback.ts';
import { feedbackDetail } from './feedbackDetail.ts';
import { feedbackList } from './feedbackList.ts';

const feedbackFaq = stateConfig({
  id: 'feedbackFaq',
  route: {},
  initial: 'loading',
  meta: meta('feedbackFaq', 'Questions about messages'),
  on: { 'back.requested': '#feedbackList' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadFeedbackQuestions',
        src: 'loadFeedbackQuestions',
        onDone: {
          target: 'shown',
          actions: ['clearProblem', { type: 'setFeedbackQuestions', params: ({ event }) => ({ questions: output({ event }) }) }],
        },
        onError: onApiError('failed'),
      },
    },
    shown: { tags: ['stable'] },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});

/** Says what was just sent; a link that leads here says that nothing was. */
const feedbackResult = stateConfig({
  id: 'feedbackResult',
  route: {},
  meta: meta('feedbackResult', 'Message sent'),
  tags: ['stable'],
  exit: { type: 'setSentTicket', params: { ticketNo: null } },
  on: { 'back.requested': '#feedbackList' },
});

export const feedback = stateConfig({
  id: 'feedback',
  initial: 'feedbackList',
  exit: 'clearProblem',
  states: { feedbackList, addFeedback, feedbackDetail, feedbackFaq, feedbackResult },
});
