import { STATUS } from '#machines/model/orderStatus.ts';
import { example } from '../example.ts';
import { amina, order, repaying } from '../samples.ts';

const place = { places: { policies: { cancellationForm: 'choosing' } } } as const;

export const examples = {
  withoutLoan: example(place, amina),
  loanOpen: example(place, { ...amina, order: repaying }),
  applicationOpen: example(place, { ...amina, order: order(STATUS.addition) }),
};
