import { region } from '../../setup.ts';
import { place } from '../place.ts';

export const feedback = region({
  id: 'feedback',
  initial: 'feedbackList',
  states: {
    feedbackList: place('feedbackList', 'Your messages', 'me'),
    addFeedback: place('addFeedback', 'Write to us', 'feedbackList'),
    feedbackDetail: place('feedbackDetail', 'Your message', 'feedbackList'),
    feedbackFaq: place('feedbackFaq', 'Questions about messages', 'feedbackList'),
    feedbackResult: place('feedbackResult', 'Message sent', 'feedbackList'),
  },
});
