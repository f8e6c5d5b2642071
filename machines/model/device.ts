/** Data about the session, the phone and the lender. Plain data, most of it stored on the phone. */
import type { RouteTarget } from '../routes.ts';
import type { Drafts } from './application.ts';
import type { CalendarDate, Instant } from './calendar.ts';
import type { Unsent } from './feedback.ts';
import type { Msisdn } from './phoneNumber.ts';

export const LANGUAGES = ['en', 'es', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Appearance of the pages. `system`: as the phone is set. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

export interface Session {
  token: string;
  userId: string;
  mobile: Msisdn;
}

/** A navigation request, kept until it can be followed. */
export interface PendingRoute {
  to: RouteTarget;
  query: Query;
  /** The borrower pressed "Apply". The lender's answer decides the next step, which may differ from `to`. */
  wish?: 'apply';
}

/** Values of a link's query, `#/yx3?channelId=7`. */
export type Query = Readonly<Record<string, string>>;

/** The work that a phone must do before the lender sends another code. */
export interface CaptchaTask {
  /** Signed by the lender. */
  token: string;
  parts: number;
  /** Leading zero bits of each part: a part takes 2^bits hashes on average. */
  bits: number;
}

export interface Captcha extends CaptchaTask {
  /** From this moment on, a borrower who did not do the work gets a code too. */
  waitUntil: Instant;
}

/** A country the lender serves. */
export interface Country {
  code: string;
  name: string;
  /** Without `+`. */
  callingCode: string;
  currency: string;
}

/** The days on which the support answers. */
export const SUPPORT_DAYS = ['mon-fri', 'mon-sat', 'mon-sun'] as const;
export type SupportDays = (typeof SUPPORT_DAYS)[number];

/** How to reach the lender's support. */
export interface Support {
  email: string;
  /** As it is dialled and shown; null: the lender has no phone line. */
  phone: string | null;
  /** null: the lender answers no WhatsApp messages. */
  whatsapp: Msisdn | null;
  /** @property from and `to`: Nairobi time, `08:00`. */
  hours: { days: SupportDays; from: string; to: string };
  company: Company;
}

/** The company, as the agreement and the policies name it. */
export interface Company {
  /** Legal name. */
  name: string;
  address: string;
  /** Number of the licence to lend. */
  licence: string;
  /** Who granted the licence and takes complaints about the lender. */
  regulator: string;
  /** An address, a phone number or a site of the regulator. */
  regulatorContact: string;
  /** The data protection officer's address. */
  dataOfficerEmail: string;
  /** The policies are in force from this day on. */
  policiesSince: CalendarDate;
}

/** Identity of the native app, as the shell reported it. */
export interface AppIdentity {
  packageName?: string;
  appName?: string;
  /** Name or version of the build, as the app calls it. */
  edition?: string;
  /** Attribution id of the installation. */
  afid?: string;
  deviceMsg?: string;
}

/** A device on which the account was signed in. */
export interface SignedInDevice {
  id: string;
  /** The name that the phone sent when it signed in. Nobody has verified it. Empty: it sent none. */
  name: string;
  firstUsedAt: Instant;
  /** To the hour. */
  lastUsedAt: Instant;
  /** Whether this device reads the list. Only one device is signed in at a time, so the others are signed out. */
  isThis: boolean;
}

/**
 * A code by SMS is awaited, or a number was typed for one. The web view may be closed while the borrower reads the SMS, so the
 * number is stored.
 */
export interface AwaitedCode {
  purpose: 'login' | 'register';
  /** As typed. */
  mobile: string;
  /** When another code may be asked for. 0: none was asked for yet. */
  codeAgainAt: Instant;
  /** The lender sent the awaited code only if the received code that was typed for it was right. */
  mayNotCome?: boolean;
  /** The navigation request that led to login. */
  pendingRoute: PendingRoute | null;
}

/** The data that this web view stored on the phone. */
export interface StoredDevice {
  session: Session | null;
  language: Language;
  /** Absent: as the phone is set. */
  appearance?: Appearance;
  drafts: Drafts;
  /** Number of the order that the drafts were typed for. */
  draftsOf?: string | null;
  /** The last place worth coming back to. */
  resume: RouteTarget | null;
  awaitedCode?: AwaitedCode | null;
  /** The last session was ended by the lender, and the borrower has not dismissed the note about it. */
  lostSession?: boolean;
  /** Unsent messages and choices of this borrower. */
  unsent?: Unsent;
  /** The native app around this page; absent in a browser. */
  app?: AppIdentity | null;
}
