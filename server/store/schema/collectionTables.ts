/** The tables of `030-collection` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { DataKind, UploadStatus } from '#machines/model/collection.ts';

export interface CollectionSchema {
  collection_kind: { order_id: number; kind: DataKind; asked_at: Instant; agreed: boolean | null };
  collection_consent: { id: Generated<number>; order_id: number; kind: DataKind; agreed: boolean; at: Instant };
  collection_upload: { order_id: number; status: UploadStatus; at: Instant };
  collected: { order_id: number; kind: DataKind; encrypted: Uint8Array; at: Instant; delete_by: Instant };
}
