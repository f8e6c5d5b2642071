import { example } from '../example.ts';
import { amina, fiveDaysLate, overdue, payFail, repaying, twelveDaysBefore } from '../samples.ts';

const rollover = { places: { repay: 'rollover' } } as const;

export const examples = {
  inTime: example(rollover, { ...amina, order: repaying, now: twelveDaysBefore }),
  overdue: example(rollover, { ...amina, order: overdue, now: fiveDaysLate }),
  nothingRunning: example(rollover, { ...amina, order: payFail }),
};
