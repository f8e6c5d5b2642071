import { gcm } from '@noble/ciphers/aes.js';
import { CHART_VERSION, foundIn, NO_SECRETS, type Safe, type Secrets } from '../storedFormat.ts';
import { fromBase64, NONCE_BYTES } from './readEncrypted.ts';
import { isEmpty, readDeviceId, readSecrets } from './secrets.ts';

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

/**
 * Encrypts with AES-256-GCM and a new random nonce for every text: base64 of nonce and ciphertext. `sealed` contains all
 * secrets of the borrower. `device` contains the id of the installation, separately, because it stays when the borrower signs
 * out and no start needs it. A text that cannot be decrypted is dropped: it is damaged, or its key is lost.
 * @param key 32 bytes.
 */
export function encryptedSafe(key: Uint8Array, random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): Safe {
  /** A cache of the last decrypted text, because the text is read again before every write. */
  let last: { stored: string; secrets: Secrets | null } | null = null;
  let lastDevice: { stored: string; id: string | null } | null = null;

  function decrypted(text: string): string | null {
    try {
      const bytes = fromBase64(text);
      return new TextDecoder().decode(gcm(key, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES)));
    } catch {
      return null;
    }
  }

  function encrypted(text: string): string {
    const nonce = random(new Uint8Array(NONCE_BYTES));
    const ciphertext = gcm(key, nonce).encrypt(new TextEncoder().encode(text));
    const both = new Uint8Array(NONCE_BYTES + ciphertext.length);
    both.set(nonce);
    both.set(ciphertext, NONCE_BYTES);
    return toBase64(both);
  }

  /** null: no encrypted text, a damaged one, or one whose key is lost. */
  function open(stored: unknown): Secrets | null {
    if (typeof stored !== 'string') return null;
    if (last?.stored !== stored) {
      const text = decrypted(stored);
      last = { stored, secrets: text === null ? null : readSecrets(foundIn(text)) };
    }
    return last.secrets;
  }

  function openDevice(stored: unknown): string | null {
    if (typeof stored !== 'string') return null;
    if (lastDevice?.stored !== stored) lastDevice = { stored, id: readDeviceId(decrypted(stored)) };
    return lastDevice.id;
  }

  const encryptSecrets = ({ token, userInfo, drafts, unsent, awaitedCode, loggedOut }: Secrets): string =>
    encrypted(JSON.stringify({ chartVersion: CHART_VERSION, token, userInfo, drafts, unsent, awaitedCode, loggedOut }));

  /** The id never changes, so it is encrypted once. */
  function encryptDevice(id: string): string {
    if (lastDevice?.id !== id) lastDevice = { stored: encrypted(id), id };
    return lastDevice.stored;
  }

  return {
    // Readable fields were stored before there was a key.
    read: (found) => ({
      ...('sealed' in found ? (open(found['sealed']) ?? NO_SECRETS) : readSecrets(found)),
      deviceId: openDevice(found['device']) ?? readDeviceId(found['deviceId']),
    }),
    write: (secrets) => ({
      ...(isEmpty(secrets) ? {} : { sealed: encryptSecrets(secrets) }),
      ...(secrets.deviceId === null ? {} : { device: encryptDevice(secrets.deviceId) }),
    }),
    isCurrent: (found) => !('deviceId' in found) && open(found['sealed']) !== null,
    leavesOut: () => false,
  };
}
