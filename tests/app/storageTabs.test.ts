/** One storage that two tabs of a phone share. */
import { describe, expect, it } from 'vitest';
import { opened, openPhone } from '#tests/support/phoneKey.ts';
import { DRAFTS, phoneStore, SESSION } from './phoneStore.ts';

it('stored text of another view: says whether someone is signed in', () => {
  const store = phoneStore();
  const storage = openPhone(store);
  storage.keepSession(SESSION, 'app');
  expect(storage.hasSession(store.text, 'u-1')).toBe(true);
  expect(storage.hasSession(store.text, 'u-2')).toBe(false);
  storage.forgetBorrower();
  expect(storage.hasSession(store.text, 'u-1')).toBe(false);
  expect(storage.hasSession(null, 'u-1')).toBe(false);
});

describe('storage of two tabs of one phone', () => {
  /** Two tabs over one storage, both of the same borrower. */
  const twoTabs = () => {
    const store = phoneStore();
    const one = openPhone(store);
    one.keepSession(SESSION, 'app');
    return { store, one, two: openPhone(store) };
  };
  const WORK = { values: { companyPhone: '0201234567' }, savedAt: 2_000 };

  it('storage of two tabs of one phone: each tab writes only the sections it changed', () => {
    const { one, two } = twoTabs();
    const first = { ...DRAFTS, additionalInfo: WORK };
    one.keepDrafts('u-1', 'LN1', first);
    const asha = { values: { firstName: 'Asha' }, savedAt: 3_000 };
    two.read();
    two.keepDrafts('u-1', 'LN1', { personalInfo: asha, additionalInfo: WORK });
    const payday = { values: { ...WORK.values, payFrequency: 'weekly' }, savedAt: 4_000 };
    one.keepDrafts('u-1', 'LN1', { ...first, additionalInfo: payday });
    expect(one.draftsKept('u-1', 'LN1')).toEqual({ personalInfo: asha, additionalInfo: payday });
  });

  it('language or place changed in one: drafts of the other stay', () => {
    const { one, two } = twoTabs();
    two.keepDrafts('u-1', 'LN1', DRAFTS);
    one.keepLanguage('sw');
    one.keepResume('#personalInfo');
    expect(one.draftsKept('u-1', 'LN1')).toEqual(DRAFTS);
  });

  it('draft typed after the other signed out: is not stored', () => {
    const { store, one, two } = twoTabs();
    two.forgetBorrower();
    expect(one.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(true);
    expect(JSON.stringify(opened(store.text))).not.toContain('Amina');
  });

  it('two tabs of one phone, late sign-out in one: the newer session of the other stays', () => {
    const { store, one, two } = twoTabs();
    two.forgetBorrower();
    two.keepSession({ ...SESSION, token: 'newer' }, 'app');
    one.forgetBorrower();
    expect(openPhone(store).read().session?.token).toBe('newer');
    expect(one.read().session).toBeNull();
  });

  it('drafts of another order or borrower: are ignored', () => {
    const { one } = twoTabs();
    one.keepDrafts('u-1', 'LN1', DRAFTS);
    expect(one.draftsKept('u-1', 'LN2')).toEqual({});
    expect(one.draftsKept('u-2', 'LN1')).toEqual({});
  });
});
