/** Secrets that the start reads before the safe is loaded, with the key that the start page has read. */
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { STORED_PLACE, type KeyRecord } from '#src/app/safe/keyRecord.ts';
import { readEncrypted } from '#src/app/safe/readEncrypted.ts';
import { readStored } from '#src/app/safe/readStored.ts';
import { openSafe } from '#src/app/safe/safe.ts';
import { openStorage } from '#src/app/storage.ts';
import { foundIn, type Safe } from '#src/app/storedFormat.ts';
import { safeOf } from '#tests/support/phoneKey.ts';
import { CANARIES, expectNoCanary, fill, restored, USER } from './canaryBorrower.ts';
import { NOTHING_KEPT, phoneStore } from './phoneStore.ts';

/** What a borrower's phone has stored: the encrypted text, and the key. */
async function phoneOfBorrower() {
  const keys = new IDBFactory();
  const store = phoneStore();
  fill(openStorage(() => store, await safeOf(keys)));
  return { found: foundIn(store.text), record: (await readStored(keys, STORED_PLACE)).key as KeyRecord };
}

describe('secrets read before the safe', () => {
  /** A phone whose safe opens when the test lets it. The secrets of its last start are read by WebCrypto before that. */
  async function readFirst(change: (text: string) => string = (text) => text) {
    const indexedDB = new IDBFactory();
    const host = { indexedDB, crypto };
    const store = phoneStore();
    const first = await openSafe(host, undefined);
    fill(openStorage(() => store, first));
    const text = change(store.text ?? '');
    const there = phoneStore(text);
    const asked: ((safe: Safe) => void)[] = [];
    const storage = openStorage(
      () => there,
      () => new Promise((resolve) => asked.push(resolve)),
      (found) => readEncrypted(found, readStored(indexedDB, STORED_PLACE), host),
    );
    const answer = async () => {
      asked.shift()?.(await openSafe(host, undefined));
      await new Promise((done) => setImmediate(done));
    };
    return { store: there, storage, asked, answer, again: () => openStorage(() => there, first) };
  }

  it('secrets read before the safe, borrower: all are read without the safe, which is fetched after the start', async () => {
    const { storage, asked } = await readFirst();
    await storage.ready();
    expect(storage.read()).toEqual(restored);
    expect(asked).toEqual([]);
    void storage.settle();
    expect(asked).toHaveLength(1);
  });

  it('secrets typed before the safe is loaded: are never stored readably, and are stored encrypted when it is loaded', async () => {
    const { storage, store, asked, answer, again } = await readFirst();
    await storage.ready();
    const typed = { personalInfo: { values: { firstName: 'Canaryname', nationalId: '1' }, savedAt: 2 } };
    expect(storage.keepDrafts(USER, 'LN1', typed)).toBe(true);
    expect(asked).toHaveLength(1);
    expectNoCanary(store.text);
    expect(again().read()).toEqual(restored);
    await answer();
    expectNoCanary(store.text);
    expect(again().read()).toEqual({ ...restored, drafts: { ...typed } });
  });

  it('borrower forgotten before the safe: nothing encrypted stays', async () => {
    const { storage, store, answer, again } = await readFirst();
    await storage.ready();
    storage.forgetBorrower();
    expect(store.text).not.toMatch(/sealed|isSignedIn/);
    await answer();
    expect(again().read()).toEqual(NOTHING_KEPT);
  });

  it('safe loaded after signing out in another tab: stores no session', async () => {
    const { storage, store, again } = await readFirst();
    await storage.ready();
    expect(storage.hasSession(store.text, USER)).toBe(true);
    again().forgetBorrower();
    expect(storage.hasSession(store.text, USER)).toBe(false);
  });

  it('session ended in another tab, safe of this one not loaded: its token stays stored until the lender has ended it', async () => {
    const { storage, store, answer, again } = await readFirst();
    await storage.ready();
    again().logOut();
    const stored = store.text;
    storage.forgetBorrower();
    expect(store.text).toBe(stored);
    expect(storage.read()).toEqual(NOTHING_KEPT);
    void storage.settle();
    await answer();
    const toEnd = [
      { token: CANARIES.loggedOut, tries: 1 },
      { token: CANARIES.token, tries: 0 },
    ];
    expect(storage.loggedOut()).toEqual(toEnd);
    expect(again().loggedOut()).toEqual(toEnd);
    expect(again().read()).toEqual(NOTHING_KEPT);
  });

  it('secrets typed before another tab signed out: are not stored when the safe is loaded', async () => {
    const { storage, store, answer, again } = await readFirst();
    await storage.ready();
    storage.keepDrafts(USER, 'LN1', { personalInfo: { values: { firstName: 'Canaryname' }, savedAt: 2 } });
    again().logOut();
    storage.forgetBorrower();
    await answer();
    expect(storage.read()).toEqual(NOTHING_KEPT);
    expect(again().read()).toEqual(NOTHING_KEPT);
    expect(again().loggedOut()).toHaveLength(2);
    expectNoCanary(store.text);
  });

  it('encrypted text damaged: the safe is loaded, and reports that the session is lost', async () => {
    const { storage, asked, answer } = await readFirst((text) => text.replace(/"sealed":"..../, '"sealed":"AAAA'));
    const ready = storage.ready();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await answer();
    await ready;
    expect(storage.read()).toEqual({ ...NOTHING_KEPT, lostSession: true });
  });

  it('no key stored yet: the start page finds none, and makes no database in which the safe could store none', async () => {
    const keys = new IDBFactory();
    expect(await readStored(keys, STORED_PLACE)).toEqual({});
    expect(await keys.databases()).toEqual([]);
    const store = phoneStore();
    fill(openStorage(() => store, await safeOf(keys)));
    expect(openStorage(() => store, await safeOf(keys)).read()).toEqual(restored);
  });

  it('database without its store, or a browser that gives none: the start page finds no key', async () => {
    const [database] = STORED_PLACE;
    const bare = new IDBFactory();
    const other = bare.open(database);
    await new Promise((resolve) => other.addEventListener('success', resolve));
    other.result.close();
    expect(await readStored(bare, STORED_PLACE)).toEqual({});
    const refusing = {
      open: () => {
        const request = new EventTarget();
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      },
    };
    expect(await readStored(refusing as unknown as IDBFactory, STORED_PLACE)).toEqual({});
    // As in a web view without IndexedDB.
    expect(await readStored(undefined as unknown as IDBFactory, STORED_PLACE)).toEqual({});
  });

  it('key read by the start page damaged, or none read: the safe decides', async () => {
    const { found, record } = await phoneOfBorrower();
    expect((await readEncrypted(found, Promise.resolve({ key: record })))?.token).toEqual({ Authorization: `Bearer ${CANARIES.token}` });
    expect(await readEncrypted(found, Promise.resolve({ key: { ...record, wrapped: new ArrayBuffer(48) } }))).toBeNull();
    expect(await readEncrypted(found, Promise.resolve({ key: (await phoneOfBorrower()).record }))).toBeNull();
    expect(await readEncrypted(found, Promise.resolve({}))).toBeNull();
    expect(await readEncrypted(found, undefined)).toBeNull();
  });
});
