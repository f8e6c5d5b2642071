/** Shared by the tests of the safe: a borrower whose secrets can be recognised in a text that must not show them. */
import { expect } from 'vitest';
import type { DeviceStorage } from '#src/app/storage.ts';
import { NOTHING_KEPT } from './phoneStore.ts';

export const USER = 'canary-user';
export const CANARIES = {
  token: 'canary-token',
  mobile: '254799000001',
  nationalId: '87654321',
  contact: '254799000002',
  income: 'from40000',
  message: 'canary message',
  loggedOut: 'canary-ended',
};
export const SIGNED_IN = { token: CANARIES.token, userId: USER, mobile: CANARIES.mobile };
export const TYPED = {
  personalInfo: { values: { firstName: 'Canaryname', nationalId: CANARIES.nationalId, education: 'primary' }, savedAt: 1 },
  additionalInfo: { values: { emergencyContactMobile1: CANARIES.contact, monthlySalary: CANARIES.income }, savedAt: 1 },
};
export const UNSENT = { feedback: { type: '3', description: CANARIES.message, contact: CANARIES.contact } };

export function fill(storage: DeviceStorage): void {
  storage.keepLoggedOut([{ token: CANARIES.loggedOut, tries: 1 }]);
  storage.keepSession(SIGNED_IN, 'app');
  storage.keepUserInfo({ userId: USER, mobile: CANARIES.mobile, firstName: 'Canaryname' });
  storage.keepDrafts(USER, 'LN1', TYPED);
  storage.keepUnsent(USER, UNSENT);
}

export function expectNoCanary(text: string | null): void {
  for (const canary of [...Object.values(CANARIES), USER, 'Canaryname']) expect(text).not.toContain(canary);
}
export const restored = { ...NOTHING_KEPT, session: SIGNED_IN, drafts: TYPED, draftsOf: 'LN1', unsent: UNSENT };
