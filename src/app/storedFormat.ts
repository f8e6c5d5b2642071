/** The stored text, as the entry and the safe share it. */
import type { AwaitedCode } from '#machines/model/device.ts';
import type { Drafts } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { ROUTES, type RouteTarget } from '#machines/routes.ts';

export const STORAGE_KEY = 'loan-journey';

/**
 * Names of states, sections and fields are part of the stored format. Increase this number when one is renamed: places
 * and drafts of another version are then dropped, session and language are kept.
 */
export const CHART_VERSION = 1;

/** Version of the stored format. An older one is read, and is written in the new format as soon as there is a key. */
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

/** What must not be readable in a copied storage. */
export interface Secrets {
  /** Value of the Authorization header, `Bearer …`. */
  token: { Authorization: string } | null;
  /** The lender's data about the borrower. */
  userInfo: { basicInfo: BasicInfo } | null;
  /** Drafts of one order of one borrower: a borrower has one loan at a time. */
  drafts: KeptDrafts | null;
  /** Messages of one borrower that were typed and not sent. */
  unsent: { userId: string; texts: Unsent } | null;
  awaitedCode: AwaitedCode | null;
  /** Kept when the borrower signs out. */
  loggedOut: readonly LoggedOut[];
  /** Random id of this installation, by which the lender knows the device again. Kept when the borrower signs out. */
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
 * Fields that hold the id of the installation: encrypted, and readable on a phone that can hold no key or as versions
 * before 4 stored it. They stay when the borrower signs out, and no start waits for them.
 */
const INSTALLATION: readonly string[] = ['device', 'deviceId'];
export const isOfInstallation = (name: string): boolean => INSTALLATION.includes(name);

/** The fields of a stored text. */
export type Found = Readonly<Record<string, unknown>>;

/** How secrets are stored. Synchronous, so that a web view that is being closed loses nothing. */
export interface Safe {
  /** @param found of any version; what cannot be read is empty. @param known the secrets as this tab knows them. */
  read: (found: Found, known: Secrets) => Secrets;
  /** @param found what is stored now. @returns the fields to store in its place, `Plain` aside. @throws nothing. */
  write: (secrets: Secrets, found: Found) => Found;
  /** Whether these fields are as `write` leaves them. Older ones are written again. */
  isCurrent: (found: Found) => boolean;
  /** Whether `write` leaves something of these out, so that it is in memory only. */
  leavesOut: (secrets: Secrets) => boolean;
}

/** Whether a field of a section, or of an unsent message where the section is null, must not stand in the open. */
export type IsSensitive = (section: string | null, field: string) => boolean;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A place that no longer exists would stop the app at every start, so it is dropped. */
export const isTarget = (value: unknown): value is RouteTarget =>
  isText(value) && value.charAt(0) === '#' && Object.keys(ROUTES).includes(value.slice(1));

/** Text that is not ours or is cut off counts as empty storage. */
export function foundIn(text: string | null): Found {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}
