/** The tables of `134-recordings` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { DeviceClass } from '#machines/model/sentRecording.ts';

export interface RecordingSchema {
  recording_consent: { id: Generated<number>; user_id: number; agreed: boolean; version: string; at: Instant };
  recording: {
    journey: string;
    user_id: number;
    /** When the first piece arrived. */
    at: Instant;
    release: string;
    language: string;
    device_class: DeviceClass;
    product: string | null;
    /** The head of the recording as compressed JSON, encrypted. */
    head_encrypted: Uint8Array;
    pieces: number;
    steps: number;
    /** Bytes of the recording's pieces, compressed as they were sent. */
    bytes: number;
    /** Characters of the recording's steps, uncompressed. */
    letters: number;
  };
  /** The steps of one piece as compressed JSON without brackets, encrypted. */
  recording_piece: { journey: string; piece: number; encrypted: Uint8Array };
}
