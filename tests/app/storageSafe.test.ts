/** Secrets in the storage of a phone: what a copy of the storage shows, and a phone whose key is late, lost or cannot be made. */
import { IDBFactory } from 'fake-indexeddb';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSafe } from '#src/app/safe/safe.ts';
import { openStorage } from '#src/app/storage.ts';
import { CHART_VERSION, STORAGE_KEY, type Safe } from '#src/app/storedFormat.ts';
import { SAFE, openPhone, opened, safeOf } from '#tests/support/phoneKey.ts';
import { CANARIES, expectNoCanary, fill, restored, SIGNED_IN, TYPED, UNSENT, USER } from './canaryBorrower.ts';
import { NOTHING_KEPT, phoneStore, SESSION } from './phoneStore.ts';

/** A phone without a key stores the lender's number of the borrower readably, as the owner of the open drafts. */
const expectNoCanaryButUser = (text: string | null): void => expectNoCanary(text?.replaceAll(USER, '') ?? null);

/** A text as version 2 stored it. */
const plainText = JSON.stringify({
  version: 2,
  chartVersion: CHART_VERSION,
  language: 'sw',
  token: { Authorization: `Bearer ${CANARIES.token}` },
  userInfo: { basicInfo: { userId: USER, mobile: CANARIES.mobile } },
  app: {},
  sessionFrom: 'app',
  drafts: { userId: USER, orderNo: 'LN1', sections: TYPED },
  unsent: { userId: USER, texts: UNSENT },
  resume: '#personalInfo',
  awaitedCode: null,
  lostSession: false,
  loggedOut: [{ token: CANARIES.loggedOut, tries: 1 }],
});

describe('copied storage', () => {
  it('copied storage of a signed-in borrower with drafts and messages: shows none of them, and the phone itself restores all', () => {
    const store = phoneStore();
    fill(openPhone(store));
    expectNoCanary(store.text);
    expect(openPhone(store).read()).toEqual(restored);
    expect(openPhone(store).loggedOut()).toEqual([{ token: CANARIES.loggedOut, tries: 1 }]);
  });

  it('copied storage, code awaited: does not show the number', () => {
    const store = phoneStore();
    openPhone(store).keepAwaitedCode({ purpose: 'login', mobile: CANARIES.mobile, codeAgainAt: 1, pendingRoute: null });
    expectNoCanary(store.text);
    expect(openPhone(store).read().awaitedCode?.mobile).toBe(CANARIES.mobile);
  });

  it('the same content encrypted twice: gives two different texts', () => {
    const texts = [0, 1].map(() => {
      const store = phoneStore();
      fill(openPhone(store));
      return (JSON.parse(store.text ?? '') as { sealed: string }).sealed;
    });
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('copied storage, signed out: nothing encrypted stays', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    fill(storage);
    storage.keepLoggedOut([]);
    storage.forgetBorrower();
    expect(store.text).not.toMatch(/sealed|isSignedIn/);
  });

  it('copied storage, on a phone with another key: nobody is signed in, the end of the session is reported once, and the text is dropped', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const other = await safeOf(new IDBFactory());
    const thief = openStorage(() => store, other);
    expect(thief.read()).toEqual({ ...NOTHING_KEPT, lostSession: true });
    expect(store.text).not.toMatch(/sealed|isSignedIn/);
    thief.keepLostSession(false);
    expect(openStorage(() => store, other).read()).toEqual(NOTHING_KEPT);
  });

  it('encrypted text, any letter changed: nothing of it is restored, and the app goes on', () => {
    const store = phoneStore();
    openPhone(store).keepLanguage('sw');
    fill(openPhone(store));
    const whole = JSON.parse(store.text ?? '') as { sealed: string };
    fc.assert(
      fc.property(fc.nat(whole.sealed.length - 1), fc.constantFrom('A', 'z', '=', '!', ''), (at, letter) => {
        const sealed = whole.sealed.slice(0, at) + letter + whole.sealed.slice(at + 1);
        fc.pre(sealed !== whole.sealed);
        const damaged = phoneStore(JSON.stringify({ ...whole, sealed }));
        const storage = openPhone(damaged);
        const { session, drafts, language } = storage.read();
        // A changed bit may be one of the unused bits at the end of a base64 text: then everything is read.
        if (session) expect({ session, drafts }).toEqual({ session: SIGNED_IN, drafts: TYPED });
        else expect({ drafts, language }).toEqual({ drafts: {}, language: 'sw' });
        storage.keepSession(SESSION, 'app');
        expect(openPhone(damaged).read().session).toEqual(SESSION);
      }),
      { numRuns: 100 },
    );
  });
});

