/** The data that a phone stores about the borrower, the lender and itself, and for how long. */
import { describe, expect, it } from 'vitest';
import { openStorage, readApp } from '#src/app/storage.ts';
import { CHART_VERSION } from '#src/app/storedFormat.ts';
import { opened, openPhone, SAFE } from '#tests/support/phoneKey.ts';
import { DRAFTS, NOTHING_KEPT, phoneStore, SESSION } from './phoneStore.ts';

describe('storage of the phone', () => {
  it('app opened again: is restored', () => {
    const store = phoneStore();
    const before = openPhone(store);
    before.keepSession(SESSION, 'app');
    before.keepLanguage('sw');
    before.keepResume('#personalInfo');
    expect(before.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(true);

    expect(openPhone(store).read()).toEqual({
      ...NOTHING_KEPT,
      session: SESSION,
      language: 'sw',
      resume: '#personalInfo',
      drafts: DRAFTS,
      draftsOf: 'LN1',
    });
  });

  it("stored appearance that does not exist: the phone's is used", () => {
    const store = phoneStore();
    openPhone(store).keepAppearance('dark');
    expect(openPhone(store).read().appearance).toBe('dark');
    store.text = (store.text ?? '').replace('"dark"', '"neon"');
    expect(openPhone(store).read().appearance).toBe('system');
  });

  it('storage of the phone, awaited code: ends with the session that it opens', () => {
    const store = phoneStore();
    const awaited = {
      purpose: 'register',
      mobile: '0712345678',
      codeAgainAt: 60_000,
      pendingRoute: { to: '#toBorrow', query: {}, wish: 'apply' },
    } as const;
    openPhone(store).keepAwaitedCode(awaited);
    const next = openPhone(store);
    expect(next.read().awaitedCode).toEqual(awaited);
    next.keepSession(SESSION, 'app');
    expect(openPhone(store).read().awaitedCode).toBeNull();
  });

  it('storage of the phone, other borrower: drafts are not shown', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepSession(SESSION, 'app');
    storage.keepDrafts('u-1', 'LN1', DRAFTS);
    storage.keepSession({ ...SESSION, userId: 'u-2' }, 'shell');
    expect(openPhone(store).read().drafts).toEqual({});
  });

  it('storage of the phone, session ended: is erased, except for the language', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepLanguage('es');
    storage.keepSession(SESSION, 'shell');
    storage.keepDrafts('u-1', 'LN1', DRAFTS);
    storage.keepResume('#settings');
    storage.forgetBorrower();
    expect(openPhone(store).read()).toEqual({ ...NOTHING_KEPT, language: 'es' });
    expect(JSON.stringify(opened(store.text))).not.toContain('Amina');
    expect(store.text).not.toContain('sealed');
  });

  it('place and session stored by an older chart: place is dropped, session stays', () => {
    const store = phoneStore(
      JSON.stringify({
        chartVersion: CHART_VERSION - 1,
        language: 'sw',
        session: SESSION,
        sessionFrom: 'app',
        resume: '#gone',
        drafts: { userId: 'u-1', orderNo: 'LN1', sections: DRAFTS },
      }),
    );
    expect(openPhone(store).read()).toEqual({ ...NOTHING_KEPT, session: SESSION, language: 'sw' });
  });
});

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('no room', 'QuotaExceededError');
  },
};

describe('storage that does not work', () => {
  it('storage full: the failure is reported, and the app continues in memory', () => {
    const storage = openPhone(full);
    storage.keepSession(SESSION, 'app');
    expect(storage.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(false);
    expect(storage.read()).toMatchObject({ session: SESSION, drafts: DRAFTS });
  });

  it('storage with access forbidden: the failure is reported, and the app continues in memory', () => {
    const storage = openStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    }, SAFE);
    expect(storage.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(false);
    storage.keepSession(SESSION, 'app');
    expect(storage.read().session).toEqual(SESSION);
  });
});

describe('profile of the borrower in the storage', () => {
  const basicInfo = { userId: 'u-1', mobile: '254712345678', firstName: 'Amina', lastName: 'Otieno' };

  it('profile of the borrower in the storage: it is stored beside the token, and erased with it', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepSession(SESSION, 'app');
    storage.keepUserInfo(basicInfo);
    storage.keepSession({ ...SESSION, token: 'second' }, 'app');
    expect(opened(store.text)).toMatchObject({ userInfo: { basicInfo } });
    storage.forgetBorrower();
    expect(opened(store.text)).toMatchObject({ userInfo: null });
  });

  it('late answer for another borrower: is not stored', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepSession({ ...SESSION, userId: 'u-2' }, 'app');
    storage.keepUserInfo(basicInfo);
    expect(JSON.stringify(opened(store.text))).not.toContain('Amina');
  });
});

describe('identity of the native app in the storage', () => {
  const app = {
    packageName: 'ke.example.loan',
    appName: 'Example Loan',
    edition: 'gold 3.1',
    afid: 'af-77',
    deviceMsg: 'Pixel, Android 10',
  };

  it('identity of the native app in the storage: a new value is merged, and it stays on the phone after sign-out', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepApp({ packageName: app.packageName, appName: app.appName });
    storage.keepApp({ edition: app.edition, afid: app.afid, deviceMsg: app.deviceMsg });
    storage.keepSession(SESSION, 'app');
    storage.forgetBorrower();
    expect(openPhone(store).app()).toEqual(app);
  });

  it('identity of the native app in the storage: it is limited to what a header can carry', () => {
    expect(readApp({ packageName: 'x\r\ny', appName: 'Ngũgĩ', afid: 'a b', edition: 'ĩ', deviceMsg: 7 })).toEqual({ edition: 'ĩ' });
    expect(readApp('rubbish')).toEqual({});
  });
});
