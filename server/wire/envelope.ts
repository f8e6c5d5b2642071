/** The lender's side of the envelope: it does the same as `src/api/envelope.ts`, with node:crypto. */
import { createCipheriv, createDecipheriv, createHash, createSecretKey } from 'node:crypto';

const ALGORITHM = 'aes-128-ecb';
/** Only complete blocks of lower-case hex, because another spelling of a request would count as another request. */
const CIPHERTEXT = /^(?:[0-9a-f]{32})+$/;

/** The text is not an envelope of this package: malformed hex, another key, wrong padding, not UTF-8. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
}

export interface Envelope {
  encrypt(text: string): string;
  /** @throws EnvelopeError */
  decrypt(hex: string): string;
}

export function createEnvelope(packageName: string): Envelope {
  const key = createSecretKey(createHash('sha256').update(packageName, 'utf8').digest().subarray(0, 16));
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return {
    encrypt(text) {
      const cipher = createCipheriv(ALGORITHM, key, null);
      return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('hex');
    },
    decrypt(hex) {
      if (!CIPHERTEXT.test(hex)) throw new EnvelopeError('not whole blocks of lower-case hex');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, null);
        return utf8.decode(Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]));
      } catch {
        throw new EnvelopeError('encrypted with another key, or damaged');
      }
    },
  };
}
