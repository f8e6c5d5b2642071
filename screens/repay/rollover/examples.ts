import { CODE, LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
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
  failed: example(at('failed'), { ...inTime, rollover: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  choosing: example(at('choosing'), { ...inTime, rollover: loaded(rollover) }),
  opening: example(at('opening'), { ...inTime, rollover: loaded(rollover) }),
  refused: example(at('choosing'), {
    ...inTime,
    rollover: loaded(rollover),
    problem: { code: CODE.rolloverRefused, message: 'Please pay the late charge of KSh\u00A0325 first' },
  }),
  lateChargeFirst: example(at('choosing'), { ...amina, order: overdue, now: fiveDaysLate, rollover: loaded(rolloverLate) }),
  usedUp: example(at('choosing'), { ...inTime, rollover: loaded(rolloverUsedUp) }),
  off: example(at('choosing'), { ...inTime, rollover: loaded(rolloverOff) }),
  paying: example(at('paying'), { ...inTime, rollover: loaded(rolloverChosen) }),
  checking: example(at('checking'), { ...inTime, rollover: loaded(rolloverChosen) }),
  partPaid: example(at('paying'), { ...inTime, rollover: loaded(rolloverPartPaid) }),
  paidAndLate: example(at('paying'), {
    ...amina,
    order: overdue,
    now: fiveDaysLate,
    rollover: loaded({ ...rolloverLate, chosen: rolloverFunded.chosen }),
  }),
  funded: example(at('funded'), { ...inTime, rollover: loaded(rolloverFunded) }),
  overPaid: example(at('funded'), { ...inTime, rollover: loaded(rolloverOverPaid) }),
  confirming: example(at('confirming'), { ...inTime, rollover: loaded(rolloverFunded) }),
  reconciling: example(at('reconciling'), { ...inTime, rollover: loaded(rolloverFunded) }),
  unknown: example(at('unknown'), { ...inTime, rollover: loaded(rolloverFunded), problem: { code: LOCAL.networkFailed, message: '' } }),
  withdrawing: example(at('withdrawing'), { ...inTime, rollover: loaded(rolloverFunded) }),
  moved: example(at('moved'), { ...inTime, rollover: loaded(rolloverMoved) }),
};
