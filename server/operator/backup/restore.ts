/** `npm run restore`: restores a backup into an empty database, and stops payouts there until an operator releases them. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import { makeFolder, syncPath } from '#server/store/folder.ts';
import { readKeyFile } from '#server/store/keyFile.ts';
import { keyFileOf, placeOfKeys, type KeySource } from '#server/store/keyRing.ts';
import { lockFolder } from '#server/store/lock.ts';
import { refuseTooNew } from '#server/store/migrate.ts';
import { stopStatement } from '#server/store/payoutStop.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { verbCommand } from '#server/store/verbCommand.ts';
import { inNairobi, inShillings } from '../verbWords.ts';
import { readArchive } from './archive.ts';
import { checkLedger } from './checkLedger.ts';
import { differenceOf, readContents, type Manifest } from './manifest.ts';
import { restorePostgres, type PostgresAccess } from './postgresTools.ts';

export interface Restore {
  file: string;
  /** null: the embedded database. */
  postgres: PostgresAccess | null;
  /** The place of the data keys, and the data folder. */
  keys: KeySource;
  clock: Clock;
}

const PLACE = 'restoring';

/** @throws CannotStart unless `source` has every data key of the backup. */
function refuseWrongKeys(manifest: Manifest, source: KeySource): void {
  const needed = Object.entries(manifest.keys);
  if (needed.length === 0) return;
  const file = keyFileOf(source);
  const where = placeOfKeys(source);
  const list = needed.map(([id]) => id).join(', ');
  if (file !== null && !fs.existsSync(file))
    throw new CannotStart(
      `The backup is encrypted with data ${needed.length === 1 ? 'key' : 'keys'} ${list}, and ${file} is missing: put it there, name its place with DATA_KEY_FILE, or set DATA_KEYS. Nothing was restored.`,
    );
  const secret = createSecret(source.keys ?? readKeyFile(file as string));
  for (const [id, fingerprint] of needed) {
    if (!secret.keyIds.includes(Number(id)))
      throw new CannotStart(`The backup is encrypted with data key ${id}, which is missing in ${where}: add it. Nothing was restored.`);
    if (secret.fingerprintOf(Number(id)) !== fingerprint)
      throw new CannotStart(
        `Key ${id} of ${where} is not the one that the backup is encrypted with: put the right one there. Nothing was restored.`,
      );
  }
}

function refuseForeign({ file, postgres, keys }: Restore, manifest: Manifest): void {
  if (manifest.engine !== (postgres === null ? 'embedded' : 'postgres'))
    throw new CannotStart(
      manifest.engine === 'postgres'
        ? `${file} is the backup of a PostgreSQL database: name an empty one with DATABASE_URL. Nothing was restored.`
        : `${file} is the backup of an embedded database: restore it without DATABASE_URL. Nothing was restored.`,
    );
  refuseTooNew(manifest.migrations);
  refuseWrongKeys(manifest, keys);
}

async function differsFrom(store: Store, manifest: Manifest): Promise<string | null> {
  const difference = differenceOf(manifest, await readContents(store.db));
  return difference === null ? null : `What was restored is not what the manifest of the backup says: ${difference}`;
}

/** Unpacks and checks the backup in a temporary folder, and renames it at the end: an interrupted restore leaves no database. */
async function restoreFiles(restore: Restore): Promise<{ manifest: Manifest; findings: string[] }> {
  const { file, keys, clock } = restore;
  const target = path.join(path.resolve(keys.dataDir), 'database');
  makeFolder(keys.dataDir);
  const unlock = lockFolder(keys.dataDir);
  const place = path.join(path.resolve(keys.dataDir), PLACE);
  try {
    if (fs.existsSync(target))
      throw new CannotStart(
        `${keys.dataDir} has a database already: restore into another folder, which DATA_DIR names. Nothing was restored.`,
      );
    fs.rmSync(place, { recursive: true, force: true });
    fs.mkdirSync(place, { mode: 0o700 });
    const manifest = await readArchive(file, place);
    refuseForeign(restore, manifest);
    const store = await openStore({ dataDir: place, clock, asItIs: true });
    let findings: string[];
    try {
      const difference = await differsFrom(store, manifest);
      if (difference !== null) throw new CannotStart(`${difference}. Nothing was restored.`);
      findings = await checkLedger(store.db);
      await sql.raw(stopStatement(clock.now(), manifest.at)).execute(store.db);
      await sql`checkpoint`.execute(store.db);
    } finally {
      await store.close();
    }
    fs.renameSync(path.join(place, 'database'), target);
    syncPath(keys.dataDir);
    return { manifest, findings };
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
    unlock();
  }
}

async function restoreDump(restore: Restore, postgres: PostgresAccess): Promise<{ manifest: Manifest; findings: string[] }> {
  const { file, keys, clock } = restore;
  makeFolder(keys.dataDir);
  const place = fs.mkdtempSync(path.join(path.resolve(keys.dataDir), `${PLACE}-`));
  const store = await openStore({ dataDir: keys.dataDir, databaseUrl: postgres.url, clock, asItIs: true }).catch((error: unknown) => {
    fs.rmSync(place, { recursive: true, force: true });
    throw error;
  });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' limit 1`.execute(store.db);
    if (tables.length > 0)
      throw new CannotStart(
        `The database of DATABASE_URL is not empty (it has the table ${tables[0]?.name}): name an empty one. Nothing was restored.`,
      );
    const manifest = await readArchive(file, place);
    refuseForeign(restore, manifest);
    await restorePostgres(postgres, path.join(place, 'database.dump'), stopStatement(clock.now(), manifest.at));
    const { setting = 0, ...rows } = manifest.rows;
    const { count } = await store.db
      .selectFrom('setting')
      .select((q) => q.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    // The restored database has one more setting than the backup, the stop of payouts, unless they were stopped at the backup.
    const expected = count === setting ? setting : setting + 1;
    const difference = await differsFrom(store, { ...manifest, rows: { ...rows, setting: expected } });
    return { manifest, findings: [...(difference === null ? [] : [`${difference}.`]), ...(await checkLedger(store.db))] };
  } finally {
    await store.close();
    fs.rmSync(place, { recursive: true, force: true });
  }
}

/** @returns lines for the operator; `findings`: disagreements of the books. @throws CannotStart; then nothing was restored. */
export async function restore(asked: Restore): Promise<{ lines: string[]; findings: string[] }> {
  const { manifest, findings } = asked.postgres === null ? await restoreFiles(asked) : await restoreDump(asked, asked.postgres);
  const { loan_order: orders = 0, journal = 0 } = manifest.rows;
  const lent = manifest.ledger['loan_receivable'] ?? 0;
  return {
    lines: [
      `Restored the backup of ${inNairobi(manifest.at)} (release ${manifest.release}): ${orders} orders, ${journal} journals, ${inShillings(lent)} lent and not repaid.`,
      ...(findings.length === 0 ? ['The books agree: every journal adds up to 0, and every loan owes what its status says.'] : []),
      `Payouts are stopped, because some may have been sent after the backup: start the lender, then ${verbCommand('payouts')} says what to do.`,
      'Everybody has to sign in again.',
    ],
    findings,
  };
}
