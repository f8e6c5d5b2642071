import { example } from '../../example.ts';
import { amina, visitor, homeWith } from '../../samples.ts';

const me = { places: { tabs: { me: 'shown' } } } as const;

export const examples = {
  visitor: example(me, visitor),
  borrower: example(me, amina),
  checkingMessages: example({ places: { tabs: { me: 'checkingMessages' } } }, amina),
  newAnswer: example(me, { ...amina, hasUnread: true }),
  withoutName: example(me, { ...amina, ...homeWith({ firstName: null }) }),
  loggedOut: example(me, { ...visitor, notice: { key: 'loggedOut', message: '' } }),
};
