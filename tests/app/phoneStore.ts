/** Shared by the tests of the storage: a phone's localStorage, a borrower, and the result of reading an empty storage. */
import { expect } from 'vitest';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';

export const SESSION = { token: 't', userId: 'u-1', mobile: '254712345678' };
export const DRAFTS = { personalInfo: { values: { firstName: 'Amina' }, savedAt: 1_000 } };

export const NOTHING_KEPT = {
  session: null,
  sessionFrom: 'app',
  language: 'en',
  appearance: 'system',
  resume: null,
  awaitedCode: null,
  lostSession: false,
  drafts: {},
  draftsOf: null,
  app: {},
  unsent: {},
} as const;

/** A localStorage, as a web view gives it. */
export function phoneStore(text: string | null = null) {
  const store = {
    text,
    getItem: () => store.text,
    setItem: (key: string, value: string) => {
      expect(key).toBe(STORAGE_KEY);
      store.text = value;
    },
  };
  return store;
}
