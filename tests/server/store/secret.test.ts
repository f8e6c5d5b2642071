/** The data keys at start: made, found, and refused when they do not fit the database. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadKeys } from '#server/store/keyRing.ts';
import { readKeys } from '#server/store/keyFile.ts';
import { createSecret, type DataKey } from '#server/store/secret.ts';
import { onBothDatabases, temporaryFolder } from '#tests/support/database.ts';

const KEY_1: DataKey = { id: 1, bytes: Buffer.alloc(32, 1) };
const KEY_2: DataKey = { id: 2, bytes: Buffer.alloc(32, 2) };
const inFolder = (dataDir: string) => ({ keys: null, keyFile: null, dataDir });
const given = (...keys: DataKey[]) => ({ keys, keyFile: null, dataDir: '' });

onBothDatabases((engine) => {
  test('first start without a key: makes a key file for its user only, and the next start needs it', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const { secret, file } = await loadKeys(inFolder(folder), store);
    expect(file).toBe(path.join(folder, 'data.keys'));
    expect(fs.statSync(file as string).mode & 0o777).toBe(0o600);
    const again = await loadKeys(inFolder(folder), store);
    expect(again.secret.mac('number', '1')).toEqual(secret.mac('number', '1'));

    const empty = temporaryFolder();
    await expect(loadKeys(inFolder(empty), store)).rejects.toThrow(
      /data\.keys is missing, and the database holds data .* DATA_KEY_FILE.*\.$/,
    );
    expect(fs.readdirSync(empty)).toEqual([]);
    fs.writeFileSync(path.join(empty, 'data.keys'), 'ab'.repeat(32));
    await expect(loadKeys(inFolder(empty), store)).rejects.toThrow(/^Key 1 of .*data\.keys is not the key .* put the right one back\.$/);
    await expect(loadKeys(given(KEY_1), store)).rejects.toThrow(/^Key 1 of DATA_KEYS is not the key/);
    fs.writeFileSync(path.join(empty, 'data.keys'), 'oops');
    await expect(loadKeys(inFolder(empty), store)).rejects.toThrow(/does not hold a key of 64 hex digits/);
  });

  test('key file outside the data folder: is made there, and the data folder contains none', async () => {
    const [folder, safe] = [temporaryFolder(), temporaryFolder()];
    const keyFile = path.join(safe, 'lender.keys');
    const store = await engine.open();
    const { file } = await loadKeys({ keys: null, keyFile, dataDir: folder }, store);
    expect([file, fs.readdirSync(folder)]).toEqual([keyFile, []]);
    await expect(loadKeys({ keys: null, keyFile, dataDir: folder }, store)).resolves.toBeDefined();
  });

  test('database of a release without numbered keys: opens with photo.key or PHOTO_KEY, and with no other key', async () => {
    const store = await engine.open();
    // The form of an earlier release: nonce, tag and ciphertext, without the number of the key.
    const unnumbered = createSecret(KEY_1.bytes).encrypt('photo', Buffer.from('jpeg'), 'r').subarray(6);
    await store.db.insertInto('photo_blob').values({ ref: 'r', encrypted: unnumbered, at: 1 }).execute();
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'photo.key'), '02'.repeat(32));
    await expect(loadKeys(inFolder(folder), store)).rejects.toThrow(/^Key 1 of .*photo\.key is not the key/);
    fs.writeFileSync(path.join(folder, 'photo.key'), '01'.repeat(32));
    const { secret } = await loadKeys(inFolder(folder), store);
    expect(secret.decrypt('photo', unnumbered, 'r').toString()).toBe('jpeg');
    await expect(loadKeys(given(KEY_1), store)).resolves.toBeDefined();
  });

  test('PHOTO_KEY that is wrong, or one key of two: is named as the setting that the keys are from', async () => {
    const store = await engine.open();
    const photoKey = (key: typeof KEY_1) => ({ ...given(key), keySetting: 'PHOTO_KEY' as const });
    expect((await loadKeys(photoKey(KEY_1), store)).place).toBe('PHOTO_KEY');
    const other = { ...KEY_1, bytes: Buffer.alloc(32, 9) };
    await expect(loadKeys(photoKey(other), store)).rejects.toThrow(/^Key 1 of PHOTO_KEY is not the key that the data/);
    await loadKeys(given(KEY_2, KEY_1), store);
    await expect(loadKeys(photoKey(KEY_1), store)).rejects.toThrow(
      /^PHOTO_KEY is key 1 alone, .* key 2: set DATA_KEYS to all keys in its place\.$/,
    );
  });

  test('second data key, first one left out too early: the start is refused with its number', async () => {
    const store = await engine.open();
    const before = (await loadKeys(given(KEY_1), store)).secret;
    const both = (await loadKeys(given(KEY_2, KEY_1), store)).secret;
    expect(both.currentKey).toBe(2);
    expect(both.mac('device', 'x'), 'hashes stay').toEqual(before.mac('device', 'x'));
    expect(both.mac('nationalId', '12345678'), 'hashes stay').toEqual(before.mac('nationalId', '12345678'));
    await expect(loadKeys(given(KEY_2), store)).rejects.toThrow(/^Key 1 is missing in DATA_KEYS, .* until `npm run keys:rotate` says/);
  });
});

describe('list of keys', () => {
  const hex = 'ab'.repeat(32);
  test.each([
    [hex, [1]],
    [`2:${hex},1:${hex}`, [2, 1]],
    [`3:${hex}\n2:${hex}\n`, [3, 2]],
  ])('list of keys, well written: gives the numbers in their order', (text, ids) => {
    expect(readKeys(text)?.map(({ id }) => id)).toEqual(ids);
  });
  test.each(['', 'abc', `1:${hex},1:${hex}`, `${hex},${hex}`, `0:${hex}`, `70000:${hex}`, `2:${hex},x`])(
    'list of keys "%s": is refused',
    (text) => {
      expect(readKeys(text)).toBeNull();
    },
  );
});
