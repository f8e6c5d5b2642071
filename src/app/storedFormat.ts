/** The format of the stored text, shared by the entry and the safe. */
import type { AwaitedCode } from '#machines/model/device.ts';
import type { Drafts } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { ROUTES, type RouteTarget } from '#machines/routes.ts';

export const STORAGE_KEY = 'loan-journey';

/**
 * Names of states, sections and fields are part of the stored format. Increase this number when one of them is renamed:
 * places and drafts of another version are dropped, session and language are kept.
 */
export const CHART_VERSION = 1;

/** Version of the stored format. Older formats are read, and written in this format as soon as there is a key. */
export const STORAGE_VERSION = 4;

export interface BasicInfo {
  userId: string;
  mobile: string;
  firstName?: string | null;
  lastName?: string | null;
}

interface KeptDrafts {
  userId: string;
  orderNo: string;
  sections: Drafts;
}

/**
 * A session that this phone has logged out and that the lender has not ended yet. @property tries failed requests so
 * far.
 */
export interface LoggedOut {
  token: string;
  tries: number;
}

/** Data that must not be readable in a copied storage. */
export interface Secrets {
  /** Value of the Authorization header, `Bearer …`. */
  token: { Authorization: string } | null;
  /** The lender's data about the borrower. */
  userInfo: { basicInfo: BasicInfo } | null;
  /** Drafts of one order of one borrower: a borrower has one loan at a time. */
  drafts: KeptDrafts | null;
  /** Unsent messages and choices of one borrower. */
  unsent: { userId: string; texts: Unsent } | null;
  awaitedCode: AwaitedCode | null;
  /** Kept when the borrower signs out. */
  loggedOut: readonly LoggedOut[];
  /** Random id of this installation, by which the lender recognises the device. Kept when the borrower signs out. */
  deviceId: string | null;
}

export const NO_SECRETS: Secrets = {
  token: null,
  userInfo: null,
  drafts: null,
  unsent: null,
  awaitedCode: null,
  loggedOut: [],
  deviceId: null,
};

/**
 * Fields with the id of the installation: `device` is encrypted; `deviceId` is readable, on a phone that can hold no key or
 * from a version before 4. They stay when the borrower signs out, and no start waits for them.
 */
const INSTALLATION: readonly string[] = ['device', 'deviceId'];
export const isOfInstallation = (name: string): boolean => INSTALLATION.includes(name);

/** The fields of a stored text. */
export type Found = Readonly<Record<string, unknown>>;

/** Reads and writes secrets, synchronously, so that nothing is lost when the web view is closed. */
export interface Safe {
  /** @param found of any version; fields that cannot be read are empty. @param known the secrets in this tab's memory. */
  read: (found: Found, known: Secrets) => Secrets;
  /** Never throws. @param found the fields that are stored now. @returns the fields to store instead, without those of `Plain`. */
  write: (secrets: Secrets, found: Found) => Found;
  /** Whether these fields have the format of `write`. Otherwise they are written again. */
  isCurrent: (found: Found) => boolean;
  /** Whether `write` leaves out a part of these secrets, which is then only in memory. */
  leavesOut: (secrets: Secrets) => boolean;
}

/** Whether a field must not be stored readable. @param section null: the field belongs to an unsent message. */
export type IsSensitive = (section: string | null, field: string) => boolean;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a stored place exists. A place of an older version would stop the app at every start, so it is dropped. */
export const isTarget = (value: unknown): value is RouteTarget =>
  isNonEmptyText(value) && value.charAt(0) === '#' && Object.keys(ROUTES).includes(value.slice(1));

/** Parses the stored text. A foreign or truncated text counts as empty. */
export function foundIn(text: string | null): Found {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}
