import { CODE, LOCAL } from '#machines/model/codes.ts';
import { example } from '../../example.ts';
import {
  amina,
  fiveDaysLate,
  overdue,
  repaying,
  rollover,
  rolloverChosen,
  rolloverFunded,
  rolloverLate,
  rolloverMoved,
  rolloverOff,
  rolloverOverPaid,
  rolloverPartPaid,
  rolloverUsedUp,
  twelveDaysBefore,
} from '../../samples.ts';

type Place =
  | 'loading'
  | 'failed'
  | 'choosing'
  | 'opening'
  | 'paying'
  | 'checking'
  | 'funded'
  | 'confirming'
  | 'reconciling'
  | 'unknown'
  | 'withdrawing'
  | 'moved';
const at = (place: Place) => ({ places: { repay: { rollover: place } } }) as const;
const inTime = { ...amina, order: repaying, now: twelveDaysBefore };

export const examples = {
  loading: example(at('loading'), inTime),
  failed: example(at('failed'), { ...inTime, problem: { code: LOCAL.networkFailed, message: '' } }),
  choosing: example(at('choosing'), { ...inTime, rollover }),
  opening: example(at('opening'), { ...inTime, rollover }),
  refused: example(at('choosing'), {
    ...inTime,
    rollover,
    problem: { code: CODE.rolloverRefused, message: 'Please pay the late charge of KSh\u00A0325 first' },
  }),
  lateChargeFirst: example(at('choosing'), { ...amina, order: overdue, now: fiveDaysLate, rollover: rolloverLate }),
  usedUp: example(at('choosing'), { ...inTime, rollover: rolloverUsedUp }),
  off: example(at('choosing'), { ...inTime, rollover: rolloverOff }),
  paying: example(at('paying'), { ...inTime, rollover: rolloverChosen }),
  checking: example(at('checking'), { ...inTime, rollover: rolloverChosen }),
  partPaid: example(at('paying'), { ...inTime, rollover: rolloverPartPaid }),
  paidAndLate: example(at('paying'), {
    ...amina,
    order: overdue,
    now: fiveDaysLate,
    rollover: { ...rolloverLate, chosen: rolloverFunded.chosen },
  }),
  funded: example(at('funded'), { ...inTime, rollover: rolloverFunded }),
  overPaid: example(at('funded'), { ...inTime, rollover: rolloverOverPaid }),
  confirming: example(at('confirming'), { ...inTime, rollover: rolloverFunded }),
  reconciling: example(at('reconciling'), { ...inTime, rollover: rolloverFunded }),
  unknown: example(at('unknown'), { ...inTime, rollover: rolloverFunded, problem: { code: LOCAL.networkFailed, message: '' } }),
  withdrawing: example(at('withdrawing'), { ...inTime, rollover: rolloverFunded }),
  moved: example(at('moved'), { ...inTime, rollover: rolloverMoved }),
};
