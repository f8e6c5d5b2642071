/**
 * Which pages a lender still answers. A page stays open in a phone for days, and a native app may keep one for weeks, so
 * a version is served for thirty days after this database first had a lender of a newer one.
 */
import { DAY, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import { CONTRACT_VERSION } from '#src/api/contractVersion.ts';

/** How long a page works after a newer version has come. */
export const SERVED_FOR = 30 * DAY;

const KEY = 'contract version ';
const VERSION = /^[1-9]\d{0,5}$/;

export interface ContractVersions {
  /** Version of this lender. */
  own: number;
  /** @throws Refusal pageOutdated when the page of this version is served no more. @param page null: it names none, and is answered. */
  refuseOutdated(page: number | null): void;
  /** Whether this page is of another release than the lender: what the lender does not know may be known to another one. */
  isOther(page: number | null): boolean;
}

/** The version in a header; null where there is none, or no version of ours. */
export const readVersion = (header: unknown): number | null => (typeof header === 'string' && VERSION.test(header) ? Number(header) : null);

/** The label of a metric. A caller may send any number, so all versions that are newer than this lender share one label. */
export const versionLabel = (page: number | null): string => (page === null ? 'none' : page > CONTRACT_VERSION ? 'newer' : String(page));

export const pageOutdated = (): Refusal => new Refusal(CODE.pageOutdated, 'pageOutdated');

/**
 * Notes in the database since when this version is served there. Lenders of older versions beside this one go on.
 * @param own version of this lender; another one in tests.
 */
export async function openContractVersions({ db }: Store, clock: Clock, own: number = CONTRACT_VERSION): Promise<ContractVersions> {
  await db
    .insertInto('setting')
    .values({ key: `${KEY}${own}`, value: JSON.stringify(clock.now()) })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${KEY}%`).execute();
  const since = rows.map(({ key, value }) => ({ version: Number(key.slice(KEY.length)), at: value as Instant }));

  /** When a version newer than this one came, of those that this lender knows. */
  const replacedAt = (page: number): Instant =>
    Math.min(...since.filter(({ version }) => version > page && version <= own).map(({ at }) => at));

  return {
    own,
    refuseOutdated(page) {
      if (page !== null && page < own && clock.now() > replacedAt(page) + SERVED_FOR) throw pageOutdated();
    },
    isOther: (page) => page !== null && page !== own,
  };
}
