/**
 * What a phone may share with the lender for one order: each kind of data only when the lender asks for it
 * and the borrower agreed to that one. A refusal changes nothing about the loan.
 */
import type { Instant } from './calendar.ts';

/** In the order in which they are asked about; the names are the specification's. `exif`: when and where stored pictures were taken. */
export const DATA_KINDS = ['contact', 'sms', 'exif', 'device', 'appList', 'location'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** How the shell's upload went: 0 done, 1 started, -1 failed. */
export const UPLOAD_STATUSES = [0, 1, -1] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** The borrower's consent for each kind the lender asks for; null: not answered yet. A kind that is absent is not asked for. */
export type Consents = Readonly<Partial<Record<DataKind, boolean | null>>>;

export interface Collection {
  consents: Consents;
  /** null: nothing was uploaded yet. */
  status: UploadStatus | null;
  /** What the lender holds now. */
  held: readonly DataKind[];
  /** It is deleted when the application is answered, and at this moment at the latest. */
  deletedBy: Instant;
}

/** The kind the borrower is asked about next; null: each was answered. */
export const nextConsent = ({ consents }: Pick<Collection, 'consents'>): DataKind | null =>
  DATA_KINDS.find((kind) => consents[kind] === null) ?? null;

export const agreedKinds = ({ consents }: Pick<Collection, 'consents'>): DataKind[] => DATA_KINDS.filter((kind) => consents[kind] === true);

/** The kind answered last; null: none was. */
export const lastConsent = ({ consents }: Pick<Collection, 'consents'>): DataKind | null =>
  [...DATA_KINDS].reverse().find((kind) => typeof consents[kind] === 'boolean') ?? null;
