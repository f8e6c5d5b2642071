/**
 * Every limit of callers, in one place. What protects is counted by number, by account, by installation and in total.
 * An address has wide limits: a carrier's network puts thousands of phones behind one.
 */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { LIMITS } from '#src/market/limits.ts';
import type { Limit } from './counters.ts';

/** What an operator sets; `server/config.ts` has the defaults. */
export interface LimitSettings {
  /** Texts with a code within an hour, to all numbers together. */
  codesPerHour: number;
  /** Codes that one address requests within an hour. */
  codesPerAddress: number;
  /**
   * Codes that one address types within an hour; a quarter of it is what it sends to the desk within a quarter of an hour
   * before signing in.
   */
  triesPerAddress: number;
  /** Numbers that one address looks up within ten minutes. */
  lookupsPerAddress: number;
  /** Codes of one address within an hour, from which on each costs work; from twice as many on, twice the work, and so on. */
  captchaFromPerAddress: number;
  /** The same of one number within the day, before signing in. */
  captchaFromPerDay: number;
  /** The same of one installation within the hour. */
  captchaFromPerDevice: number;
  codesPerDevice: number;
  triesPerDevice: number;
  lookupsPerDevice: number;
  /** Photos of one borrower within ten minutes: reading one takes a second of processor time. */
  photosPerBorrower: number;
}

/** Milliseconds between two codes of one asker to one number. */
export const RESEND_AFTER = MINUTE;

/** Codes to one number by one asker who is known there: its own borrower, or an installation that was signed in as that borrower. */
export const KNOWN = { perHour: 5, perDay: 10 } as const;

/**
 * Codes to one number that others request before signing in, all together, within an hour; and of one installation
 * within a day. Together they have no limit of a day, which one caller could use up for everybody else until the next
 * day: each further code costs more work instead.
 */
export const STRANGERS = { perHour: 5, ofInstallationPerDay: 10 } as const;

/**
 * Codes beyond those, for a number whose hour strangers have used up. Each needs the hardest work, and is sent only to
 * who types a code that the number got within `receivedWithin`. That is longer than the hour in which the codes were
 * sent, so that who reads them is never without one.
 */
export const FURTHER = { perHour: 3, receivedWithin: LIMITS.receivedCodeHours * HOUR } as const;

/** Codes that accounts request for one number which is not theirs, all together; an account that requested none that day may exceed it. */
export const FROM_ACCOUNTS = { perHour: 3, perDay: 6, newcomersPerHour: 5 } as const;

/**
 * Codes that one account requests for other numbers, and to how many numbers. A number counts again on each day. One that
 * is not the borrower's own has to be texted, or it could not prove itself; three days a month are enough to get one right.
 */
export const OF_ACCOUNT = { perHour: 3, perDay: 4, numbersPerDay: 1, numbersPerMonth: 3 } as const;

/** The part of the hour's texts that only borrowers who owe a loan may use. */
export const RESERVED_SHARE = 0.25;
/** When this part of the budget for everybody is used, the operator gets an alarm. */
export const ALARM_SHARE = 0.8;

export const CAPTCHA = {
  /** Codes to one number within the hour, before signing in. */
  fromPerNumber: 3,
  parts: 16,
  /** Difficulty of one part at the lowest level; each level above doubles the work. 16 * 2^15 hashes take 2 s on a cheap phone (decision 57). */
  bits: 15,
  levels: 5,
  /** A token is valid so long. */
  life: 15 * MINUTE,
  /** Who cannot do the work waits so long instead. */
  waitFor: 5 * MINUTE,
} as const;

/** How many times what one address may, a /48 of IPv6 may: a carrier gives each phone a /64, and a line many of them. */
const NETWORK_FACTOR = 4;

export interface Limits {
  budget: Limit;
  reserve: Limit;
  codesOfAddress: Limit;
  /** The limit of a /48 of IPv6, which one line may have. For an IPv4 address it is never the narrower limit. */
  codesOfNetwork: Limit;
  codesOfDevice: Limit;
  triesOfAddress: Limit;
  triesOfDevice: Limit;
  triesOfAccount: Limit;
  lookupsOfAddress: Limit;
  lookupsOfNetwork: Limit;
  lookupsOfDevice: Limit;
  /** Numbers of others that one account has texted. */
  numbersOfAccount: Limit;
  /** The same within thirty days. */
  numbersOfAccountPerMonth: Limit;
  photos: Limit;
  /** ID numbers of others that one borrower tries. */
  idTries: Limit;
  /** One use of a token. */
  captcha: Limit;
  /** Waits instead of work: of one asker for one number, for a number, of an address. */
  waits: Limit;
  waitsForNumber: Limit;
  waitsOfAddress: Limit;
  /** Callbacks of the rail that are too large to be the rail's: they are stored, and must not fill the disk. */
  largeCallbacks: Limit;
  /** Errors of pages, which anyone can send. */
  browserErrorsOfAddress: Limit;
  browserErrors: Limit;
  /** New recordings of one borrower, and how often one agrees to them. */
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

/** In production, where the operator sets nothing else. */
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
 * In a sandbox everything comes from one address, and often from one installation. The limits of a number are the same, but
 * for the work at many codes a day: anyone who tries things out signs in often.
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
