import type { Collection, Consents, DataKind } from '../model/collection.ts';
import { ifAny } from '../words.ts';
import { port, type ForOrder } from './port.ts';

const NO_OBSTACLE = 'nothing about data of the phone stands between a borrower and a loan';

export const collection = {
  /** The kinds of data that the lender requests from the phone; null: none. */
  loadCollection: port<Collection | null, ForOrder>().reads({
    clauses: ['6.collection'],
    doing: 'Asking which data of the phone is wanted',
    words: ifAny(
      'The lender said whether it asks for data of the phone',
      'The lender asks for data of the phone',
      'The lender asks for no data of the phone',
    ),
    silent: NO_OBSTACLE,
  }),
  /** Sends the borrower's consents to the lender, which deletes the data of a withdrawn kind at once. */
  saveConsents: port<Collection | null, ForOrder & { consents: Consents }>().changes({
    clauses: ['6.collection', '1.permissions'],
    doing: 'Saving the word on data of the phone',
    words: "The lender knows the borrower's word on data of the phone",
    silent: NO_OBSTACLE,
  }),
  /** Lets the shell collect and upload exactly these kinds, and sends the result to the lender. @returns the state after that. */
  collectData: port<Collection | null, ForOrder & { kinds: readonly DataKind[] }>().changes({
    answeredBy: 'both',
    clauses: ['6.collection', '1.shell'],
    doing: 'Collecting data of the phone',
    words: 'The shell ended the collection',
    silent: NO_OBSTACLE,
  }),
};
