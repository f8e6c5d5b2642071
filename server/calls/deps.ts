import type { Feedback } from '#server/feedback/feedback.ts';
import type { Accounts } from '#server/identity/accounts.ts';
import type { DataCollection } from '#server/collection/collection.ts';
import type { Borrowers } from '#server/identity/borrowers.ts';
import type { Captchas } from '#server/identity/captcha.ts';
import type { Channels } from '#server/identity/channels.ts';
import type { OneTimeCodes } from '#server/identity/codes.ts';
import type { Limiter } from '#server/identity/limiter.ts';
import type { Secret } from '#server/identity/secret.ts';
import type { Sessions } from '#server/identity/sessions.ts';
import type { Sms } from '#server/identity/sms.ts';
import type { CardReader } from '#server/reader/port.ts';
import type { Lending } from '#server/lending/types.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import type { Support } from '#machines/context.ts';
import type { LoanProduct } from '#machines/model/terms.ts';

/** Codes sent within the hour. */
export interface CaptchaFrom {
  perNumber: number;
  perAddress: number;
}

/** What handlers may use. */
export interface CallDeps {
  store: Store;
  clock: Clock;
  lending: Lending;
  collection: DataCollection;
  borrowers: Borrowers;
  /** Closing them. */
  accounts: Accounts;
  feedback: Feedback;
  codes: OneTimeCodes;
  sessions: Sessions;
  sms: Sms;
  captchas: Captchas;
  channels: Channels;
  /** From when on another code costs the answer to a question. */
  captchaFrom: CaptchaFrom;
  support: Support;
  /** null: there is no app to download. */
  downloadUrl: string | null;
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
