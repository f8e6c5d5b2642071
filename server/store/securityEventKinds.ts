/** `docs/operations.md` says what each kind means. */
export const SECURITY_EVENT_KINDS = [
  'login.failed',
  'code.refused',
  'code.voided',
  'limit.reached',
  'texts.budget',
  'session.refused',
  'session.ended',
  'device.added',
  'device.trusted',
  'request.stale',
  'payoutAccount.changed',
  'payout.held',
  'payout.misdirected',
  'file.refused',
  'id.refused',
  'payment.held',
  'callback.refused',
  'rail.fault',
  'float.low',
  'keys.rotated',
  'desk.decided',
  'staff.signedIn',
  'staff.refused',
  'staff.changed',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
