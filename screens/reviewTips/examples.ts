import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { example } from '../example.ts';
import { amina, approved, assessing, at, NOW, order, rejected } from '../samples.ts';

const waiting = { places: { apply: { reviewTips: 'waiting' } } } as const;

export const examples = {
  assessing: example(waiting, { ...amina, order: assessing, now: NOW - 24_000 }),
  justSent: example(waiting, { ...amina, order: assessing, now: (assessing.submittedAt ?? NOW) - 600 }),
  checking: example({ places: { apply: { reviewTips: 'checking' } } }, { ...amina, order: assessing }),
  late: example(waiting, { ...amina, order: assessing, now: at('2025-11-20 10:59'), readAt: at('2025-11-20 10:32') + 26 * MINUTE }),
  approved: example(waiting, { ...amina, order: approved }),
  rejected: example(waiting, { ...amina, order: rejected }),
  closed: example(waiting, { ...amina, order: order(STATUS.cancel) }),
};
