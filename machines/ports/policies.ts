import type { CancellationTerms } from '../model/cancellation.ts';
import { port } from './port.ts';

export const policies = {
  loadCancellation: port<CancellationTerms>().reads({
    call: 'cancellationTerms',
    clauses: ['2.cancellation'],
    doing: 'Opening what closing the account means',
    words: 'What closing the account means arrived',
  }),
  /** Requests that the lender closes the account as soon as that is possible. Without a reason: withdraws the request. */
  requestClosing: port<void, { reason: string | null }>().changes({
    clauses: ['2.cancellation', '5.cancellation'],
    doing: 'Asking to close the account',
    words: 'The wish to close the account was noted',
    refusals: ['signInRequired'],
  }),
  /** Erases the account at the lender. */
  closeAccount: port<void, { reason: string }>().changes({
    clauses: ['2.cancellation', '4.logout'],
    doing: 'Closing the account',
    words: 'The account was closed',
    refusals: ['signInRequired'],
    endsSession: true,
  }),
};
