/**
 * Collected data: data of the phone that is shared with the lender for one order. A kind of data is collected only if the
 * lender requests it and the borrower agreed to this kind. A refusal has no effect on the loan.
 */
import type { Instant } from './calendar.ts';

/** In the order of the consent pages, with the specification's names. `exif`: when and where stored pictures were taken. */
export const DATA_KINDS = ['contact', 'sms', 'exif', 'device', 'appList', 'location'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Status of the shell's upload: 0 done, 1 started, -1 failed. */
export const UPLOAD_STATUSES = [0, 1, -1] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** The borrower's consent to each kind that the lender requests; null: not answered yet; absent: the kind is not requested. */
export type Consents = Readonly<Partial<Record<DataKind, boolean | null>>>;

export interface Collection {
  consents: Consents;
  /** null: nothing was uploaded yet. */
  status: UploadStatus | null;
  /** Kinds of data that the lender holds now. */
  held: readonly DataKind[];
  /** The lender deletes the data when the application is decided, at the latest at this moment. */
  deletedBy: Instant;
}

/** The next kind to ask the borrower about; null: each was answered. */
export const nextConsent = ({ consents }: Pick<Collection, 'consents'>): DataKind | null =>
  DATA_KINDS.find((kind) => consents[kind] === null) ?? null;

export const agreedKinds = ({ consents }: Pick<Collection, 'consents'>): DataKind[] => DATA_KINDS.filter((kind) => consents[kind] === true);

/** The kind answered last; null: none was. */
export const lastConsent = ({ consents }: Pick<Collection, 'consents'>): DataKind | null =>
  [...DATA_KINDS].reverse().find((kind) => typeof consents[kind] === 'boolean') ?? null;
