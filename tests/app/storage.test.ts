import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#machines/routes.ts';
import { CHART_VERSION, hasSession, openStorage, readApp, STORAGE_KEY, STORAGE_VERSION } from '#src/app/storage.ts';

const SESSION = { token: 't', userId: 'u-1', mobile: '254712345678' };
const DRAFTS = { personalInfo: { values: { firstName: 'Amina' }, savedAt: 1_000 } };

/** A localStorage, as a web view gives it. */
function phoneStore(text: string | null = null) {
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
const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('no room', 'QuotaExceededError');
  },
};

describe('what a phone keeps', () => {
  it('is there at the next opening', () => {
    const store = phoneStore();
    const before = openStorage(() => store);
    before.keepSession(SESSION, 'app');
    before.keepLanguage('sw');
    before.keepResume('#personalInfo');
    expect(before.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(true);

    expect(openStorage(() => store).read()).toEqual({
      session: SESSION,
      sessionFrom: 'app',
      language: 'sw',
      resume: '#personalInfo',
      awaitedCode: null,
      lostSession: false,
      drafts: DRAFTS,
      draftsOf: 'LN1',
      app: {},
      unsent: {},
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
    expect(openStorage(() => store).read()).toEqual({
      session: null,
      sessionFrom: 'app',
      language: 'es',
      resume: null,
      awaitedCode: null,
      lostSession: false,
      drafts: {},
      draftsOf: null,
      app: {},
      unsent: {},
    });
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
    expect(openStorage(() => store).read()).toEqual({
      session: SESSION,
      sessionFrom: 'app',
      language: 'sw',
      resume: null,
      awaitedCode: null,
      lostSession: false,
      drafts: {},
      draftsOf: null,
      app: {},
      unsent: {},
    });
  });
});

describe('rubbish in the storage', () => {
  it.each([
    '',
    'null',
    '7',
    '[]',
    '{',
    '"text"',
    '{"session":{"token":1}}',
    '{"language":"fr"}',
    JSON.stringify({
      chartVersion: CHART_VERSION,
      session: { token: '' },
      drafts: { userId: 'u', orderNo: 'o', sections: { personalInfo: 5 } },
      resume: 5,
      awaitedCode: { purpose: 'guess', mobile: '0712', codeAgainAt: 1 },
    }),
    JSON.stringify({ chartVersion: CHART_VERSION, awaitedCode: { purpose: 'login', mobile: '', codeAgainAt: 1 } }),
    JSON.stringify({ chartVersion: CHART_VERSION, awaitedCode: { purpose: 'login', mobile: '0712', codeAgainAt: 'soon' } }),
  ])('%s is as good as nothing', (text) => {
    expect(openStorage(() => phoneStore(text)).read()).toEqual({
      session: null,
      sessionFrom: 'app',
      language: 'en',
      resume: null,
      awaitedCode: null,
      lostSession: false,
      drafts: {},
      draftsOf: null,
      app: {},
      unsent: {},
    });
  });

  it('in one part costs that part alone', () => {
    const store = phoneStore(
      JSON.stringify({ chartVersion: CHART_VERSION, session: SESSION, language: 'sw', drafts: 'rubbish', resume: '#me' }),
    );
    expect(openStorage(() => store).read()).toMatchObject({ session: SESSION, language: 'sw', resume: '#me', drafts: {} });
  });
});

describe('what no state of the app could live with', () => {
  const kept = (change: object) =>
    phoneStore(
      JSON.stringify({
        version: STORAGE_VERSION,
        chartVersion: CHART_VERSION,
        language: 'sw',
        token: { Authorization: 'Bearer t' },
        userInfo: { basicInfo: { userId: 'u-1', mobile: '254712345678' } },
        ...change,
      }),
    );

  it.each(['#', '#boot', '#nonsense', '#toString', 'home'])('a place %s that no route names is not gone back to', (resume) => {
    const store = kept({
      resume,
      awaitedCode: { purpose: 'login', mobile: '0712', codeAgainAt: 1, pendingRoute: { to: resume, query: {} } },
    });
    expect(openStorage(() => store).read()).toMatchObject({ session: SESSION, resume: null, awaitedCode: { pendingRoute: null } });
  });

  it('every route is', () => {
    for (const name of Object.keys(ROUTES)) expect(openStorage(() => kept({ resume: `#${name}` })).read().resume).toBe(`#${name}`);
  });

  it.each(['Bearer a\nb', 'Bearer \u00f1', 'Bearer ', 'Bearer a b'])('a token %j that no header carries is none', (Authorization) => {
    expect(openStorage(() => kept({ token: { Authorization } })).read()).toMatchObject({ session: null, language: 'sw' });
  });

  it('a draft of other things than text costs that section alone', () => {
    const sections = {
      ...DRAFTS,
      additionalInfo: { values: { companyName: { a: 1 } }, savedAt: 1 },
      bankAccount: { values: {}, savedAt: 'x' },
    };
    const store = kept({ drafts: { userId: 'u-1', orderNo: 'LN1', sections } });
    expect(openStorage(() => store).read().drafts).toEqual(DRAFTS);
  });
});

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

it('what another view wrote tells whether someone is signed in', () => {
  const store = phoneStore();
  const storage = openStorage(() => store);
  storage.keepSession(SESSION, 'app');
  expect(hasSession(store.text, 'u-1')).toBe(true);
  expect(hasSession(store.text, 'u-2')).toBe(false);
  storage.forgetBorrower();
  expect(hasSession(store.text, 'u-1')).toBe(false);
  expect(hasSession(null, 'u-1')).toBe(false);
});

describe('two windows of one phone', () => {
  /** Two windows over one storage, both of the same borrower. */
  const twoWindows = () => {
    const store = phoneStore();
    const one = openStorage(() => store);
    one.keepSession(SESSION, 'app');
    return { store, one, two: openStorage(() => store) };
  };
  const WORK = { values: { companyPhone: '0201234567' }, savedAt: 2_000 };

  it('write only the sections they changed', () => {
    const { one, two } = twoWindows();
    const first = { ...DRAFTS, additionalInfo: WORK };
    one.keepDrafts('u-1', 'LN1', first);
    const asha = { values: { firstName: 'Asha' }, savedAt: 3_000 };
    two.read();
    two.keepDrafts('u-1', 'LN1', { personalInfo: asha, additionalInfo: WORK });
    const payday = { values: { ...WORK.values, payFrequency: 'weekly' }, savedAt: 4_000 };
    one.keepDrafts('u-1', 'LN1', { ...first, additionalInfo: payday });
    expect(one.draftsKept('u-1', 'LN1')).toEqual({ personalInfo: asha, additionalInfo: payday });
  });

  it('a language, or a place to come back to, takes no drafts of the other along', () => {
    const { one, two } = twoWindows();
    two.keepDrafts('u-1', 'LN1', DRAFTS);
    one.keepLanguage('sw');
    one.keepResume('#personalInfo');
    expect(one.draftsKept('u-1', 'LN1')).toEqual(DRAFTS);
  });

  it('a draft typed after the other one signed out is not kept', () => {
    const { store, one, two } = twoWindows();
    two.forgetBorrower();
    expect(one.keepDrafts('u-1', 'LN1', DRAFTS)).toBe(true);
    expect(store.text).not.toContain('Amina');
  });

  it('the one that is signed out late does not sign out who came since', () => {
    const { store, one, two } = twoWindows();
    two.forgetBorrower();
    two.keepSession({ ...SESSION, token: 'newer' }, 'app');
    one.forgetBorrower();
    expect(openStorage(() => store).read().session?.token).toBe('newer');
    expect(one.read().session).toBeNull();
  });

  it('drafts of another order, or another borrower, are none', () => {
    const { one } = twoWindows();
    one.keepDrafts('u-1', 'LN1', DRAFTS);
    expect(one.draftsKept('u-1', 'LN2')).toEqual({});
    expect(one.draftsKept('u-2', 'LN1')).toEqual({});
  });
});

describe('what an older version of the app wrote', () => {
  /** As the first version wrote it, word for word. */
  const first = {
    chartVersion: CHART_VERSION,
    language: 'sw',
    session: SESSION,
    sessionFrom: 'shell',
    drafts: { userId: 'u-1', orderNo: 'LN1', sections: DRAFTS },
    resume: '#personalInfo',
    awaitedCode: null,
    lostSession: false,
  };

  it('is read whole: nobody is signed out and no draft is lost', () => {
    const store = phoneStore(JSON.stringify(first));
    expect(openStorage(() => store).read()).toEqual({
      session: SESSION,
      sessionFrom: 'shell',
      language: 'sw',
      resume: '#personalInfo',
      awaitedCode: null,
      lostSession: false,
      drafts: DRAFTS,
      draftsOf: 'LN1',
      app: {},
      unsent: {},
    });
    expect(hasSession(store.text, 'u-1')).toBe(true);
  });

  it('is written in the names of the specification at the next change', () => {
    const store = phoneStore(JSON.stringify(first));
    openStorage(() => store).keepLanguage('en');
    expect(JSON.parse(store.text ?? '')).toMatchObject({
      version: STORAGE_VERSION,
      token: { Authorization: 'Bearer t' },
      userInfo: { basicInfo: { userId: 'u-1', mobile: '254712345678' } },
      language: 'en',
    });
    expect(store.text).not.toContain('"session"');
  });

  it('of a newer version is understood as far as it is alike', () => {
    const store = phoneStore();
    const storage = openStorage(() => store);
    storage.keepSession(SESSION, 'app');
    const newer = phoneStore((store.text ?? '').replace(`"version":${STORAGE_VERSION}`, `"version":${STORAGE_VERSION + 1}`));
    expect(openStorage(() => newer).read().session).toEqual(SESSION);
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

it('whatever stands in the storage, reading and writing go on', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record(
        {
          version: fc.anything(),
          chartVersion: fc.constantFrom(CHART_VERSION, 0, 'x'),
          session: fc.anything(),
          token: fc.anything(),
          userInfo: fc.oneof(fc.anything(), fc.record({ basicInfo: fc.anything() })),
          drafts: fc.anything(),
          awaitedCode: fc.anything(),
          app: fc.anything(),
          language: fc.anything(),
          resume: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value) ?? ''),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const store = phoneStore(text);
      const storage = openStorage(() => store);
      storage.keepSession(SESSION, 'app');
      storage.keepDrafts('u-1', 'LN1', DRAFTS);
      expect(openStorage(() => store).read()).toMatchObject({ session: SESSION, drafts: DRAFTS, draftsOf: 'LN1' });
    }),
    { numRuns: 300 },
  );
});
