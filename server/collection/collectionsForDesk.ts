/** Data collection as the desk shows it: kinds that are requested, agreed to and stored, without their content. */
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import type { Db } from '#server/store/store.ts';
import type { SandboxCollection } from '#src/api/sandbox.ts';

/** By order number; orders without requests are absent. */
export async function readCollections(db: Db, orderNos: readonly string[]): Promise<ReadonlyMap<string, SandboxCollection>> {
  const found = new Map<string, SandboxCollection>();
  if (orderNos.length === 0) return found;
  const rows = await db
    .selectFrom('collection_kind as k')
    .innerJoin('loan_order as o', 'o.id', 'k.order_id')
    .leftJoin('collected as c', (join) => join.onRef('c.order_id', '=', 'k.order_id').onRef('c.kind', '=', 'k.kind'))
    .leftJoin('collection_upload as u', 'u.order_id', 'k.order_id')
    .select(['o.order_no as orderNo', 'k.kind', 'k.agreed', 'c.at as heldSince', 'u.status'])
    .where('o.order_no', 'in', orderNos)
    .execute();
  for (const orderNo of new Set(rows.map((row) => row.orderNo))) {
    const own = rows.filter((row) => row.orderNo === orderNo);
    const kindsThat = (is: (row: (typeof own)[number]) => boolean): DataKind[] =>
      DATA_KINDS.filter((kind) => own.some((row) => row.kind === kind && is(row)));
    found.set(orderNo, {
      asked: kindsThat(() => true),
      agreed: kindsThat((row) => row.agreed === true),
      refused: kindsThat((row) => row.agreed === false),
      held: kindsThat((row) => row.heldSince !== null),
      status: own[0]?.status ?? null,
    });
  }
  return found;
}
