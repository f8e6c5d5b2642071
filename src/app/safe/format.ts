/** An encrypted text: base64 of nonce and AES-GCM ciphertext. */
export const NONCE_BYTES = 12;

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
