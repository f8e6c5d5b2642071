import { onApiError, output, place, startLoading, stateConfig } from '../../setup.ts';
import { addFeedback } from './addFeedback.ts';
import { feedbackDetail } from './feedbackDetail.ts';
import { feedbackList } from './feedbackList.ts';

const feedbackFaq = stateConfig({
  ...place('feedbackFaq', 'Questions about messages'),
  route: {},
  initial: 'loading',
  on: { 'back.requested': '#feedbackList' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('feedbackQuestions'),
      invoke: {
        id: 'loadFeedbackQuestions',
        src: 'loadFeedbackQuestions',
        onDone: {
          target: 'shown',
          actions: { type: 'setFeedbackQuestions', params: ({ event }) => ({ questions: output({ event }) }) },
        },
        onError: onApiError('failed', 'feedbackQuestions'),
      },
    },
    shown: { tags: ['stable'] },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});

/** Confirms the message that was just sent. If a link opened the page, it says that no message was sent. */
const feedbackResult = stateConfig({
  ...place('feedbackResult', 'Message sent'),
  route: {},
  tags: ['stable'],
  exit: { type: 'setSentTicket', params: { ticketNo: null } },
  on: { 'back.requested': '#feedbackList' },
});

export const feedback = stateConfig({
  id: 'feedback',
  initial: 'feedbackList',
  states: { feedbackList, addFeedback, feedbackDetail, feedbackFaq, feedbackResult },
});
