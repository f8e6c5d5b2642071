/**
 * The secret in the address to which the rail sends payments at the paybill. It is kept in the database, apart from
 * every key. During a rotation the old address is accepted too, because M-PESA changes a registered address only on
 * request.
 */
import { timingSafeEqual } from 'node:crypto';
import { newCallbackToken } from '#server/store/ids.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store } from '#server/store/store.ts';

const SETTING = 'rail.callbackSecret';

interface Kept {
  present: string;
  /** Accepted too until it is retired. */
  old: string | null;
}

export interface CallbackSecret {
  /** Made at the first use. */
  present(): Promise<string>;
  /** Whether an address carries the present secret or the old one. */
  isOurs(secret: string): Promise<boolean>;
  /** Replaces the secret; the replaced one is accepted until it is retired, and one that was replaced before is not any more. @returns the new one. */
  rotate(): Promise<string>;
  /** From now on only the present secret is accepted. @returns whether an old one was accepted before. */
  retireOld(): Promise<boolean>;
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/**
 * @param inherited the secret of a database that was used before it had one of its own: its address is registered with
 * the rail already.
 */
export function createCallbackSecret(store: Store, inherited: () => string): CallbackSecret {
  const hasBeenUsed = async (): Promise<boolean> =>
    (await store.db.selectFrom('rail_intent').select('id').limit(1).executeTakeFirst()) !== undefined ||
    (await store.db.selectFrom('rail_callback').select('id').limit(1).executeTakeFirst()) !== undefined;

  const find = async (db: Db): Promise<Kept | undefined> =>
    (await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst())?.value as Kept | undefined;

  async function kept(): Promise<Kept> {
    const known = await find(store.db);
    if (known) return known;
    const first: Kept = { present: (await hasBeenUsed()) ? inherited() : newCallbackToken(), old: null };
    // Another process may have made it meanwhile.
    await store.db
      .insertInto('setting')
      .values({ key: SETTING, value: JSON.stringify(first) })
      .onConflict((c) => c.doNothing())
      .execute();
    return (await find(store.db)) ?? first;
  }

  const change = async (next: (before: Kept) => Kept): Promise<Kept> => {
    await kept();
    return store.tx(async (tx) => {
      const { value } = await tx.selectFrom('setting').select('value').where('key', '=', SETTING).forUpdate().executeTakeFirstOrThrow();
      await tx
        .updateTable('setting')
        .set({ value: JSON.stringify(next(value as Kept)) })
        .where('key', '=', SETTING)
        .execute();
      return value as Kept;
    });
  };

  return {
    present: async () => (await kept()).present,
    async isOurs(secret) {
      const { present, old } = await kept();
      return isSame(secret, present) || (old !== null && isSame(secret, old));
    },
    async rotate() {
      const present = newCallbackToken();
      await change((before) => ({ present, old: before.present }));
      return present;
    },
    retireOld: async () => (await change(({ present }) => ({ present, old: null }))).old !== null,
  };
}

/** Databases from before the secret was one of its own had an address that was derived from the master key. */
export const openCallbackSecret = (store: Store, secret: Secret): CallbackSecret =>
  createCallbackSecret(store, () => secret.mac('paybill', 'callback address').toString('hex').slice(0, 32));
