/** The refusals that are security events. They are recorded after the refused transaction. */
import { CODE } from '#machines/model/codes.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { Refusal, RefusalCode } from '#server/refusals/refusal.ts';
import type { SecurityEventKind } from '#server/store/securityEventKinds.ts';
import type { SecurityEvent } from '#server/store/securityLog.ts';
import { contract, GRANTS, type CallName } from '#src/api/contract.ts';

const KINDS: Readonly<Partial<Record<RefusalCode, SecurityEventKind>>> = {
  [CODE.invalidVerificationCode]: 'code.refused',
  [CODE.tooManyWrongCodes]: 'code.voided',
  [CODE.captchaRequired]: 'limit.reached',
  [CODE.receivedCodeRequired]: 'limit.reached',
  [CODE.tooManyRequests]: 'limit.reached',
  [CODE.tokenExpired]: 'session.refused',
  [CODE.loggedInElsewhere]: 'session.refused',
  [CODE.tokenInvalid]: 'session.refused',
  [CODE.signInRequired]: 'session.refused',
  [CODE.staleTimestamp]: 'request.stale',
  [CODE.photoUnreadable]: 'file.refused',
  [CODE.tooLarge]: 'file.refused',
  [CODE.idTaken]: 'id.refused',
};

export interface RefusedCall {
  call: CallName | undefined;
  userId: number | undefined;
  /** The number as the caller typed it. */
  mobile: unknown;
  address: string;
}

/** null: the refusal is not a security event. */
export function securityEventOf({ code }: Refusal, { call, userId, mobile, address }: RefusedCall): SecurityEvent | null {
  const kind = KINDS[code];
  if (kind === undefined) return null;
  // The first read of a phone with a wrong clock is always stale, which is not an attack. Everybody could fill the log with it.
  if (kind === 'request.stale' && call !== undefined && contract[call].retry) return null;
  return {
    kind: kind === 'code.refused' && call !== undefined && call in GRANTS ? 'login.failed' : kind,
    subject: call ?? 'none',
    userId,
    mobile: (typeof mobile === 'string' && toMsisdn(mobile)) || undefined,
    address,
  };
}