/** A safe that opens when the test says so. */
function lateSafe(store: Pick<Storage, 'getItem' | 'setItem'>) {
  const asked: ((safe: Safe | Error) => void)[] = [];
  const storage = openStorage(
    () => store,
    () => new Promise((resolve, reject) => asked.push((safe) => (safe instanceof Error ? reject(safe) : resolve(safe)))),
  );
  const answer = async (safe: Safe | Error) => {
    asked.shift()?.(safe);
    await new Promise((done) => setImmediate(done));
  };
  return { storage, asked, answer };
}

describe('key that is not there yet', () => {
  it('key that is not there yet, visitor: the start waits for no key, and fetches none', async () => {
    const first = phoneStore();
    await openPhone(first).deviceId();
    const store = phoneStore(JSON.stringify({ ...(JSON.parse(first.text ?? '') as object), language: 'sw' }));
    const { storage, asked } = lateSafe(store);
    await storage.ready();
    storage.keepResume('#faq');
    expect(storage.read()).toEqual({ ...NOTHING_KEPT, language: 'sw', resume: '#faq' });
    expect(asked).toEqual([]);
  });

  it('key that is not there yet, borrower: the start waits, and language and place are changed meanwhile without a loss', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const { storage, answer } = lateSafe(store);
    let isReady = false;
    const ready = storage.ready().then(() => (isReady = true));
    await new Promise((done) => setImmediate(done));
    expect(isReady).toBe(false);
    storage.keepLanguage('es');
    expect(opened(store.text)).toMatchObject({ language: 'es', token: { Authorization: `Bearer ${CANARIES.token}` } });
    await answer(SAFE);
    await ready;
    expect(storage.read()).toEqual({ ...restored, language: 'es' });
  });

  it('session and draft, key not there yet: stay in memory, are never stored readably, and are stored encrypted when the key comes', async () => {
    const store = phoneStore();
    const { storage, asked, answer } = lateSafe(store);
    fill(storage);
    const typed = { ...TYPED, personalInfo: { values: { firstName: 'Canaryname', nationalId: '1' }, savedAt: 2 } };
    expect(storage.keepDrafts(USER, 'LN1', typed)).toBe(true);
    expect(asked).toHaveLength(1);
    expectNoCanary(store.text);
    expect(storage.read()).toMatchObject({ session: SIGNED_IN, drafts: typed });
    await answer(SAFE);
    expectNoCanary(store.text);
    expect(openPhone(store).read()).toEqual({ ...restored, drafts: typed });
  });

  it('web view killed before the key came: session and text since its start are lost, and nothing older', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const { storage } = lateSafe(store);
    storage.keepUnsent(USER, { feedback: { description: 'newer' } });
    expect(openPhone(store).read()).toEqual(restored);
  });

  it('key there: every letter is stored before the next instruction runs', () => {
    const store = phoneStore();
    const storage = openPhone(store);
    fill(storage);
    for (const nationalId of ['8', '87', '876']) {
      storage.keepDrafts(USER, 'LN1', { personalInfo: { values: { nationalId }, savedAt: 1 } });
      expect(openPhone(store).read().drafts.personalInfo?.values).toEqual({ nationalId });
    }
  });

  it('key whose file could not be fetched: the draft is reported as not stored, what is stored stays, and the next change tries again', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const { storage, asked, answer } = lateSafe(store);
    const ready = expect(storage.ready()).rejects.toThrow('offline');
    await answer(new Error('offline'));
    await ready;
    expect(storage.read().session).toBeNull();
    storage.keepSession({ ...SIGNED_IN, token: 'newer' }, 'app');
    expect(storage.keepDrafts(USER, 'LN1', { ...TYPED })).toBe(false);
    expect(openPhone(store).read()).toEqual(restored);
    expect(asked).toHaveLength(1);
    await answer(SAFE);
    expect(storage.keepDrafts(USER, 'LN1', TYPED)).toBe(true);
    expect(openPhone(store).read().session?.token).toBe('newer');
  });

  it('key not there yet, borrower forgotten: nothing encrypted stays', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const { storage, answer } = lateSafe(store);
    storage.forgetBorrower();
    expect(store.text).not.toMatch(/sealed|isSignedIn/);
    await answer(SAFE);
    expect(openPhone(store).read()).toEqual(NOTHING_KEPT);
  });
});

