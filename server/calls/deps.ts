/** The dependencies of the handlers. */
import type { Feedback } from '#server/feedback/tickets.ts';
import type { Accounts } from '#server/policies/accountClosing.ts';
import type { DataCollection } from '#server/collection/dataCollection.ts';
import type { BlockedNumbers } from '#server/identity/blockedNumbers.ts';
import type { Borrowers } from '#server/identity/borrowers.ts';
import type { CallerLimits } from '#server/identity/callerLimits.ts';
import type { Channels } from '#server/promotion/channels.ts';
import type { OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import type { Limiter } from '#server/identity/counters.ts';
import type { Recordings } from '#server/recordings/recordings.ts';
import type { Secret } from '#server/store/secret.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Sessions } from '#server/identity/sessionTokens.ts';
import type { Sms } from '#server/messaging/sms.ts';
import type { PhotoReader } from '#server/apply/reader/photoReader.ts';
import type { Lending } from '#server/lending/facade.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import type { Support } from '#machines/context.ts';
import type { LoanProduct } from '#machines/model/terms.ts';

/** Everything that handlers may use. */
export interface CallDeps {
  store: Store;
  clock: Clock;
  lending: Lending;
  collection: DataCollection;
  borrowers: Borrowers;
  /** Phone numbers that cannot sign in, apply or draw. */
  blocked: BlockedNumbers;
  /** Closes accounts. */
  accounts: Accounts;
  feedback: Feedback;
  codes: OneTimeCodes;
  sessions: Sessions;
  sms: Sms;
  callerLimits: CallerLimits;
  channels: Channels;
  recordings: Pick<Recordings, 'agree'>;
  support: Support;
  /** null: there is no app to download. */
  downloadUrl: string | null;
  secret: Secret;
  security: SecurityLog;
  /** null: no reader is configured. */
  reader: PhotoReader | null;
  /** Limits photos per borrower. */
  readings: Limiter;
  /** Limits how many ID numbers of others a borrower can try. */
  idTries: Limiter;
  products: readonly LoanProduct[];
  appName: string;
  /** Host of the pages; null: not known. */
  pageHost: string | null;
  /** Logs an error that does not fail the call. */
  log: (during: string) => (error: unknown) => void;
}
