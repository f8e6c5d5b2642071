/** Sessions that are made without calls to the lender. */
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import { createSessions, type Sessions, type SignIn } from '#server/identity/sessionTokens.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

/** Sessions whose tokens are valid for 30 days. */
export const testSessions = (store: Store, clock: Clock): Sessions =>
  createSessions(store, clock, createSecurityLog(store, clock, createSecret(Buffer.alloc(32, 7))), 30);

/** Signs a borrower in, by default on an installation without an id. @returns the token. */
export async function grantSession(store: Store, sessions: Sessions, userId: number, signIn: Partial<SignIn> = {}): Promise<string> {
  const { token } = await store.tx((tx) =>
    sessions.grant(tx, userId, { device: null, deviceName: '', challenge: null, isRegistration: false, ...signIn }),
  );
  return token;
}
