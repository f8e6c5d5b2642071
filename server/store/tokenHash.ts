/** The hash under which a session is stored. The token itself is not stored. */
import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * @param challenge SHA-256 of the verifier that the phone made for its sign-in; null: the phone made none, and the token is
 * valid without a verifier.
 */
export const tokenHash = (token: string, challenge: string | null): string => sha256(challenge === null ? token : `${token}.${challenge}`);

/** The hash for the credential that a phone sends: `token`, or `token.verifier`. A token contains no dot. */
export function bearerHash(bearer: string): string {
  const dot = bearer.indexOf('.');
  return dot < 0 ? tokenHash(bearer, null) : tokenHash(bearer.slice(0, dot), sha256(bearer.slice(dot + 1)));
}
