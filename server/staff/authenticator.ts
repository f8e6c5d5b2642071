/** Time-based codes (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#machines/model/calendar.ts';
import type { AuthenticatorSetup } from '#src/api/desk.ts';

const PERIOD = 30;
/** Clocks of phones differ: one step before and one after are accepted. */
const WINDOW = 1;
/** 160 bits, as the RFC recommends. */
const SECRET_BYTES = 20;

/** @returns base32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totp = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD, label, issuer });

/** What the page shows. @param issuer,label how the app names the entry. */
export const setupOf = (secret: string, issuer: string, label: string): AuthenticatorSetup => ({
  secret,
  uri: totp(secret, label, issuer).toString(),
});

/**
 * The time step that a code belongs to. A step is stored when its code is accepted; one at or before it is not accepted again.
 * @returns null: the code is wrong at this moment.
 */
export function stepOf(secret: string, code: string, at: Instant): number | null {
  const delta = totp(secret).validate({ token: code.replace(' ', ''), timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / 1_000 / PERIOD) + delta;
}
