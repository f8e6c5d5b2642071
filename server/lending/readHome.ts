/** Reads home, the first screen of a borrower, in one statement without a lock. */
import { sql } from 'kysely';
import type { Language } from '#machines/context.ts';
import type { HomeData } from '#machines/model/order.ts';
import { isIncomplete, STATUS } from '#machines/model/orderStatus.ts';
import { termsFor } from '#machines/model/terms.ts';
import { sectionsColumn, sectionsFrom } from '#server/apply/applicant.ts';
import { mainProduct, shortestTerm } from '#server/books/lendingConfig.ts';
import { lockCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { repaidColumn, type RepaidLoans } from '#server/books/ledger.ts';
import { isDue, ORDER_COLUMNS, type OrderRow } from '#server/books/orders.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import { sessionRows } from '#server/store/sessionRows.ts';
import type { Db } from '#server/store/store.ts';
import { isPast, orderFrom, SHOWN_COLUMNS } from './orderView.ts';

/** To continue an application, the whole form is needed; otherwise only the borrower's name. */
const neededSections = sectionsColumn(
  'app_user.id',
  sql<boolean>`(s.section = 'personalInfo' or loan_order.status in (${sql.join(Object.values(STATUS).filter(isIncomplete))}))`,
);

/** The order opened last, for a query of `app_user`; without an order, all its columns are null. */
const isLast = sql<boolean>`loan_order.id = (select max(o.id) from loan_order o where o.user_id = app_user.id)`;
const COLUMNS = [...ORDER_COLUMNS, ...SHOWN_COLUMNS, neededSections, repaidColumn, 'app_user.recordings_agreed_at'] as const;

const homeRows = compileOnce((db, value: ValueOf<{ userId: number }>) =>
  db
    .selectFrom('app_user')
    .leftJoin('loan_order', (on) => on.on(isLast))
    .where('app_user.id', '=', value('userId'))
    .select(COLUMNS),
);

/** Reads the session and the home of its borrower in one statement. */
export const homeOfSession = compileOnce((db, value: ValueOf<{ tokenHash: string }>) =>
  sessionRows(db, value)
    .leftJoin('loan_order', (on) => on.on(isLast))
    .select(COLUMNS),
);

async function readHome(db: Db, userId: number) {
  const [found] = await homeRows(db, { userId });
  if (!found) throw new Error(`there is no borrower ${userId}`);
  return found;
}

export type HomeRow = Awaited<ReturnType<typeof readHome>>;

const orderIn = (found: HomeRow): OrderRow | null => (found.id === null ? null : (found as OrderRow));

/** Applies elapsed time to an order that due work has not reached yet. */
async function applyTime(context: LendingContext, userId: number, found: HomeRow, now: number): Promise<HomeRow> {
  const { store } = context;
  const row = orderIn(found);
  if (row === null || !isDue(row, now)) return found;
  await store.tx((tx) => lockCurrent(context, tx, userId, row.order_no));
  return readHome(store.db, userId);
}

const common = ({ config }: LendingContext, { repaid, onTime }: RepaidLoans, now: number) => {
  const product = mainProduct(config);
  const limit = config.ceiling(product, onTime);
  return {
    serverTime: now,
    product,
    limit,
    limitTerms: termsFor(product, limit, shortestTerm(product)),
    nextLimit: config.ceiling(product, onTime + 1),
    repaidLoans: repaid,
  };
};

/** @param userId null for a visitor. @param read the row of {@link homeOfSession}, if the lookup of the session has read it. */
export async function home(context: LendingContext, userId: number | null, language: Language, read?: HomeRow): Promise<HomeData> {
  const now = context.clock.now();
  if (userId === null) return { ...common(context, { repaid: 0, onTime: 0 }, now), firstName: null, order: null };
  const { db } = context.store;
  const found = await applyTime(context, userId, read ?? (await readHome(db, userId)), now);
  const row = orderIn(found);
  const order = row === null || isPast(row, now) ? null : orderFrom(db, row, found, now, language);
  const saved = sectionsFrom(db, userId, found.sections);
  return {
    ...common(context, found.repaid, now),
    firstName: saved.find(({ section }) => section === 'personalInfo')?.values['firstName'] ?? null,
    order,
    ...(found.recordings_agreed_at === null ? {} : { sendsRecordings: true }),
    ...(order !== null && isIncomplete(order.status) ? { saved } : {}),
  };
}
