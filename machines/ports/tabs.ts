import type { LoanStatement, Records } from '../model/order.ts';
import { either } from '../words.ts';
import { port, type ForOrder } from './port.ts';

export const tabs = {
  /** The first `pages` pages. */
  loadRecords: port<Records, { pages: number }>().reads({
    clauses: ['2.records', '4.labels'],
    doing: 'Opening the loan records',
    words: 'The loan records arrived',
  }),
  loadStatement: port<LoanStatement, ForOrder>().reads({
    call: 'lendingRecord',
    clauses: ['2.records'],
    doing: 'Opening the statement',
    words: 'The statement of the loan arrived',
  }),
  /** Whether the borrower has unread messages of the lender. */
  loadRedDot: port<{ unread: boolean }>().reads({
    call: 'feedbackRedDot',
    clauses: ['3.feedback'],
    doing: 'Looking for messages',
    words: either(
      'unread',
      'The lender said whether it wrote something new',
      'The lender wrote something new',
      'The lender wrote nothing new',
    ),
  }),
};
