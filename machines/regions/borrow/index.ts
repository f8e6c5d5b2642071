import { region } from '../../setup.ts';
import { agreement } from './agreement.ts';
import { confirmBorrow } from './confirmBorrow.ts';
import { lending } from './lending.ts';

export const borrow = region({
  id: 'borrow',
  initial: 'confirmBorrow',
  exit: 'clearProblem',
  states: { confirmBorrow, agreement, lending },
});
