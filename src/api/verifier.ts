/**
 * What makes a recorded sign-in worthless (`docs/wire.md`): the request carries the hash of a random text, and the token of
 * its answer is valid only together with that text, which is never sent before.
 */
import Hex from 'crypto-js/enc-hex.js';
import SHA256 from 'crypto-js/sha256.js';
import type { SessionGrant } from './payloads.ts';

const BYTES = 16;

export interface Verifier {
  /** For the request. */
  challenge: string;
  /** The grant with the token as it is sent from now on. A server that does not know challenges grants a token that is valid by itself. */
  join: (grant: SessionGrant) => SessionGrant;
}

export function createVerifier(): Verifier {
  const verifier = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    challenge: SHA256(verifier).toString(Hex),
    join: (grant) => (grant.needsVerifier ? { ...grant, token: `${grant.token}.${verifier}` } : grant),
  };
}
