/** Limits the memory of arriving pictures, whose bytes are held until their call is answered. */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';

interface UploadLimits {
  /** Concurrent uploads of one borrower. The app sends one at a time; a web view's repeat may overlap it. */
  perBorrower: number;
  /** Bytes that all uploads together may hold. Only arrived bytes count, not an announced length. */
  bytes: number;
}

const UPLOAD_LIMITS: UploadLimits = { perBorrower: 2, bytes: 512 * 1024 * 1024 };

export interface Upload {
  /** Counts bytes that arrived. @throws Refusal tooManyRequests when all uploads together hold too much. */
  arrived(bytes: number): void;
  /** Releases the bytes. Must be called when the call is answered. */
  end(): void;
}

interface Uploads {
  /** Call it before the body is read. @throws Refusal tooManyRequests. */
  begin(userId: number): Upload;
}

const tooMany = (): Refusal => new Refusal(CODE.tooManyRequests, 'tooManyRequests', { minutes: 1 });

export function createUploads({ perBorrower, bytes: most }: UploadLimits = UPLOAD_LIMITS): Uploads {
  const ofBorrower = new Map<number, number>();
  let held = 0;
  return {
    begin(userId) {
      const others = ofBorrower.get(userId) ?? 0;
      if (others >= perBorrower) throw tooMany();
      ofBorrower.set(userId, others + 1);
      let own = 0;
      return {
        arrived(bytes) {
          own += bytes;
          held += bytes;
          if (held > most) throw tooMany();
        },
        end() {
          held -= own;
          own = 0;
          const left = (ofBorrower.get(userId) ?? 1) - 1;
          if (left > 0) ofBorrower.set(userId, left);
          else ofBorrower.delete(userId);
        },
      };
    },
  };
}
