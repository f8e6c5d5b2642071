/** Request and answer shapes that belong to the wire alone; what chart and screens hold too lives in `machines/model`. */
import type { SavedSection, SectionName, Values } from '#machines/model/application.ts';
import type { Problem } from '#machines/model/codes.ts';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Collection, Consents, DataKind, UploadStatus } from '#machines/model/collection.ts';
import type { Cents } from '#machines/model/money.ts';

/** What a code by SMS is good for; a code sent for one purpose is refused for another. */
export type CodePurpose = 'login' | 'register' | 'bindCard';

/** @property resendAfter, @property validFor milliseconds from now. */
export interface CodeSent {
  resendAfter: number;
  validFor: number;
}

/** @property id of the question, as `isRequiredVerificationCode` put it. */
export interface CaptchaAnswer {
  id: string;
  answer: string;
}

export interface Login {
  /** Any spelling `toMsisdn` accepts. */
  mobile: string;
  /** Six digits. */
  code: string;
}

export interface SessionGrant {
  /** 256 random bits in base64url; the value of `Authorization: Bearer`. */
  token: string;
  userId: string;
  /** The borrower's own number, `254…`. */
  mobile: string;
  firstName: string | null;
}

export interface UserInfo {
  basicInfo: { userId: string; mobile: string; firstName: string | null; lastName: string | null };
  /** What was saved before, per section, so that a second loan need not be typed again. */
  sections: Partial<Record<SectionName, Values>>;
  /** Which version of each that is. */
  savedAt: Partial<Record<SectionName, Instant>>;
}

export interface Country {
  code: 'KE';
  name: string;
  callingCode: '254';
  currency: 'KES';
}

/** Opens an order. @property termDays one of the product's terms. */
export interface ApplyRequest {
  productId: string;
  amount: Cents;
  termDays: number;
}

/** One form of the application, whole. Answered with the order as it then stands. */
export interface SectionSave {
  orderNo: string;
  values: Values;
  /**
   * The version this device changed, by its `savedAt`; null where it knew of none. When the lender has another
   * one by now, nothing is saved and the answer is `savedElsewhere` with {@link SavedElsewhere}. Absent: saved whatever is there.
   */
  basedOn?: Instant | null;
}

/** Data of `savedElsewhere`. */
export interface SavedElsewhere {
  newer: SavedSection;
}

/**
 * The payout account: the values of the form section `bankAccount`. Among them `verificationCode`, sent to the registered
 * number, and `mobileVerificationCode`, sent to an M-PESA number that is another one.
 */
export type AccountBinding = SectionSave;

/** The questionnaire: item code ('1'…'11') to option id. */
export type Answers = SectionSave;

/** A branch of a bank. */
export interface BankBranch {
  code: string;
  name: string;
}

/** What the lender saw in a photo. A photo that cannot be used is refused with `photoUnreadable` instead. */
export interface PhotoRead {
  width: number;
  height: number;
  /** What the front says. null: back and face, and a front the reader had no answer for, at which a person will look. */
  card: { number: string; name: string; birthday: CalendarDate } | null;
}

/** Consent to exactly these terms. The second and every later call with it gets the same answer. */
export interface Consent {
  orderNo: string;
  agreementVersion: string;
  /** Repeated from the offer; the server refuses when its own terms differ. */
  sent: Cents;
  owed: Cents;
  /** Chosen instead of what was approved; left out: as approved. */
  amount?: Cents;
  termDays?: number;
}

/** Amount and term of an open offer, instead of what was approved. */
export interface OfferChoice {
  amount?: Cents;
  termDays?: number;
}

/** How urgent paying back is: green, amber within three days of the due date, red when late, none without a debt. */
export interface RepayColour {
  colour: 'none' | 'green' | 'amber' | 'red';
  dueDate: CalendarDate | null;
  /** Below zero when late. */
  daysLeft: number | null;
}

/** What the lender's decisions rest on. @property reapplyOn a rejected borrower may apply again from then on; null when now. */
export interface CreditInfo {
  repaidLoans: number;
  limit: Cents;
  reapplyOn: CalendarDate | null;
}

/** A new ticket. The same `requestId` again gets the same ticket. */
export interface NewTicket {
  requestId: string;
  /** A value of FEEDBACK_TYPES. */
  type: number;
  description: string;
  /** Where the money should have gone; empty: not said. */
  receiverAccount: string;
  /** A Kenyan mobile number or an e-mail address. */
  contact: string;
  /** One of CONTACT_TIMES. */
  contactTime: string;
  /** Names of pictures sent before. */
  pictures: readonly string[];
}

/** A line on the message board. The same `requestId` again changes nothing. */
export interface NewMessage {
  ticketNo: string;
  requestId: string;
  text: string;
  pictures: readonly string[];
}

/** A picture the lender holds for a ticket or message that is still being written; forgotten after a day. */
export interface SentPicture {
  name: string;
}

/** A picture of a proof, named in `saveVoucher`. */
export interface PictureKept {
  picture: string;
}

/** @property receipt M-PESA's receipt number in any spelling, @property amount cents as on the receipt. */
export interface ProofToSend {
  orderNo: string;
  receipt: string;
  amount: Cents;
  pictures: readonly string[];
}

/** @property validTo `MM/YY`, @property cvc three digits or empty; neither number nor cvc is stored. */
export interface CardToAuthorise {
  orderNo: string;
  cardNumber: string;
  validTo: string;
  cvc: string;
}

export interface DedicatedAccount {
  businessNumber: string;
  accountNumber: string;
}

/** Whether the shell may upload for this order now. */
export interface UploadEnable {
  /** The lender asks for something of the phone for this order. */
  enableTimeSdk: boolean;
  /**
   * What both sides said yes to, and where it goes: the shell posts JSON of each kind to `address/{kind}` with
   * `Authorization: Bearer {token}`. null: nothing may be collected.
   */
  upload: { kinds: DataKind[]; address: string; token: string } | null;
}

/** What the page has to tell before it asks; both may be left out. */
export interface UploadReport {
  /** The borrower's word on the kinds that are asked for; a no deletes what was there. */
  consents?: Consents;
  /** How the shell's upload went. */
  status?: UploadStatus;
}

/** One flag per kind: whether the lender asks for it for this order; and how the collection stands. */
export type UploadFlags = Readonly<Record<DataKind, boolean>> & Omit<Collection, 'deletedBy'> & { deletedBy: Instant | null };

/** Every answer of the lender, whatever the path, also when it crashed. `data` of `invalidField` and of a wrong code for a payout account is `{ fields }`, of `savedElsewhere` `{ newer }`. */
export interface Answer<T = unknown> {
  code: Problem['code'];
  msg: string;
  data: T;
}

/** Beside the body: the lender's clock in ms, so that a phone with a wrong clock still counts down rightly. */
export const SERVER_TIME_HEADER = 'x-server-time';
