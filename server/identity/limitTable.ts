/**
 * Every limit of callers. The protecting limits count by number, by account, by installation and in total. The limits of an
 * address are wide, because a carrier has thousands of phones behind one address.
 */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { LIMITS } from '#src/market/limits.ts';
import type { Limit } from './counters.ts';

/** Limits that an operator can set; `server/config.ts` reads them. */
export interface LimitSettings {
  /** Texts with a code within an hour, to all numbers together. */
  codesPerHour: number;
  /** Codes that one address requests within an hour. */
  codesPerAddress: number;
  /**
   * Codes that one address types within an hour. A quarter of this number is the limit of its calls to the desk before signing
   * in, within a quarter of an hour.
   */
  triesPerAddress: number;
  /** Numbers that one address looks up within ten minutes. */
  lookupsPerAddress: number;
  /** Codes of one address within an hour from which each further code needs work. The work doubles with each multiple of it. */
  captchaFromPerAddress: number;
  /** As `captchaFromPerAddress`, for codes to one number within a day, before signing in. */
  captchaFromPerDay: number;
  /** As `captchaFromPerAddress`, for codes of one installation within an hour. */
  captchaFromPerDevice: number;
  codesPerDevice: number;
  triesPerDevice: number;
  lookupsPerDevice: number;
  /** Photos of one borrower within ten minutes: reading one takes a second of processor time. */
  photosPerBorrower: number;
}

/** ms between two codes to one number for one caller. */
export const RESEND_AFTER = MINUTE;

/** Codes to one number for its own borrower, or for an installation on which that borrower was signed in. */
export const KNOWN = { perHour: 5, perDay: 10 } as const;

/**
 * Codes to one number that all strangers together request within an hour, and that one installation requests within a day. All
 * strangers together have no limit of a day, because one caller could use it up for everybody else. Instead each further code
 * needs more work.
 */
export const STRANGERS = { perHour: 5, ofInstallationPerDay: 10 } as const;

/**
 * Further codes to a number whose free codes of the hour are used up. Each needs the hardest work, and is sent only if the
 * caller types a code that the number got within `receivedWithin`. That time is longer than the hour of the free codes, so
 * that a person who reads the number's texts always has such a code.
 */
export const FURTHER = { perHour: 3, receivedWithin: LIMITS.receivedCodeHours * HOUR } as const;

/** Codes to one number that all other accounts together request. `newcomersPerHour`: for accounts without such a code that day. */
export const FROM_ACCOUNTS = { perHour: 3, perDay: 6, newcomersPerHour: 5 } as const;

/**
 * Codes that one account requests to other numbers, and the number of those numbers. A number counts again on each day. Such
 * codes are needed to verify another payout number; three days a month are enough to get one right.
 */
export const OF_ACCOUNT = { perHour: 3, perDay: 4, numbersPerDay: 1, numbersPerMonth: 3 } as const;

/** The part of the hour's texts that only borrowers who owe a loan may use. */
export const RESERVED_SHARE = 0.25;
/** The part of everybody's budget at which the operator gets an alarm. */
export const ALARM_SHARE = 0.8;

export const CAPTCHA = {
  /** After this number of codes that strangers had sent to a number within an hour, the next code needs work. */
  fromPerNumber: 3,
  parts: 16,
  /** Zero bits of one part at the lowest level; each level doubles it. 16 * 2^15 hashes take 2 s on a cheap phone (decision 57). */
  bits: 15,
  levels: 5,
  /** ms for which a token is valid. */
  life: 15 * MINUTE,
  /** ms for which a phone has to wait if it cannot do the work. */
  waitFor: 5 * MINUTE,
} as const;

/** Limit of a /48 of IPv6, as a multiple of the limit of an address: a carrier gives each phone a /64, but a line many of them. */
const NETWORK_FACTOR = 4;

export interface Limits {
  budget: Limit;
  reserve: Limit;
  codesOfAddress: Limit;
  /** The limit of a /48 of IPv6, which one line may have. For IPv4 it is wider than the limit of the address: no effect. */
  codesOfNetwork: Limit;
  codesOfDevice: Limit;
  triesOfAddress: Limit;
  triesOfDevice: Limit;
  triesOfAccount: Limit;
  lookupsOfAddress: Limit;
  lookupsOfNetwork: Limit;
  lookupsOfDevice: Limit;
  /** Other people's numbers to which one account has codes sent, within a day. */
  numbersOfAccount: Limit;
  /** As `numbersOfAccount`, within thirty days. */
  numbersOfAccountPerMonth: Limit;
  photos: Limit;
  /** ID numbers claimed by others that one borrower types. */
  idTries: Limit;
  /** Uses of one token: a single one. */
  captcha: Limit;
  /** Waits instead of work: of one caller for one number, of all callers for a number, of an address. */
  waits: Limit;
  waitsForNumber: Limit;
  waitsOfAddress: Limit;
  /** Callbacks that are larger than any of the rail's. They are stored, so without a limit they could fill the disk. */
  largeCallbacks: Limit;
  /** Errors of pages, which anyone can send. */
  browserErrorsOfAddress: Limit;
  browserErrors: Limit;
  /** New recordings of one borrower, and consents to recordings. */
  recordingsOfAccount: Limit;
  recordingConsents: Limit;
  /** Calls of the desk before signing in. */
  deskOfAddress: Limit;
  /** Wrong passwords for one name, and wrong codes of one member of staff. A passkey still signs in. */
  deskOfName: Limit;
  deskCodesOfMember: Limit;
}

