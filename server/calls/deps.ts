import type { Borrowers } from '#server/identity/borrowers.ts';
import type { OneTimeCodes } from '#server/identity/codes.ts';
import type { Limiter } from '#server/identity/limiter.ts';
import type { Secret } from '#server/identity/secret.ts';
import type { Sessions } from '#server/identity/sessions.ts';
import type { Sms } from '#server/identity/sms.ts';
import type { CardReader } from '#server/reader/port.ts';
import type { Lending } from '#server/lending/types.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import type { LoanProduct } from '#machines/model/terms.ts';

/** What handlers may use. */
export interface CallDeps {
  store: Store;
  clock: Clock;
  lending: Lending;
  borrowers: Borrowers;
  codes: OneTimeCodes;
  sessions: Sessions;
  sms: Sms;
  secret: Secret;
  /** Of questions about numbers. */
  lookups: Limiter;
  /** null: nobody reads identity cards here. */
  reader: CardReader | null;
  /** Of photos one borrower sends. */
  readings: Limiter;
  products: readonly LoanProduct[];
  appName: string;
}
