/** Bounds the memory of pictures that are arriving: what has arrived is held until its call is answered. */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';

interface UploadLimits {
  /** Uploads of one borrower at once. The app sends one; a repeat of a web view may overlap it. */
  perBorrower: number;
  /** Bytes that are held for all uploads at once. What a sender announces and does not send takes none of them. */
  bytes: number;
}

const UPLOAD_LIMITS: UploadLimits = { perBorrower: 2, bytes: 512 * 1024 * 1024 };

export interface Upload {
  /** Counts bytes that arrived. @throws Refusal tooManyRequests when all uploads together hold too much. */
  arrived(bytes: number): void;
  /** Must be called when the call is answered. */
  end(): void;
}

interface Uploads {
  /** @throws Refusal tooManyRequests, before anything of the body is read. */
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