describe('id of the installation', () => {
  const ID = 'a'.repeat(32);
  const openId = JSON.stringify({ version: 3, chartVersion: CHART_VERSION, language: 'sw', deviceId: ID });

  it('id of the installation, copied storage: does not show it, signed in or not, and the phone keeps it', async () => {
    const store = phoneStore();
    const id = await openPhone(store).deviceId();
    expect(id).toMatch(/^[\w-]{22,64}$/);
    fill(openPhone(store));
    expect(store.text).not.toContain(id);
    openPhone(store).logOut();
    expect(store.text).not.toContain(id);
    expect(await openPhone(store).deviceId()).toBe(id);
    openPhone(store).keepLanguage('es');
    expect(await openPhone(store).deviceId()).toBe(id);
  });

  it('id stored readably by an earlier version, nobody signed in: the start does not wait, and the id is encrypted when the key comes', async () => {
    const store = phoneStore(openId);
    const { storage, asked, answer } = lateSafe(store);
    await storage.ready();
    expect(asked).toHaveLength(1);
    storage.keepResume('#faq');
    await answer(SAFE);
    expect(store.text).not.toContain(ID);
    expect(await storage.deviceId()).toBe(ID);
    expect(await openPhone(store).deviceId()).toBe(ID);
  });

  it('id stored readably by an earlier version, borrower signed in: is encrypted with the other secrets', async () => {
    const store = phoneStore(JSON.stringify({ ...(JSON.parse(plainText) as object), deviceId: ID }));
    expect(await openPhone(store).deviceId()).toBe(ID);
    expect(store.text).not.toContain(ID);
    expectNoCanary(store.text);
  });

  it('id of the installation, wanted before the key: waits for it, and another tab has the same', async () => {
    const store = phoneStore();
    const { storage, answer } = lateSafe(store);
    const id = storage.deviceId();
    await answer(SAFE);
    expect(await openPhone(store).deviceId()).toBe(await id);
    expect(await storage.deviceId()).toBe(await id);
  });

  it('id of the installation, chunk of the safe not fetched: rejects and stores none, and the next call tries again', async () => {
    const store = phoneStore();
    const { storage, answer } = lateSafe(store);
    const lost = expect(storage.deviceId()).rejects.toThrow('offline');
    await answer(new Error('offline'));
    await lost;
    expect(store.text).toBeNull();
    const id = storage.deviceId();
    await answer(SAFE);
    expect(await openPhone(store).deviceId()).toBe(await id);
  });

  it('id of the installation, borrower forgotten before the key came: stays', async () => {
    const store = phoneStore();
    const id = await openPhone(store).deviceId();
    fill(openPhone(store));
    lateSafe(store).storage.forgetBorrower();
    expect(await openPhone(store).deviceId()).toBe(id);
  });

  it('id of the installation, another key: the text shows nothing, and the phone gets another id', async () => {
    const store = phoneStore();
    const id = await openPhone(store).deviceId();
    const other = openStorage(() => store, await safeOf(new IDBFactory()));
    expect(await other.deviceId()).not.toBe(id);
  });

  it('id of the installation, phone that can hold no key: stands readable and outlives the web view', async () => {
    const store = phoneStore(openId);
    const open = async () => openStorage(() => store, await openSafe({ indexedDB: undefined, crypto }, sessionStore()));
    const storage = await open();
    expect(await storage.deviceId()).toBe(ID);
    storage.keepSession(SIGNED_IN, 'app');
    storage.forgetBorrower();
    expect(await (await open()).deviceId()).toBe(ID);
  });

  it('id of the installation, key not reached at one start: another id is used meanwhile, and the first one comes back with the key', async () => {
    const store = phoneStore();
    const id = await openPhone(store).deviceId();
    const without = openStorage(() => store, await openSafe({ indexedDB: undefined, crypto }, sessionStore()));
    const meanwhile = await without.deviceId();
    expect(meanwhile).not.toBe(id);
    without.keepSession(SIGNED_IN, 'app');
    expect(await openPhone(store).deviceId()).toBe(id);
    expect(store.text).not.toContain(meanwhile);
  });
});

