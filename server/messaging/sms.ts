/** Types of requests to providers of texts, and of their answers. `docs/texts.md` names the documents behind each adapter. */
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';

/** The database stores these names, so they are never renamed. `sandbox`: the inbox of the sandbox. */
export type ProviderName = 'gateway' | 'africastalking' | 'twilio' | 'sandbox';

/**
 * `code`: a one-time code, for which its reader waits. `event`: news; a duplicate is better than a lost text.
 * `reminder`: about a due date; a lost text is better than a duplicate.
 */
export type TextKind = 'code' | 'event' | 'reminder';

/** `number`: the number cannot get texts. `optedOut`: its owner has stopped the texts of this sender. */
export type RefusalReason = 'number' | 'optedOut';

/** Result of one request to a provider. @property code of the provider or of HTTP, for the log; it is no personal data. */
export type ProviderAnswer =
  /** @property cost null: the provider reports none in shillings. @property parts null: the provider reports none. */
  | { is: 'taken'; ref: string | null; cost: Cents | null; parts: number | null }
  /** A final refusal: the provider will never send this text to this number. */
  | { is: 'refused'; why: RefusalReason; code: string }
  /** Nothing was sent. @property isOurs the operator has to solve the problem: credentials, balance, sender. */
  | { is: 'notNow'; code: string; isOurs: boolean }
  /** The text may have been sent. */
  | { is: 'unknown'; code: string };

export interface ProviderRequest {
  to: Msisdn;
  text: string;
  /** Identifies the text in all attempts to send it. */
  sendId: string;
  /** Address for the delivery report of this text; null: no report is requested. */
  reportTo: string | null;
  /** ms. */
  timeout: number;
}

export interface SmsProvider {
  readonly name: ProviderName;
  /** Whether the provider sends a text once, even if requests with the same `sendId` are repeated. */
  readonly isIdempotent: boolean;
  /** Never rejects for a failure of the provider or the network. */
  send(request: ProviderRequest): Promise<ProviderAnswer>;
}

export interface AboutText {
  kind: TextKind;
  /** Identifies the text in all attempts to send it; left out: no attempt is repeated. */
  sendId?: string;
  /** The log of texts stores no hash of the number, because the account is closed. */
  isForgotten?: boolean;
}

/** Result for a text after all providers that may send it were tried. */
export type SendResult =
  | { is: 'taken' }
  | { is: 'refused'; why: RefusalReason }
  | { is: 'notNow' }
  /**
   * @property again the effect of sending again with the same `sendId`. `safe`: the provider sends the text once. `duplicate`:
   * the text may arrive twice. `never`: it is not sent again.
   */
  | { is: 'unknown'; again: 'safe' | 'duplicate' | 'never' };

export interface Sms {
  /** Rejects only when the log of texts cannot be written. Then nothing was sent. */
  send(to: Msisdn, text: string, about: AboutText): Promise<SendResult>;
}
