/**
 * Bureau records beside the facts that a borrower stated: of each fact, the worse figure counts. A record is found by the hash
 * of a national ID number, whose owner need not have an account yet.
 */
import type { Values } from '#machines/model/application.ts';
import { addDays, nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { shillingsToPay } from '#machines/model/money.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import type { Facts } from '#src/market/decision.ts';
import { typedPersonalInfo } from '../applicant.ts';
import { nationalIdMac } from '../idClaims.ts';
import { BUREAU_RECORD_DAYS, type BureauFigures, type BureauRecord } from './recordFile.ts';
import { optionalValue } from '../sectionValues.ts';

/** Rows of one statement. */
const BATCH = 500;

type Asked = Pick<Facts, 'bureauListed' | 'runningLoans' | 'overdueLoans' | 'longestDelay' | 'owedElsewhere'>;

/** The latest day of figures that are too old to be used. */
const expiredOn = (now: Instant): CalendarDate => addDays(nairobiDate(now), -BUREAU_RECORD_DAYS);

/**
 * Stores all records or none. A record of an earlier day does not replace a later one.
 * @returns the number of records that are new or have replaced an earlier record.
 */
export const storeRecords = (store: Store, records: readonly BureauRecord[], now: Instant): Promise<number> =>
  store.tx(async (tx) => {
    let stored = 0;
    for (let from = 0; from < records.length; from += BATCH) {
      const rows = records.slice(from, from + BATCH).map(({ nationalId, asOf, ...figures }) => {
        const id_mac = nationalIdMac(tx, nationalId);
        if (id_mac === null) throw new Error('a record of the bureau has no national ID');
        return {
          id_mac,
          as_of: asOf,
          sealed: encryptValue(tx, 'bureau_record.sealed', [id_mac], figures satisfies BureauFigures),
          imported_at: now,
        };
      });
      const done = await tx
        .insertInto('bureau_record')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('id_mac')
            .doUpdateSet((is) => ({
              as_of: is.ref('excluded.as_of'),
              sealed: is.ref('excluded.sealed'),
              imported_at: is.ref('excluded.imported_at'),
            }))
            .whereRef('bureau_record.as_of', '<=', 'excluded.as_of'),
        )
        .executeTakeFirst();
      stored += Number(done.numInsertedOrUpdatedRows ?? 0);
    }
    return stored;
  });

/** The figures about an ID number; null: there is no record, or it is too old. */
async function figuresOf(db: Db, mac: string, now: Instant): Promise<BureauFigures | null> {
  const row = await db
    .selectFrom('bureau_record')
    .select('sealed')
    .where('id_mac', '=', mac)
    .where('as_of', '>', expiredOn(now))
    .executeTakeFirst();
  return row ? decryptValue<BureauFigures>(db, 'bureau_record.sealed', [mac], row.sealed) : null;
}

const worse = (own: number | null, reported: number | null): number | null =>
  own === null || reported === null ? (own ?? reported) : Math.max(own, reported);

/** The facts that a borrower stated, made worse where the bureau's figures are worse. */
export async function withBureau<Own extends Asked>(db: Db, personal: Values, own: Own, now: Instant): Promise<Own> {
  const mac = nationalIdMac(db, optionalValue(personal, 'nationalId'));
  const reported = mac === null ? null : await figuresOf(db, mac, now);
  if (!reported) return own;
  return {
    ...own,
    bureauListed: reported.isListed ? 'yes' : own.bureauListed,
    runningLoans: worse(own.runningLoans, reported.openLoans),
    overdueLoans: worse(own.overdueLoans, reported.loansInArrears),
    longestDelay: worse(own.longestDelay, reported.longestDelay),
    owedElsewhere: worse(own.owedElsewhere, reported.owed === null ? null : shillingsToPay(reported.owed)),
  };
}

/** Deletes the record of a borrower whose account is closed. */
export async function forgetBureauRecord(tx: Tx, userId: number): Promise<void> {
  const mac = nationalIdMac(tx, optionalValue(await typedPersonalInfo(tx, userId), 'nationalId'));
  if (mac !== null) await tx.deleteFrom('bureau_record').where('id_mac', '=', mac).execute();
}

/** @returns the number of deleted records. */
export async function deleteOldRecords({ db }: Pick<Store, 'db'>, now: Instant): Promise<number> {
  const done = await db.deleteFrom('bureau_record').where('as_of', '<=', expiredOn(now)).executeTakeFirst();
  return Number(done.numDeletedRows);
}