describe('text of a version without a key', () => {
  it('text of a version without a key: it is restored, and written again without anything readable', async () => {
    const store = phoneStore(plainText);
    const { storage, answer } = lateSafe(store);
    const ready = storage.ready();
    expect(store.text).toBe(plainText);
    await answer(SAFE);
    await ready;
    expectNoCanary(store.text);
    expect(storage.read()).toEqual({ ...restored, language: 'sw', resume: '#personalInfo' });
    expect(openPhone(store).read()).toEqual(storage.read());
  });

  it('language changed before the key came: drafts of an older chart are dropped all the same', async () => {
    const store = phoneStore(plainText.replace(`"chartVersion":${CHART_VERSION}`, '"chartVersion":0'));
    const { storage, answer } = lateSafe(store);
    void storage.ready();
    storage.keepLanguage('es');
    await answer(SAFE);
    expect(storage.read()).toEqual({ ...NOTHING_KEPT, session: SIGNED_IN, language: 'es' });
  });

  it('phone that can hold no key: nothing sensitive stays in the local storage', async () => {
    const store = phoneStore(plainText);
    const { storage, answer } = lateSafe(store);
    const ready = storage.ready();
    await answer(await openSafe({ indexedDB: undefined, crypto }, sessionStore()));
    await ready;
    expectNoCanaryButUser(store.text);
    expect(storage.read()).toMatchObject({ session: SIGNED_IN, drafts: TYPED, unsent: UNSENT });
  });
});

/** The session storage of one web view. */
function sessionStore() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
}
type SessionStore = ReturnType<typeof sessionStore>;

const failing = (open: () => object): IDBFactory => ({ open }) as unknown as IDBFactory;
const NO_KEY: readonly [string, Parameters<typeof openSafe>[0]][] = [
  ['page without TLS', { indexedDB: new IDBFactory(), crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } as Crypto }],
  ['no IndexedDB', { indexedDB: undefined, crypto }],
  [
    'IndexedDB forbidden',
    {
      indexedDB: failing(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
      crypto,
    },
  ],
  [
    'IndexedDB fails',
    {
      indexedDB: failing(() => {
        const request = Object.assign(new EventTarget(), { error: new DOMException('broken', 'UnknownError') });
        queueMicrotask(() => request.dispatchEvent(new Event('error')));
        return request;
      }),
      crypto,
    },
  ],
];

