/** Every change of the database, in the order it is made. A migration that has run anywhere is never edited. */
import { erasure } from './021-erasure.ts';
import { feedback } from './020-feedback.ts';
import { channels } from './015-channels.ts';
import { collection } from './030-collection.ts';
import { accountDetails } from './031-account-details.ts';
import { heldNumbers } from './032-held-numbers.ts';
import { codeHolders } from './033-code-holders.ts';
import { storedAnswers } from './040-stored-answers.ts';
import { lender } from './001-lender.ts';
import { identity } from './002-identity.ts';
import { cardReading } from './003-card-reading.ts';
import { offers } from './005-offers.ts';
import { afterDisbursement } from './010-after-disbursement.ts';

export interface Migration {
  /** Number and name; the store remembers it once it has run. */
  name: string;
  /** One or more statements; all run in one transaction. */
  sql: string;
}

export const migrations: readonly Migration[] = [
  lender,
  identity,
  cardReading,
  offers,
  afterDisbursement,
  channels,
  feedback,
  erasure,
  collection,
  accountDetails,
  heldNumbers,
  codeHolders,
  storedAnswers,
];
