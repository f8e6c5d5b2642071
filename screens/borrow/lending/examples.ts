import { HOUR } from '#machines/model/calendar.ts';
import { example } from '../../example.ts';
import { amina, at, bank, lending, homeWith } from '../../samples.ts';

const waiting = { places: { borrow: { lending: 'waiting' } } } as const;
const now = at('2025-11-20 11:02');

export const examples = {
  waiting: example(waiting, { ...amina, order: lending, now, ...homeWith({ readAt: now }) }),
  checking: example({ places: { borrow: { lending: 'checking' } } }, { ...amina, order: lending, now, ...homeWith({ readAt: now }) }),
  late: example(waiting, { ...amina, order: { ...lending, payoutAccount: bank }, now: now + HOUR, ...homeWith({ readAt: now + HOUR }) }),
};
