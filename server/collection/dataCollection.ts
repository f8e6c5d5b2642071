/**
 * Data of a borrower's phone. It is accepted only for orders for which it was requested, only in kinds that the borrower
 * agreed to, and only while the application is open. It is deleted when the application is answered.
 */
import { timingSafeEqual } from 'node:crypto';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { agreedKinds, DATA_KINDS, type Collection, type Consents, type DataKind, type UploadStatus } from '#machines/model/collection.ts';
import { isIncomplete, isUndecided } from '#machines/model/orderStatus.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Secret } from '#server/store/secret.ts';
import { findOrder, lockOrder, lockOrderByNumber, type OrderRow } from '#server/books/orders.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { deleteNonBorrowers, deleteOverdue } from './collectionRetention.ts';
import { askFor, deleteBy, readCollection } from './collectionState.ts';

/** How long an upload token is valid. */
const GRANT_LIFE = 15 * MINUTE;

export interface UploadGrant {
  /** The kinds that are requested and agreed to. */
  kinds: DataKind[];
  /** Authorises uploads for this order and nothing else. */
  token: string;
}

export interface DataCollection {
  /**
   * Sets the kinds that are requested for this order. Stored data of other kinds is deleted.
   * @throws Refusal after the application was sent.
   */
  ask(orderNo: string, kinds: readonly DataKind[]): Promise<void>;
  /** null: no data is requested. */
  read(userId: number, orderNo: string): Promise<Collection | null>;
  /** null: nothing may be uploaded now. */
  grant(userId: number, orderNo: string): Promise<UploadGrant | null>;
  /**
   * Stores the borrower's consent, which may change. A withdrawal deletes the data. After the application was answered, a
   * consent has no purpose and is not stored.
   */
  answer(userId: number, orderNo: string, consents: Consents): Promise<Collection | null>;
  /** Stores the status of the upload that the shell reports. */
  report(userId: number, orderNo: string, status: UploadStatus): Promise<Collection | null>;
  /**
   * Stores an upload of the shell.
   * @throws Refusal when the token is for another order or too old, or when the borrower did not agree to the kind.
   */
  receive(token: string, orderNo: string, kind: DataKind, content: string): Promise<void>;
  /** Deletes data whose deadline has passed. Repeating it changes nothing. @returns how many pieces. */
  deleteOverdue(): Promise<number>;
  /** Deletes the data of applicants without a loan. @returns how many people. */
  deleteNonBorrowers(): Promise<number>;
}

export function createCollection(store: Store, clock: Clock, secret: Secret): DataCollection {
  const macOf = (orderNo: string, until: Instant): Buffer => secret.mac('collection', `${orderNo}|${until}`);

  function isGranted(token: string, orderNo: string): boolean {
    const [until = '', mac = ''] = token.split('.');
    const expected = macOf(orderNo, Number(until));
    const given = Buffer.from(mac, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected) && clock.now() < Number(until);
  }

  async function storeConsent(tx: Tx, row: OrderRow, kind: DataKind, agreed: boolean): Promise<void> {
    const before = await tx
      .selectFrom('collection_kind')
      .select('agreed')
      .where('order_id', '=', row.id)
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (!before || before.agreed === agreed || (agreed && !isUndecided(row.status))) return;
    await tx.updateTable('collection_kind').set({ agreed }).where('order_id', '=', row.id).where('kind', '=', kind).execute();
    await tx.insertInto('collection_consent').values({ order_id: row.id, kind, agreed, at: clock.now() }).execute();
    if (!agreed) await tx.deleteFrom('collected').where('order_id', '=', row.id).where('kind', '=', kind).execute();
  }

  const setStatus = async (tx: Tx, orderId: number, status: UploadStatus): Promise<void> => {
    const row = { status, at: clock.now() };
    await tx
      .insertInto('collection_upload')
      .values({ order_id: orderId, ...row })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
      .execute();
  };

  return {
    ask: (orderNo, kinds) =>
      store.tx(async (tx) => {
        const row = await lockOrderByNumber(tx, orderNo);
        if (!row) throw new Refusal(CODE.orderNotFound, 'lender.orderNotFound');
        // The borrower is asked for consent only before the application is sent.
        if (!isIncomplete(row.status)) throw orderRefused();
        const dropped = DATA_KINDS.filter((kind) => !kinds.includes(kind));
        if (dropped.length > 0)
          await tx.deleteFrom('collection_kind').where('order_id', '=', row.id).where('kind', 'in', dropped).execute();
        await askFor(tx, row.id, kinds, clock.now());
      }),

    async read(userId, orderNo) {
      return readCollection(store.db, await findOrder(store.db, userId, orderNo), clock.now());
    },

    async grant(userId, orderNo) {
      const row = await findOrder(store.db, userId, orderNo);
      const collection = await readCollection(store.db, row, clock.now());
      const kinds = collection && isUndecided(row.status) ? agreedKinds(collection) : [];
      if (kinds.length === 0) return null;
      const until = clock.now() + GRANT_LIFE;
      return { kinds, token: `${until}.${macOf(orderNo, until).toString('hex')}` };
    },

    answer: (userId, orderNo, consents) =>
      store.tx(async (tx) => {
        const row = await lockOrder(tx, userId, orderNo);
        for (const kind of DATA_KINDS) {
          const agreed = consents[kind];
          if (typeof agreed === 'boolean') await storeConsent(tx, row, kind, agreed);
        }
        return readCollection(tx, row, clock.now());
      }),

    report: (userId, orderNo, status) =>
      store.tx(async (tx) => {
        const row = await lockOrder(tx, userId, orderNo);
        const collection = await readCollection(tx, row, clock.now());
        if (!collection) return null;
        // The shell's "started" may arrive after the last upload. Then the upload is done.
        const isAllHere = agreedKinds(collection).every((kind) => collection.held.includes(kind));
        await setStatus(tx, row.id, status === 1 && isAllHere ? 0 : status);
        return readCollection(tx, row, clock.now());
      }),

    receive: (token, orderNo, kind, content) =>
      store.tx(async (tx) => {
        const row = isGranted(token, orderNo) ? await lockOrderByNumber(tx, orderNo) : undefined;
        if (!row) throw new Refusal(CODE.tokenInvalid, 'tokenInvalid');
        const now = clock.now();
        const collection = await readCollection(tx, row, now);
        if (!isUndecided(row.status) || collection?.consents[kind] !== true) throw new Refusal(CODE.orderRefused, 'dataNotAgreed');
        const kept = {
          encrypted: secret.encrypt('collection', Buffer.from(content), `${row.id} ${kind}`),
          at: now,
          delete_by: deleteBy(row, now),
        };
        await tx
          .insertInto('collected')
          .values({ order_id: row.id, kind, ...kept })
          .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(kept))
          .execute();
        const isLast = agreedKinds(collection).every((one) => one === kind || collection.held.includes(one));
        if (isLast && collection.status === 1) await setStatus(tx, row.id, 0);
      }),

    deleteOverdue: () => deleteOverdue(store, clock.now()),
    deleteNonBorrowers: () => deleteNonBorrowers(store, clock.now()),
  };
}
