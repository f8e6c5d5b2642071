/** What the app knows of its borrower, the phone around it and the lender's reach: plain data, most of it stored on the phone. */
import type { RouteTarget } from '../routes.ts';
import type { Drafts } from './application.ts';
import type { CalendarDate, Instant } from './calendar.ts';
import type { Unsent } from './feedback.ts';
import type { Msisdn } from './phoneNumber.ts';

export const LANGUAGES = ['en', 'es', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How the pages look: as the phone is set, or always light, or always dark. */
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
  /** The borrower wants a loan. The lender's answer decides the next step, which may differ from `to`. */
  wish?: 'apply';
}

/** Values of a link's query, `#/yx3?channelId=7`. */
export type Query = Readonly<Record<string, string>>;

/** Work for the phone. The lender wants it done before it sends yet another code. */
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

/** The company that lends, as the agreement and the policies name it. */
export interface Company {
  /** Legal name. */
  name: string;
  address: string;
  /** Number of the licence to lend. */
  licence: string;
  /** Who granted the licence and takes complaints about the lender. */
  regulator: string;
  /** Where the regulator is reached: an address, a phone number or a site. */
  regulatorContact: string;
  /** Where the data protection officer is reached. */
  dataOfficerEmail: string;
  /** The policies are in force from this day on. */
  policiesSince: CalendarDate;
}

/** Identity of the native app, as the app reported it. */
export interface AppIdentity {
  packageName?: string;
  appName?: string;
  /** Name or version of the build, as the app calls it. */
  edition?: string;
  /** Attribution id of the installation. */
  afid?: string;
  deviceMsg?: string;
}

/** A device that the account was signed in on. */
export interface SignedInDevice {
  id: string;
  /** What the phone said of itself when it signed in; nobody has verified it. '' when it said nothing. */
  name: string;
  firstUsedAt: Instant;
  /** To the hour. */
  lastUsedAt: Instant;
  /** Whether this device is signed in now. Only one is at a time, so it is the device that reads the list. */
  isThis: boolean;
}

/** A code by SMS is awaited. The web view may be closed while the borrower reads the SMS, so the number is stored. */
export interface AwaitedCode {
  purpose: 'login' | 'register';
  /** As typed. */
  mobile: string;
  /** When another code may be asked for. */
  codeAgainAt: Instant;
  /** The lender sent it only if the code that was typed for it was right. */
  mayNotCome?: boolean;
  /** The navigation request that led to login. */
  pendingRoute: PendingRoute | null;
}

/** What this web view stored on the phone. */
export interface StoredDevice {
  session: Session | null;
  language: Language;
  /** Absent: as the phone is set. */
  appearance?: Appearance;
  drafts: Drafts;
  /** Number of the order they were typed for. */
  draftsOf?: string | null;
  /** The last place worth coming back to. */
  resume: RouteTarget | null;
  awaitedCode?: AwaitedCode | null;
  /** The last session was ended by the lender, and the borrower has not dismissed the note about it. */
  lostSession?: boolean;
  /** Texts of this borrower that were typed and not sent. */
  unsent?: Unsent;
  /** The native app around this page; absent in a browser. */
  app?: AppIdentity | null;
}
