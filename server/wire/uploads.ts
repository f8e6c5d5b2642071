/** Bounds the memory of pictures that are arriving: what is sent is held until its call is answered. */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';

interface UploadLimits {
  /** Uploads of one borrower at once. The app sends one; a repeat of a web view may overlap it. */
  perBorrower: number;
  /** Bytes of all uploads at once, as their senders declare them. */
  bytes: number;
}

const UPLOAD_LIMITS: UploadLimits = { perBorrower: 3, bytes: 512 * 1024 * 1024 };

interface Uploads {
  /** @throws Refusal tooManyRequests, before anything of the body is read. @returns must be called when the upload is over. */
  begin(userId: number, bytes: number): () => void;
}

export function createUploads({ perBorrower, bytes: most }: UploadLimits = UPLOAD_LIMITS): Uploads {
  const ofBorrower = new Map<number, number>();
  let total = 0;
  return {
    begin(userId, bytes) {
      const others = ofBorrower.get(userId) ?? 0;
      if (others >= perBorrower || total + bytes > most) throw new Refusal(CODE.tooManyRequests, 'tooManyRequests', { minutes: 1 });
      ofBorrower.set(userId, others + 1);
      total += bytes;
      return () => {
        total -= bytes;
        const left = (ofBorrower.get(userId) ?? 1) - 1;
        if (left > 0) ofBorrower.set(userId, left);
        else ofBorrower.delete(userId);
      };
    },
  };
}
