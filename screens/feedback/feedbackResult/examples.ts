import { example } from '../../example.ts';
import { amina } from '../../samples.ts';

const place = { places: { feedback: 'feedbackResult' } } as const;

export const examples = {
  sent: example(place, { ...amina, sentTicket: 'F7K2M9QX' }),
  followedByALink: example(place, amina),
};
