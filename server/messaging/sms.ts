/** What the lender asks of a provider of texts, and what it learns. `docs/texts.md` names the documents behind each adapter. */
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';

/** A stored format: never renamed. `sandbox`: the inbox of the sandbox. */
export type ProviderName = 'gateway' | 'africastalking' | 'twilio' | 'sandbox';

/**
 * `code`: a one-time code, which somebody waits for. `event`: something that happened; a duplicate is better than none.
 * `reminder`: about a due date; none is better than a duplicate.
 */
export type TextKind = 'code' | 'event' | 'reminder';

/** @property optedOut the reader of this number stopped texts of this sender. */
export type RefusalReason = 'number' | 'optedOut';

/** What a provider did with one request. @property code of the provider or of HTTP, for log and support: it names nobody. */
export type ProviderAnswer =
  /** @property cost null: the provider names none in shillings. @property parts null: it names none. */
  | { is: 'taken'; ref: string | null; cost: Cents | null; parts: number | null }
  /** For good: the same text to the same number will not be sent. */
  | { is: 'refused'; why: RefusalReason; code: string }
  /** Nothing was sent. @property isOurs the operator has to do something: credentials, balance, sender. */
  | { is: 'notNow'; code: string; isOurs: boolean }
  /** It may have been sent. */
  | { is: 'unknown'; code: string };

export interface ProviderRequest {
  to: Msisdn;
  text: string;
  /** The same with every attempt to send one text. */
  sendId: string;
  /** Where the provider reports the delivery of this text; null: nowhere. */
  reportTo: string | null;
  /** ms. */
  timeout: number;
}

export interface SmsProvider {
  readonly name: ProviderName;
  /** Whether it sends a text once, however often it is asked with the same `sendId`. */
  readonly isIdempotent: boolean;
  /** Never rejects for what the provider or the network does. */
  send(request: ProviderRequest): Promise<ProviderAnswer>;
}

export interface AboutText {
  kind: TextKind;
  /** The same with every attempt to send one text; left out: no attempt is repeated. */
  sendId?: string;
  /** The log of texts keeps no hash of the number: of an account that is closed. */
  isForgotten?: boolean;
}

/** What became of a text after every provider that may send it was asked. */
export type SendResult =
  | { is: 'taken' }
  | { is: 'refused'; why: RefusalReason }
  | { is: 'notNow' }
  /**
   * @property again with the same `sendId`. `safe`: the provider sends it once. `duplicate`: it may arrive twice.
   * `never`: nobody sends it again.
   */
  | { is: 'unknown'; again: 'safe' | 'duplicate' | 'never' };

export interface Sms {
  /** Rejects only when the log of texts cannot be written: nothing was sent then. */
  send(to: Msisdn, text: string, about: AboutText): Promise<SendResult>;
}
