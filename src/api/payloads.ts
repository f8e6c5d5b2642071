/**
 * Request and answer shapes that are used on the wire only. Shapes that the chart and the screens use as well are in
 * `machines/model`.
 */
import type { SavedSection, SectionName, Values } from '#machines/model/application.ts';
import type { Problem } from '#machines/model/codes.ts';
import type { CaptchaTask } from '#machines/model/device.ts';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Collection, Consents, DataKind, UploadStatus } from '#machines/model/collection.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { Cents } from '#machines/model/money.ts';

/** Purpose of a one-time code. A code for another purpose is refused. */
export type CodePurpose = 'login' | 'register' | 'bindCard' | 'draw';

/** @property resendAfter, @property validFor milliseconds from now. */
export interface CodeSent {
  resendAfter: number;
  validFor: number;
}

export interface CodeRequest {
  mobile: string;
  purpose: CodePurpose;
  captcha?: CaptchaSolution | null;
  /** A received code, if strangers have used up the codes of the number. */
  receivedCode?: string | null;
  /** The code that was sent to the registered number. It authorises a code to another payout number, and is not used up. */
  verificationCode?: string;
}

/** The work before another code (`captchaWork.ts`). @property waitFor ms from now on, after which a code is sent without work. */
export interface CaptchaOffer extends CaptchaTask {
  waitFor: number;
}

/**
 * @property token of the task that `isRequiredVerificationCode` returned. @property answer the number found for each part;
 * empty: the borrower waited instead.
 */
export interface CaptchaSolution {
  token: string;
  answer: readonly number[];
}

export interface Login {
  /** Any spelling `toMsisdn` accepts. */
  mobile: string;
  /** Six digits. */
  code: string;
  /**
   * SHA-256 of a random text, the verifier, which only the phone knows: {@link CHALLENGE}. The token is then valid only
   * together with the verifier, and the same request may be repeated for some seconds. Absent: the token is valid alone, and no
   * repeat is possible. `signInChallenge.ts` adds it.
   */
  challenge?: string;
  /** Name of the phone, shown to its owner in the list of devices. The lender shortens and cleans it; nothing relies on it. */
  deviceName?: string;
}

/** 64 hexadecimal digits. */
export const CHALLENGE = /^[0-9a-f]{64}$/;

/** The longest name of a device, in characters. */
export const DEVICE_NAME_LENGTH = 60;

export interface SessionGrant {
  /**
   * The instant at which the token expires, `~`, and 256 random bits in base64url. `signInChallenge.ts` joins it with the
   * verifier to the value of `Authorization: Bearer`.
   */
  token: string;
  userId: string;
  /** The borrower's own number, `254…`. */
  mobile: string;
  firstName: string | null;
  /** The token is valid only as `Bearer <token>.<verifier>`. Absent: as `Bearer <token>`. */
  needsVerifier?: true;
}