describe.each(NO_KEY)('phone that can hold no key, %s', (_, host) => {
  const open = async (store: ReturnType<typeof phoneStore>, session: SessionStore | undefined) =>
    openStorage(() => store, await openSafe(host, session));

  it('phone that can hold no key, web view reloaded: is still signed in, and the local storage shows no canary', async () => {
    const [store, session] = [phoneStore(), sessionStore()];
    fill(await open(store, session));
    expectNoCanaryButUser(store.text);
    expect((await open(store, session)).read()).toMatchObject({ session: SIGNED_IN, lostSession: false });
    expect((await open(store, session)).loggedOut()).toEqual([{ token: CANARIES.loggedOut, tries: 1 }]);
  });

  it('phone that can hold no key, sensitive field typed: is reported as not stored, and stays while the page is open', async () => {
    const store = phoneStore();
    const storage = await open(store, sessionStore());
    storage.keepSession(SIGNED_IN, 'app');
    expect(storage.keepDrafts(USER, 'LN1', { personalInfo: { values: { education: 'primary' }, savedAt: 1 } })).toBe(true);
    expect(storage.keepDrafts(USER, 'LN1', TYPED)).toBe(false);
    expect(storage.keepUnsent(USER, UNSENT)).toBe(false);
    expect(storage.draftsKept(USER, 'LN1')).toEqual(TYPED);
  });

  it('phone that can hold no key, web view closed: the borrower reads why, and signs in again, because the only token was in the session storage', async () => {
    const store = phoneStore();
    fill(await open(store, sessionStore()));
    expect((await open(store, sessionStore())).read()).toMatchObject({ session: null, drafts: {}, unsent: {}, lostSession: true });
  });

  it('no session storage either: the session ends with the page', async () => {
    const store = phoneStore();
    const storage = await open(store, undefined);
    fill(storage);
    expectNoCanaryButUser(store.text);
    expect(storage.read()).toMatchObject({ session: SIGNED_IN, drafts: TYPED, unsent: UNSENT });
    expect((await open(store, undefined)).read().session).toBeNull();
  });

  it('phone that can hold no key, another tab types: this tab takes over the open fields and keeps its own', async () => {
    const store = phoneStore();
    const [one, two] = [await open(store, sessionStore()), await open(store, sessionStore())];
    for (const tab of [one, two]) tab.keepSession(SIGNED_IN, 'app');
    one.keepDrafts(USER, 'LN1', TYPED);
    two.keepDrafts(USER, 'LN1', { personalInfo: { values: { education: 'university', nationalId: '99' }, savedAt: 2 } });
    expect(one.draftsKept(USER, 'LN1').personalInfo?.values).toEqual({
      ...TYPED.personalInfo.values,
      education: 'university',
    });
  });

  it('phone that can hold no key, another tab signs out: this one ends too', async () => {
    const store = phoneStore();
    const [one, two] = [await open(store, sessionStore()), await open(store, sessionStore())];
    for (const tab of [one, two]) tab.keepSession(SIGNED_IN, 'app');
    two.forgetBorrower();
    expect(one.hasSession(store.text, USER)).toBe(false);
  });
});

describe('key that cannot be reached', () => {
  afterEach(() => void vi.useRealTimers());

  it('key that cannot be reached, IndexedDB without an answer: the start waits three seconds at most', async () => {
    vi.useFakeTimers();
    let safe: Safe | undefined;
    void openSafe({ indexedDB: failing(() => new EventTarget()), crypto }, sessionStore()).then((one) => (safe = one));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(safe).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => safe).toBeDefined();
  });

  it('key that cannot be reached this time only: the encrypted text stays, and the next start is signed in', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const without = openStorage(() => store, await openSafe({ indexedDB: undefined, crypto }, sessionStore()));
    expect(without.read()).toMatchObject({ session: null, lostSession: true });
    without.keepLanguage('es');
    expect(openPhone(store).read()).toMatchObject({ ...restored, language: 'es', lostSession: expect.any(Boolean) });
  });

  it('key that cannot be reached, borrower signed in without it: the new session supersedes the encrypted one', async () => {
    const store = phoneStore();
    fill(openPhone(store));
    const without = openStorage(() => store, await openSafe({ indexedDB: undefined, crypto }, sessionStore()));
    without.keepSession({ ...SIGNED_IN, token: 'newer' }, 'app');
    expect(store.text).not.toContain('sealed');
  });
});

