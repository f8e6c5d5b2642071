import { stateConfig } from '../../setup.ts';
import { agreement } from './agreement.ts';
import { confirmBorrow } from './confirmBorrow.ts';
import { lending } from './lending.ts';

export const borrow = stateConfig({
  id: 'borrow',
  initial: 'confirmBorrow',
  /** Reading the agreement keeps the consent. Leaving the offer drops it. */
  exit: 'forgetConsent',
  states: { confirmBorrow, agreement, lending },
});
