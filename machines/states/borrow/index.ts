import { stateConfig } from '../../setup.ts';
import { agreement } from './agreement.ts';
import { confirmBorrow } from './confirmBorrow.ts';
import { lending } from './lending.ts';

export const borrow = stateConfig({
  id: 'borrow',
  initial: 'confirmBorrow',
  /** The agreement may be read in between; whoever leaves the offer and comes back agrees anew. */
  exit: 'forgetConsent',
  states: { confirmBorrow, agreement, lending },
});
