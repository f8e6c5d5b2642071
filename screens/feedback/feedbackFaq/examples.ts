import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina } from '../../samples.ts';

const place = (step: 'loading' | 'shown' | 'failed') => ({ places: { feedback: { feedbackFaq: step } } });

const feedbackQuestions = [
  { question: 'When do I get an answer?', answer: 'Within 1 working day. You see it here, under your messages.' },
  { question: 'Can I pay a part?', answer: 'Yes, from KSh 500. What is left stays open.' },
];

export const examples = {
  loading: example(place('loading'), amina),
  shown: example(place('shown'), { ...amina, feedbackQuestions: loaded(feedbackQuestions) }),
  failed: example(place('failed'), { ...amina, feedbackQuestions: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
};
