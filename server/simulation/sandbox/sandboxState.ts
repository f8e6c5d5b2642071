/** Reads the lender's tables for the page of the sandbox. */
import { sql } from 'kysely';
import { fromDayMonthYear } from '#machines/model/calendar.ts';
import { statusWords, upperFirst } from '#machines/words.ts';
import { readCollections } from '#server/collection/collectionsForDesk.ts';
import { typedPersonalInfo } from '#server/apply/applicant.ts';
import { openTurnOf } from '#server/apply/photos/faceTurn.ts';
import type { IdCard } from '#server/apply/reader/photoReader.ts';
import { fullName, optionalValue } from '#server/apply/sectionValues.ts';
import type { Db } from '#server/store/store.ts';
import { type SandboxFailedCallback, type SandboxLedger, type SandboxOrder, type SandboxSms } from '#src/api/sandbox.ts';

/** Number of rows shown of each kind; older ones are stored. */
const SHOWN = 100;

export const readSms = (db: Db): Promise<SandboxSms[]> =>
  db.selectFrom('sandbox_sms').select(['id', 'msisdn as to', 'text', 'at']).orderBy('id', 'desc').limit(SHOWN).execute();

/** Callbacks that could not be read, that contradict the rail, or that could not be processed. */
export const readFailedCallbacks = async (db: Db): Promise<SandboxFailedCallback[]> =>
  (
    await db
      .selectFrom('rail_callback')
      .select(['id', 'route', 'at', 'outcome'])
      .select(sql<number>`octet_length(body)`.as('size'))
      .where('outcome', 'in', ['failed', 'unreadable', 'mismatched'])
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
  ).map(({ outcome, ...row }) => ({ ...row, outcome: outcome ?? '' }));

export async function readOrders(db: Db): Promise<SandboxOrder[]> {
  const rows = await db
    .selectFrom('loan_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select([
      'o.order_no as orderNo',
      'u.msisdn as mobile',
      'o.status',
      'o.principal',
      'o.term_days as termDays',
      'o.updated_at as updatedAt',
      'o.user_id as userId',
      'o.id',
    ])
    .where('u.erased_at', 'is', null)
    .orderBy('o.id', 'desc')
    .limit(SHOWN)
    .execute();
  const collections = await readCollections(
    db,
    rows.map(({ orderNo }) => orderNo),
  );
  const orders: SandboxOrder[] = [];
  for (const { id, userId, ...order } of rows)
    orders.push({
      ...order,
      statusWords: upperFirst(statusWords(order.status)),
      collection: collections.get(order.orderNo) ?? null,
      faceTurn: (await openTurnOf(db, userId, id))?.turn ?? null,
    });
  return orders;
}

/** The values of a specimen card that agree with the form of this order; empty fields stay empty. null: there is no such order. */
export async function cardFor(db: Db, orderNo: string): Promise<IdCard | null> {
  const order = await db.selectFrom('loan_order').select('user_id').where('order_no', '=', orderNo).executeTakeFirst();
  if (!order) return null;
  const personalInfo = await typedPersonalInfo(db, order.user_id);
  return {
    number: optionalValue(personalInfo, 'nationalId'),
    name: fullName(personalInfo).toUpperCase(),
    birthday: fromDayMonthYear(optionalValue(personalInfo, 'inputBirthday')) ?? '',
  };
}

/** @param orderNo undefined: the ledger of all orders. */
export async function readLedger(db: Db, orderNo: string | undefined): Promise<SandboxLedger> {
  const lines = await db
    .selectFrom('entry as e')
    .innerJoin('journal as j', 'j.id', 'e.journal_id')
    .leftJoin('loan_order as o', 'o.id', 'j.order_id')
    .select([
      'j.id as journal',
      'j.kind',
      'o.order_no as orderNo',
      'j.ref',
      'j.on_date as on',
      'j.at',
      'e.account_id as account',
      'e.amount',
    ])
    .where(orderNo === undefined ? sql<boolean>`true` : sql<boolean>`o.order_no = ${orderNo}`)
    .orderBy('j.id')
    .orderBy('e.line')
    .execute();
  const accounts: Record<string, number> = {};
  for (const account of new Set(lines.map((line) => line.account)))
    accounts[account] = lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0);
  return { lines, sum: lines.reduce((sum, { amount }) => sum + amount, 0), accounts };
}
