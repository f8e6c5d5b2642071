import { gcm } from '@noble/ciphers/aes.js';
import { CHART_VERSION, foundIn, NO_SECRETS, type Safe, type Secrets } from '../storedFormat.ts';
import { isEmpty, readSecrets } from './secrets.ts';

const NONCE_BYTES = 12;

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/**
 * Encrypts the secrets with AES-256-GCM and a new random nonce for every write: `sealed` is the base64 of nonce and
 * ciphertext. Text that this key does not open is dropped: it is damaged, or its key is gone.
 * @param key 32 bytes.
 */
export function sealedSafe(key: Uint8Array, random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): Safe {
  /** The last text and what it holds, because it is read again before every write. */
  let last: { sealed: string; secrets: Secrets | null } | null = null;

  function decrypted(sealed: string): Secrets | null {
    try {
      const bytes = fromBase64(sealed);
      const text = gcm(key, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES));
      return readSecrets(foundIn(new TextDecoder().decode(text)));
    } catch {
      return null;
    }
  }

  /** null: not ours, damaged, or sealed with a key that is gone. */
  function open(sealed: unknown): Secrets | null {
    if (typeof sealed !== 'string') return null;
    if (last?.sealed !== sealed) last = { sealed, secrets: decrypted(sealed) };
    return last.secrets;
  }

  function seal(secrets: Secrets): string {
    const nonce = random(new Uint8Array(NONCE_BYTES));
    const { token, userInfo, drafts, unsent, awaitedCode, loggedOut } = secrets;
    const text = JSON.stringify({ chartVersion: CHART_VERSION, token, userInfo, drafts, unsent, awaitedCode, loggedOut });
    const ciphertext = gcm(key, nonce).encrypt(new TextEncoder().encode(text));
    const sealed = new Uint8Array(NONCE_BYTES + ciphertext.length);
    sealed.set(nonce);
    sealed.set(ciphertext, NONCE_BYTES);
    return toBase64(sealed);
  }

  return {
    // What is not sealed was stored before there was a key.
    read: (found) => ('sealed' in found ? (open(found['sealed']) ?? NO_SECRETS) : readSecrets(found)),
    write: (secrets) => (isEmpty(secrets) ? {} : { sealed: seal(secrets) }),
    isCurrent: (found) => open(found['sealed']) !== null,
    leavesOut: () => false,
  };
}
