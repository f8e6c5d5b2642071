import { example } from '../example.ts';
import { amina, repaying } from '../samples.ts';

export const examples = { shown: example({ places: { feedback: { feedbackDetail: 'shown' } } }, { ...amina, order: repaying }) };
