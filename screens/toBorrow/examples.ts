import { CODE } from '#machines/model/codes.ts';
import { example } from '../example.ts';
import { amina } from '../samples.ts';

const toBorrow = (place: 'choosing' | 'opening') => ({ places: { apply: { toBorrow: place } } }) as const;

export const examples = {
  choosing: example(toBorrow('choosing'), amina),
  opening: example(toBorrow('opening'), amina),
  refused: example(toBorrow('choosing'), {
    ...amina,
    problem: { code: CODE.oneLoanAtATime, message: 'You already have a loan with us. Only one at a time.' },
  }),
};
