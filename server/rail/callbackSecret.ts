/**
 * The secret in an address that is registered with others: the address to which the rail reports payments at the paybill, and
 * the one to which providers report deliveries of texts. The secret is random and stored encrypted. During a rotation the old
 * address is accepted too, because M-PESA changes a registered address only on request.
 */
import { timingSafeEqual } from 'node:crypto';
import { newAddressSecret } from '#server/store/ids.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { CallbackSecretTable } from '#server/store/schema/index.ts';
import type { Encrypted } from '#server/store/schema/encrypted.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store } from '#server/store/store.ts';

type Name = CallbackSecretTable['name'];

interface Kept {
  present: string;
  /** The replaced secret, which is accepted until it is retired; null: there is none. */
  old: string | null;
}

export interface CallbackSecret {
  /** The present secret, made at the first use. */
  present(): Promise<string>;
  /** Whether this is the present secret or the old one. */
  isOurs(secret: string): Promise<boolean>;
  /**
   * Replaces the secret. The replaced secret is accepted until it is retired. One that was replaced before is no longer accepted.
   * @returns the new secret.
   */
  rotate(): Promise<string>;
  /** Accepts only the present secret from now on. @returns whether an old secret was accepted before. */
  retireOld(): Promise<boolean>;
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/**
 * @param inherited the secret that an earlier release used without storing it, whose address is registered with the rail
 * already; null: there is no such secret.
 */
export function createCallbackSecret(store: Store, inherited: (() => string) | null, name: Name = 'paybill'): CallbackSecret {
  const hasBeenUsed = async (): Promise<boolean> =>
    (await store.db.selectFrom('rail_intent').select('id').limit(1).executeTakeFirst()) !== undefined ||
    (await store.db.selectFrom('rail_callback').select('id').limit(1).executeTakeFirst()) !== undefined;

  const encryptKept = (db: Db, value: Kept): Buffer => encryptValue(db, 'callback_secret.sealed', [name], value);
  const read = (db: Db, { sealed, value }: { sealed: Encrypted | null; value: unknown }): Kept =>
    sealed === null ? (value as Kept) : decryptValue<Kept>(db, 'callback_secret.sealed', [name], sealed);
  const find = async (db: Db): Promise<Kept | undefined> => {
    const row = await db.selectFrom('callback_secret').select(['sealed', 'value']).where('name', '=', name).executeTakeFirst();
    return row && read(db, row);
  };

  async function kept(): Promise<Kept> {
    const known = await find(store.db);
    if (known) return known;
    const first: Kept = { present: inherited && (await hasBeenUsed()) ? inherited() : newAddressSecret(), old: null };
    // Another process may have made the secret meanwhile.
    await store.db
      .insertInto('callback_secret')
      .values({ name, value: null, sealed: encryptKept(store.db, first) })
      .onConflict((c) => c.doNothing())
      .execute();
    return (await find(store.db)) ?? first;
  }

  const change = async (next: (before: Kept) => Kept): Promise<Kept> => {
    await kept();
    return store.tx(async (tx) => {
      const row = await tx
        .selectFrom('callback_secret')
        .select(['sealed', 'value'])
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const before = read(tx, row);
      await tx
        .updateTable('callback_secret')
        .set({ sealed: encryptKept(tx, next(before)), value: null })
        .where('name', '=', name)
        .execute();
      return before;
    });
  };

  return {
    present: async () => (await kept()).present,
    async isOurs(secret) {
      const { present, old } = await kept();
      return isSame(secret, present) || (old !== null && isSame(secret, old));
    },
    async rotate() {
      const present = newAddressSecret();
      await change((before) => ({ present, old: before.present }));
      return present;
    },
    retireOld: async () => (await change(({ present }) => ({ present, old: null }))).old !== null,
  };
}

/** The secret in the paybill's address. An earlier release derived it from the master key. */
export const openCallbackSecret = (store: Store, secret: Secret): CallbackSecret =>
  createCallbackSecret(store, () => secret.mac('paybill', 'callback address').toString('hex').slice(0, 32));

/** The secret in the address to which providers report the delivery of texts. */
export const openTextsSecret = (store: Store): CallbackSecret => createCallbackSecret(store, null, 'texts');
