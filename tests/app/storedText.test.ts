/** Any text in the storage: invalid text, values that no state accepts, and text of another version. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#machines/routes.ts';
import { CHART_VERSION, STORAGE_VERSION } from '#src/app/storedFormat.ts';
import { opened, openPhone } from '#tests/support/phoneKey.ts';
import { DRAFTS, NOTHING_KEPT, phoneStore, SESSION } from './phoneStore.ts';

describe('invalid text in the storage', () => {
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
  ])('stored text %s: counts as empty', (text) => {
    expect(openPhone(phoneStore(text)).read()).toEqual(NOTHING_KEPT);
  });

  it('stored text with one invalid part: only that part is dropped', () => {
    const store = phoneStore(
      JSON.stringify({ chartVersion: CHART_VERSION, session: SESSION, language: 'sw', drafts: 'rubbish', resume: '#me' }),
    );
    expect(openPhone(store).read()).toMatchObject({ session: SESSION, language: 'sw', resume: '#me', drafts: {} });
  });
});

describe('stored values that no state accepts', () => {
  const kept = (change: object) =>
    phoneStore(
      JSON.stringify({
        version: 2,
        chartVersion: CHART_VERSION,
        language: 'sw',
        token: { Authorization: 'Bearer t' },
        userInfo: { basicInfo: { userId: 'u-1', mobile: '254712345678' } },
        ...change,
      }),
    );

  it.each(['#', '#boot', '#nonsense', '#toString', 'home'])('place %s without a route: is not resumed', (resume) => {
    const store = kept({
      resume,
      awaitedCode: { purpose: 'login', mobile: '0712', codeAgainAt: 1, pendingRoute: { to: resume, query: {} } },
    });
    expect(openPhone(store).read()).toMatchObject({ session: SESSION, resume: null, awaitedCode: { pendingRoute: null } });
  });

  it('stored values that no state accepts, every route: is resumed', () => {
    for (const name of Object.keys(ROUTES)) expect(openPhone(kept({ resume: `#${name}` })).read().resume).toBe(`#${name}`);
  });

  it.each(['Bearer a\nb', 'Bearer \u00f1', 'Bearer ', 'Bearer a b'])('token %j that no header carries: is dropped', (Authorization) => {
    expect(openPhone(kept({ token: { Authorization } })).read()).toMatchObject({ session: null, language: 'sw' });
  });

  it('draft with other values than text: only its section is dropped', () => {
    const sections = {
      ...DRAFTS,
      additionalInfo: { values: { companyName: { a: 1 } }, savedAt: 1 },
      bankAccount: { values: {}, savedAt: 'x' },
    };
    const store = kept({ drafts: { userId: 'u-1', orderNo: 'LN1', sections } });
    expect(openPhone(store).read().drafts).toEqual(DRAFTS);
  });
});

describe('text of an older version of the app', () => {
  /** The exact text that version 1 wrote. */
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

  it('text of an older version of the app, is restored: the session and all drafts stay', () => {
    const store = phoneStore(JSON.stringify(first));
    expect(openPhone(store).read()).toEqual({
      ...NOTHING_KEPT,
      session: SESSION,
      sessionFrom: 'shell',
      language: 'sw',
      resume: '#personalInfo',
      drafts: DRAFTS,
      draftsOf: 'LN1',
    });
    expect(openPhone(store).hasSession(store.text, 'u-1')).toBe(true);
  });

  it('text of an older version of the app, next change: is written with the names of the specification', () => {
    const store = phoneStore(JSON.stringify(first));
    openPhone(store).keepLanguage('en');
    expect(opened(store.text)).toMatchObject({
      version: STORAGE_VERSION,
      token: { Authorization: 'Bearer t' },
      userInfo: { basicInfo: { userId: 'u-1', mobile: '254712345678' } },
      language: 'en',
    });
    expect(store.text).not.toContain('"session"');
  });

  it('text of a newer version: its known parts are restored', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    storage.keepSession(SESSION, 'app');
    const newer = phoneStore((store.text ?? '').replace(`"version":${STORAGE_VERSION}`, `"version":${STORAGE_VERSION + 1}`));
    expect(openPhone(newer).read().session).toEqual(SESSION);
  });
});

it('storage with any text: reading and writing do not throw', () => {
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
      const storage = openPhone(store);
      storage.keepSession(SESSION, 'app');
      storage.keepDrafts('u-1', 'LN1', DRAFTS);
      expect(openPhone(store).read()).toMatchObject({ session: SESSION, drafts: DRAFTS, draftsOf: 'LN1' });
    }),
    { numRuns: 300 },
  );
});
