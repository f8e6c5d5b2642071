/** What a phone keeps of the borrower, of the lender and of itself, and for how long. */
import { describe, expect, it } from 'vitest';
import { CHART_VERSION, openStorage, readApp } from '#src/app/storage.ts';
import { DRAFTS, NOTHING_KEPT, phoneStore, SESSION } from './phoneStore.ts';

describe('what a phone keeps', () => {
  it('is there at the next opening', () => {
    const store = phoneStore();
    const before = openStorage(() => store);
    before.keepSession(SESSION, 'app');
    before.keepLanguage('sw');
    before.keepResume('#personalInfo');
    expect(before.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(true);

    expect(openStorage(() => store).read()).toEqual({
      ...NOTHING_KEPT,
      session: SESSION,
      language: 'sw',
      resume: '#personalInfo',
      drafts: DRAFTS,
      draftsOf: 'LN1',
    });
  });

  it('of a code that is awaited ends with the session it opens', () => {
    const store = phoneStore();
    const awaited = {
      purpose: 'register',
      mobile: '0712345678',
      codeAgainAt: 60_000,
      pendingRoute: { to: '#toBorrow', query: {}, wish: 'apply' },
    } as const;
    openStorage(() => store).keepAwaitedCode(awaited);
    const next = openStorage(() => store);
    expect(next.read().awaitedCode).toEqual(awaited);
    next.keepSession(SESSION, 'app');
    expect(openStorage(() => store).read().awaitedCode).toBeNull();
  });

  it('of another borrower is not shown', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepSession(SESSION, 'app');
    storage.keepDrafts('u-1', 'LN1', DRAFTS);
    storage.keepSession({ ...SESSION, userId: 'u-2' }, 'shell');
    expect(openStorage(() => store).read().drafts).toEqual({});
  });

  it('is forgotten at the end of a session, all but the language', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepLanguage('es');
    storage.keepSession(SESSION, 'shell');
    storage.keepDrafts('u-1', 'LN1', DRAFTS);
    storage.keepResume('#settings');
    storage.forgetBorrower();
    expect(openStorage(() => store).read()).toEqual({ ...NOTHING_KEPT, language: 'es' });
    expect(store.text).not.toContain('Amina');
  });

  it('of an older chart is forgotten, but nobody is signed out', () => {
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
    expect(openStorage(() => store).read()).toEqual({ ...NOTHING_KEPT, session: SESSION, language: 'sw' });
  });
});

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('no room', 'QuotaExceededError');
  },
};

describe('a phone that will not keep anything', () => {
  it('that is full says so, and the app goes on in memory', () => {
    const storage = openStorage(() => full);
    storage.keepSession(SESSION, 'app');
    expect(storage.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(false);
    expect(storage.read()).toMatchObject({ session: SESSION, drafts: DRAFTS });
  });

  it('that forbids the mere look says so too', () => {
    const storage = openStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(false);
    storage.keepSession(SESSION, 'app');
    expect(storage.read().session).toEqual(SESSION);
  });
});

describe('what the lender told of the borrower', () => {
  const basicInfo = { userId: 'u-1', mobile: '254712345678', firstName: 'Amina', lastName: 'Otieno' };

  it('is kept beside the token, and goes with it', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepSession(SESSION, 'app');
    storage.keepUserInfo(basicInfo);
    storage.keepSession({ ...SESSION, token: 'second' }, 'app');
    expect(JSON.parse(store.text ?? '')).toMatchObject({ userInfo: { basicInfo } });
    storage.forgetBorrower();
    expect(store.text).not.toContain('Amina');
  });

  it('of someone else, answered late, is not', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepSession({ ...SESSION, userId: 'u-2' }, 'app');
    storage.keepUserInfo(basicInfo);
    expect(store.text).not.toContain('Amina');
  });
});

describe('what the native app said of itself', () => {
  const app = {
    packageName: 'ke.example.loan',
    appName: 'Example Loan',
    edition: 'gold 3.1',
    afid: 'af-77',
    deviceMsg: 'Pixel, Android 10',
  };

  it('is added up, and stays with the phone when the borrower goes', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepApp({ packageName: app.packageName, appName: app.appName });
    storage.keepApp({ edition: app.edition, afid: app.afid, deviceMsg: app.deviceMsg });
    storage.keepSession(SESSION, 'app');
    storage.forgetBorrower();
    expect(openStorage(() => store).app()).toEqual(app);
  });

  it('is held to what a header can carry', () => {
    expect(readApp({ packageName: 'x\r\ny', appName: 'Ngũgĩ', afid: 'a b', edition: 'ĩ', deviceMsg: 7 })).toEqual({ edition: 'ĩ' });
    expect(readApp('rubbish')).toEqual({});
  });
});
