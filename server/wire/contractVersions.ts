/**
 * Decides which versions of pages a lender answers. A page stays open in a phone for days, and a native app may keep it for
 * weeks. So a version is served for thirty days after the first start of a lender with a newer version on this database.
 */
import { DAY, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import { CONTRACT_VERSION } from '#src/api/contractVersion.ts';

/** Time for which pages of a version are served after a newer version was first served. */
export const SERVED_FOR = 30 * DAY;

const KEY = 'contract version ';
const VERSION = /^[1-9]\d{0,5}$/;

export interface ContractVersions {
  /** Version of this lender. */
  own: number;
  /** @throws Refusal pageOutdated for a version that is no longer served. @param page null: none is named; the page is answered. */
  refuseOutdated(page: number | null): void;
  /** Whether the page has another version than the lender. A call that is unknown here may exist in the page's release. */
  isOther(page: number | null): boolean;
}

/** The version in a header; null when the header is missing or not a version. */
export const readVersion = (header: unknown): number | null => (typeof header === 'string' && VERSION.test(header) ? Number(header) : null);

/** The label of a metric. All versions newer than this lender share one label, because a caller may send any number. */
export const versionLabel = (page: number | null): string => (page === null ? 'none' : page > CONTRACT_VERSION ? 'newer' : String(page));

export const pageOutdated = (): Refusal => new Refusal(CODE.pageOutdated, 'pageOutdated');

/**
 * Stores when this version was first served on the database. Lenders of older versions beside this one go on.
 * @param own version of this lender; tests pass others.
 */
export async function openContractVersions({ db }: Store, clock: Clock, own: number = CONTRACT_VERSION): Promise<ContractVersions> {
  await db
    .insertInto('setting')
    .values({ key: `${KEY}${own}`, value: JSON.stringify(clock.now()) })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${KEY}%`).execute();
  const since = rows.map(({ key, value }) => ({ version: Number(key.slice(KEY.length)), at: value as Instant }));

  /** When a version newer than the page's was first served; versions newer than the lender's do not count. */
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