/** Opens the database of the key. @param upgrade runs if it has an older version, or none yet. */
const databaseOf = (keys: IDBFactory, version?: number, upgrade?: (database: IDBDatabase) => unknown): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const request = keys.open(STORAGE_KEY, version);
    request.onupgradeneeded = () => void upgrade?.(request.result);
    request.onsuccess = () => resolve(request.result);
  });

const recordOf = async (keys: IDBFactory) => {
  const database = await databaseOf(keys);
  const store = database.transaction('keys', 'readwrite').objectStore('keys');
  const record = await new Promise<{ wrapping: CryptoKey; nonce: Uint8Array; wrapped: ArrayBuffer }>((resolve) => {
    const request = store.get('installation');
    request.onsuccess = () => resolve(request.result as never);
  });
  return { database, store, record };
};

describe('key of the installation', () => {
  it('key of the installation: it cannot be exported', async () => {
    const keys = new IDBFactory();
    await safeOf(keys);
    const { database, record } = await recordOf(keys);
    expect(record.wrapping.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', record.wrapping)).rejects.toThrow();
    database.close();
  });

  it('key of the installation, two tabs started at once: both have the same one', async () => {
    const keys = new IDBFactory();
    const [one, two] = await Promise.all([safeOf(keys), safeOf(keys)]);
    const store = phoneStore();
    fill(openStorage(() => store, one));
    expect(openStorage(() => store, two).read()).toEqual(restored);
  });

  it('key of the installation damaged: another one is made, and the borrower signs in again', async () => {
    const keys = new IDBFactory();
    const store = phoneStore();
    fill(openStorage(() => store, await safeOf(keys)));
    const { database, store: stored, record } = await recordOf(keys);
    stored.put({ ...record, wrapped: new ArrayBuffer(48) }, 'installation');
    database.close();
    expect(openStorage(() => store, await safeOf(keys)).read()).toEqual({ ...NOTHING_KEPT, lostSession: true });
    fill(openStorage(() => store, await safeOf(keys)));
    expect(openStorage(() => store, await safeOf(keys)).read()).toEqual(restored);
  });

  it.each([
    ['a text', 'damaged'],
    ['a record without its nonce', { wrapped: new ArrayBuffer(48) }],
    ['a record whose nonce is a number', { nonce: 12 }],
  ])('key of the installation, %s in its place: another one is made', async (_, damaged) => {
    const keys = new IDBFactory();
    await safeOf(keys);
    const { database, store: stored } = await recordOf(keys);
    stored.put(damaged, 'installation');
    database.close();
    const store = phoneStore();
    fill(openStorage(() => store, await safeOf(keys)));
    expect(store.text).not.toContain('"drafts"');
    expect(openStorage(() => store, await safeOf(keys)).read()).toEqual(restored);
  });

  it('database of a higher version: its key is used, and nothing is signed out', async () => {
    const keys = new IDBFactory();
    const store = phoneStore();
    fill(openStorage(() => store, await safeOf(keys)));
    (await databaseOf(keys, 7)).close();
    expect(openStorage(() => store, await safeOf(keys)).read()).toEqual(restored);
  });

  it.each([1, 7])(
    'database of version %i without the store of keys: gets the store, and two tabs started at once one key',
    async (version) => {
      const keys = new IDBFactory();
      (await databaseOf(keys, version, (database) => database.createObjectStore('foreign'))).close();
      const [one, two] = await Promise.all([safeOf(keys), safeOf(keys)]);
      const store = phoneStore();
      fill(openStorage(() => store, one));
      expect(store.text).not.toContain('"drafts"');
      expect(openStorage(() => store, two).read()).toEqual(restored);
      expect(openStorage(() => store, await safeOf(keys)).read()).toEqual(restored);
      const database = await databaseOf(keys);
      expect([...database.objectStoreNames]).toEqual(['foreign', 'keys']);
      database.close();
    },
  );
});