export function limitsOf(settings: LimitSettings): Limits {
  const reserved = Math.floor(settings.codesPerHour * RESERVED_SHARE);
  return {
    budget: { name: 'texts', span: HOUR, most: settings.codesPerHour - reserved },
    reserve: { name: 'texts reserve', span: HOUR, most: reserved },
    codesOfAddress: { name: 'codes address', span: HOUR, most: settings.codesPerAddress },
    codesOfNetwork: { name: 'codes network', span: HOUR, most: NETWORK_FACTOR * settings.codesPerAddress },
    codesOfDevice: { name: 'codes device', span: HOUR, most: settings.codesPerDevice },
    triesOfAddress: { name: 'tries address', span: HOUR, most: settings.triesPerAddress },
    triesOfDevice: { name: 'tries device', span: HOUR, most: settings.triesPerDevice },
    triesOfAccount: { name: 'tries account', span: HOUR, most: 60 },
    lookupsOfAddress: { name: 'lookups address', span: 10 * MINUTE, most: settings.lookupsPerAddress },
    lookupsOfNetwork: { name: 'lookups network', span: 10 * MINUTE, most: NETWORK_FACTOR * settings.lookupsPerAddress },
    lookupsOfDevice: { name: 'lookups device', span: 10 * MINUTE, most: settings.lookupsPerDevice },
    numbersOfAccount: { name: 'numbers account', span: DAY, most: OF_ACCOUNT.numbersPerDay },
    numbersOfAccountPerMonth: { name: 'numbers account month', span: 30 * DAY, most: OF_ACCOUNT.numbersPerMonth },
    idTries: { name: 'id tries', span: 10 * MINUTE, most: 5 },
    photos: { name: 'photos', span: 10 * MINUTE, most: settings.photosPerBorrower },
    captcha: { name: 'captcha', span: CAPTCHA.life, most: 1 },
    waits: { name: 'waits', span: HOUR, most: 1 },
    waitsForNumber: { name: 'waits number', span: HOUR, most: 3 },
    waitsOfAddress: { name: 'waits address', span: HOUR, most: Math.max(1, Math.floor(settings.codesPerAddress / 20)) },
    largeCallbacks: { name: 'large callbacks', span: HOUR, most: 10 },
    browserErrorsOfAddress: { name: 'browser errors address', span: HOUR, most: 60 },
    browserErrors: { name: 'browser errors', span: HOUR, most: 1_000 },
    recordingsOfAccount: { name: 'recordings', span: DAY, most: 20 },
    recordingConsents: { name: 'recording consents', span: DAY, most: 10 },
    deskOfAddress: { name: 'desk address', span: 15 * MINUTE, most: Math.ceil(settings.triesPerAddress / 4) },
    deskOfName: { name: 'desk name', span: 15 * MINUTE, most: 10 },
    deskCodesOfMember: { name: 'desk codes', span: 15 * MINUTE, most: 10 },
  };
}

/** The limits in production, unless the operator sets others. */
export const DEFAULT_LIMITS: LimitSettings = {
  codesPerHour: 3_000,
  codesPerAddress: 600,
  triesPerAddress: 1_200,
  lookupsPerAddress: 300,
  captchaFromPerAddress: 100,
  captchaFromPerDay: 6,
  captchaFromPerDevice: 4,
  codesPerDevice: 10,
  triesPerDevice: 30,
  lookupsPerDevice: 30,
  photosPerBorrower: 40,
};

const PLENTY = 100_000;

/**
 * The limits in a sandbox, where all calls come from one address and often from one installation. The limits of a number are
 * those of production, except for the work after many codes a day, because a person who tries the app signs in often.
 */
export const SANDBOX_LIMITS: LimitSettings = {
  codesPerHour: PLENTY,
  codesPerAddress: PLENTY,
  triesPerAddress: PLENTY,
  lookupsPerAddress: PLENTY,
  captchaFromPerAddress: PLENTY,
  captchaFromPerDay: PLENTY,
  captchaFromPerDevice: PLENTY,
  codesPerDevice: PLENTY,
  triesPerDevice: PLENTY,
  lookupsPerDevice: PLENTY,
  photosPerBorrower: PLENTY,
};
