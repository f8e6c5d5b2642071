/** `npm run keys:rotate`: replaces the data key. */
import type { Clock } from '#server/store/clock.ts';
import { newKey, readKeyFile, replaceKeyFile } from '#server/store/keyFile.ts';
import { keepKeyRing, keysInUse, type LoadedKeys } from '#server/store/keyRing.ts';
import { rotate } from '#server/store/keyRotation.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';

export interface Rotation {
  store: Store;
  clock: Clock;
  keys: LoadedKeys;
  /** Prints one line. */
  say(line: string): void;
  /** Called before every batch. */
  isStopped(): boolean;
}

const list = (ids: readonly number[]): string => (ids.length === 1 ? `key ${ids[0]}` : `keys ${ids.join(', ')}`);

/**
 * Adds a key to the file of the keys, if only this server reads that file. For several servers on one PostgreSQL database the
 * operator adds the key and restarts them first. Then this function encrypts every row under the current key.
 * @returns the last line.
 */
export async function rotateKeys({ store, clock, keys: { secret, file, place }, say, isStopped }: Rotation): Promise<string> {
  const isPending = (await keysInUse(store)).some((id) => id !== secret.currentKey);
  if (!isPending) {
    const next = Math.max(...secret.keyIds) + 1;
    if (file === null || store.engine === 'postgres')
      return `Every row is encrypted under key ${secret.currentKey}. To replace it, put a new key in front of it in ${place === 'PHOTO_KEY' ? 'DATA_KEYS, which takes the place of PHOTO_KEY' : place} (${next}:64 hex digits, for example from \`openssl rand -hex 32\`), start every lender again, and run this again.`;
    const kept = readKeyFile(file);
    // An interrupted rotation may have added the key already, after this process had read the file.
    const added = kept.find(({ id }) => id === next);
    const key = added ?? newKey(next);
    // The key is on disk before the first row is encrypted under it.
    if (!added) replaceKeyFile(file, [key, ...kept]);
    secret.use(key);
    await keepKeyRing(store, secret);
    say(added ? `Key ${next} of ${file} is the current one now.` : `Key ${next} was added to ${file}.`);
  }
  const done = await rotate(store, secret, (table, rows) => say(`${table}: ${rows}`), isStopped);
  if (!done) return 'Stopped. What is done stays done; run this again to go on with the rest.';
  await createSecurityLog(store, clock, secret).record({ kind: 'keys.rotated', subject: `key ${done.key}` });
  const all = `Every row is encrypted under key ${done.key} (${done.rows} were encrypted again).`;
  if (done.unused.length === 0) return all;
  return `${all} Nothing uses ${list(done.unused)} any more: remove ${done.unused.length === 1 ? 'it' : 'them'} from ${place} once no backup of before is needed.`;
}
