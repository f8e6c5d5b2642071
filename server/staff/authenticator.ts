/** Time-based codes (RFC 6238) with the parameters of all authenticator apps: SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#machines/model/calendar.ts';
import type { AuthenticatorSetup } from '#src/api/desk.ts';

const PERIOD = 30;
/** Time steps before and after the present one whose codes are accepted, because the clocks of phones differ. */
const WINDOW = 1;
/** 160 bits, as the RFC recommends. */
const SECRET_BYTES = 20;

/** @returns a secret in base32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totp = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD, label, issuer });

/** The setup that the page shows. @param issuer,label name of the entry in the app. */
export const setupOf = (secret: string, issuer: string, label: string): AuthenticatorSetup => ({
  secret,
  uri: totp(secret, label, issuer).toString(),
});

/**
 * The time step of a code. The caller stores the step of an accepted code, and accepts no code of that step or an earlier one.
 * @returns null: the code is wrong at this moment.
 */
export function stepOf(secret: string, code: string, at: Instant): number | null {
  const delta = totp(secret).validate({ token: code.replace(' ', ''), timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / 1_000 / PERIOD) + delta;
}