export interface UserInfo {
  basicInfo: { userId: string; mobile: string; firstName: string | null; lastName: string | null };
  /** Sections of earlier orders, so that a second loan needs no retyping. */
  sections: Partial<Record<SectionName, Values>>;
  /** The version of each section. */
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

/** One complete section. The answer is the order after the change. */
export interface SectionSave {
  orderNo: string;
  values: Values;
  /**
   * `savedAt` of the version that this device has edited; null: it knew none. If the lender holds another version, nothing is
   * saved, and the answer is `savedElsewhere` with {@link SavedElsewhere}. Absent: the section is saved without this check.
   */
  basedOn?: Instant | null;
}

/** Data of `savedElsewhere`. */
export interface SavedElsewhere {
  newer: SavedSection;
}

/**
 * The payout account: the values of the form section `bankAccount`. They include `verificationCode`, sent to the
 * registered number, and `mobileVerificationCode`, sent to an M-PESA number that differs from it.
 */
export type AccountBinding = SectionSave;

/** The questionnaire: item code ('1'…'11') to option id. */
export type Answers = SectionSave;

/** A branch of a bank. */
export interface BankBranch {
  code: string;
  name: string;
}

/** The lender's answer to a photo. An unusable photo is refused with `photoUnreadable` instead. */
export interface PhotoRead {
  width: number;
  height: number;
  /**
   * Data read on the front. null: the photo is the back or the face, or the reader could not read the card, so a clerk will.
   */
  card: { number: string; name: string; birthday: CalendarDate } | null;
  /**
   * After a photo of the face: to which side, the borrower's own left or right, the head is turned for a second photo. null or
   * absent: the lender asks for none. The refusal of a second photo also contains `turn`, the one to try next.
   */
  turn?: FaceTurn | null;
}

/**
 * A photo of the face. The first upload has no `turn`: the borrower looks straight at the phone. A lender that compares two
 * photos answers with a `turn`. The second upload contains this `turn` and the photo with the head turned that way.
 */
export interface FacePhoto {
  orderNo: string;
  turn?: FaceTurn;
}

/** Consent to exactly these terms. A repeat with the same consent gets the same answer. */
export interface Consent {
  orderNo: string;
  agreementVersion: string;
  /** The amount from the offer. The server refuses if its own terms differ. */
  sent: Cents;
  owed: Cents;
  /** The borrower's choice; left out: the approved amount and term. */
  amount?: Cents;
  termDays?: number;
  /** The code for drawing, sent to the registered number. Without it the lender may refuse with `verificationCodeRequired`. */
  code?: string;
}

/** Amount and term of an open offer that replace the approved ones. */
export interface OfferChoice {
  amount?: Cents;
  termDays?: number;
}

/** Urgency of the repayment: green; amber within three days of the due date; red when late; none without a balance. */
export interface RepayColour {
  colour: 'none' | 'green' | 'amber' | 'red';
  dueDate: CalendarDate | null;
  /** Negative when late. */
  daysLeft: number | null;
}

/**
 * The basis of the lender's decision. @property reapplyOn the date from which a rejected borrower may apply again; null:
 * now.
 */
export interface CreditInfo {
  repaidLoans: number;
  limit: Cents;
  reapplyOn: CalendarDate | null;
}

/** A new ticket. The same `requestId` again returns the same ticket. */
export interface NewTicket {
  requestId: string;
  /** A value of FEEDBACK_TYPES. */
  type: number;
  description: string;
  /** The account that should have received the missing money; empty: not given. */
  receiverAccount: string;
  /** A Kenyan mobile number or an e-mail address. */
  contact: string;
  /** One of CONTACT_TIMES; empty: no wish. */
  contactTime: string;
  /** The lender's names of the uploaded pictures. */
  pictures: readonly string[];
}

/** A message of a ticket. The same `requestId` again changes nothing. */
export interface NewMessage {
  ticketNo: string;
  requestId: string;
  text: string;
  pictures: readonly string[];
}

/** A picture for a ticket or a message that is not sent yet. It is deleted after a day. */
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

/** Whether the shell may upload data for this order now. */
export interface UploadEnable {
  /** The lender requests data of the phone for this order. */
  enableTimeSdk: boolean;
  /**
   * The kinds that lender and borrower agreed to, and the address for them: the shell posts JSON of each kind to
   * `address/{kind}` with `Authorization: Bearer {token}`. null: nothing may be collected.
   */
  upload: { kinds: DataKind[]; address: string; token: string } | null;
}

/** Updates that are stored before the answer is made. Both may be absent. */
export interface UploadReport {
  /** The borrower's consent per kind. A refusal deletes what was collected. */
  consents?: Consents;
  /** Outcome of the shell's upload. */
  status?: UploadStatus;
}

/** For each kind whether the lender requests it for this order, and the state of the collection. */
export type UploadFlags = Readonly<Record<DataKind, boolean>> & Omit<Collection, 'deletedBy'> & { deletedBy: Instant | null };

/**
 * Every answer of the lender, on any path, also after a crash. `data` of `invalidField` and of a wrong code for a
 * payout account is `{ fields }`, of `savedElsewhere` `{ newer }`.
 */
export interface Answer<T = unknown> {
  code: Problem['code'];
  msg: string;
  data: T;
}

/** Response header with the lender's clock in ms, so that a phone with a wrong clock counts down correctly. */
export const SERVER_TIME_HEADER = 'x-server-time';

/** Form of the `deviceId` header: 128 random bits or more, chosen by the installation. */
export const DEVICE_ID = /^[\w-]{22,64}$/;
