import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadSecret } from '#server/store/secret.ts';
import { onBothDatabases, temporaryFolder } from '#tests/support/database.ts';

onBothDatabases((engine) => {
  test('start with another key than the stored photos and answers: is refused', async () => {
    const store = await engine.open();
    const first = temporaryFolder();
    const secret = await loadSecret(null, first, store);
    const key = Buffer.from(fs.readFileSync(path.join(first, 'photo.key'), 'utf8'), 'hex');
    expect(fs.statSync(path.join(first, 'photo.key')).mode & 0o777).toBe(0o600);

    // Nothing is encrypted yet, so another key is accepted.
    await expect(loadSecret(null, temporaryFolder(), store)).resolves.toBeDefined();

    const answer = {
      fingerprint: 'f',
      started_at: 1,
      finished_at: 2,
      good_until: 3,
      encrypted: secret.encrypt('answer', Buffer.from('{}'), 'f'),
    };
    const photo = { ref: 'r', at: 1, encrypted: secret.encrypt('photo', Buffer.from('jpeg'), 'r') };
    await store.db.insertInto('idempotent_answer').values(answer).execute();
    for (const content of ['an answer', 'a photo']) {
      const empty = temporaryFolder();
      await expect(loadSecret(null, empty, store), content).rejects.toThrow(
        /photo\.key is missing, and the database holds photos or answers encrypted with it: put the file back, or set PHOTO_KEY .*\.$/,
      );
      expect(fs.readdirSync(empty)).toEqual([]);
      fs.writeFileSync(path.join(empty, 'photo.key'), 'ab'.repeat(32));
      await expect(loadSecret(null, empty, store), content).rejects.toThrow(/photo\.key is not the key that .* put the right one back\.$/);
      await expect(loadSecret(Buffer.alloc(32, 1), first, store), content).rejects.toThrow(/^PHOTO_KEY is not the key/);
      await expect(loadSecret(key, empty, store), content).resolves.toBeDefined();
      await expect(loadSecret(null, first, store), content).resolves.toBeDefined();

      await store.db.deleteFrom('idempotent_answer').execute();
      await store.db
        .insertInto('photo_blob')
        .values(photo)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
});
