/**
 * Protects a sign-in whose request and answer were recorded (`docs/wire.md`). The request contains the hash of a random text,
 * the verifier. The token of the answer is valid only together with the verifier, which is not in the request.
 */
import Hex from 'crypto-js/enc-hex.js';
import SHA256 from 'crypto-js/sha256.js';
import type { Api } from './client.ts';
import type { GRANTS, RequestOf } from './contract.ts';
import type { SessionGrant } from './payloads.ts';

/**
 * Signs in or registers. A server without support for challenges grants a token that is valid by itself.
 * @param verifier at least 128 random bits, as letters and digits.
 * @returns the grant, with the token to store and to send from now on.
 * @throws Problem
 */
export async function signIn<N extends keyof typeof GRANTS>(
  api: Api,
  name: N,
  request: Omit<RequestOf<N>, 'challenge'>,
  verifier: string,
): Promise<SessionGrant> {
  const challenge = SHA256(verifier).toString(Hex);
  const grant = (await api.call(name, { ...request, challenge } as RequestOf<N>)) as SessionGrant;
  return grant.needsVerifier ? { ...grant, token: `${grant.token}.${verifier}` } : grant;
}
