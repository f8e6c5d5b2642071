/**
 * Recordings that borrowers agreed to send: consent, pieces, reading by staff, and deletion (decision 150). A withdrawal locks
 * the borrower's row and an upload takes a shared lock, so that no piece is stored after a withdrawal.
 */
import { timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { addDays, DAY, MINUTE, startOfDate, type Instant } from '#machines/model/calendar.ts';
import type { Counters } from '#server/identity/counters.ts';
import type { Limits } from '#server/identity/limitTable.ts';
import type { Clock } from '#server/store/clock.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import type { RecordingSchema } from '#server/store/schema/recordingTables.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { RECORDINGS_PAGE, type RecordingFilter, type RecordingRow } from '#src/api/desk.ts';
import { JOURNEY_LIMITS, RECORDING_DAYS } from '#src/market/recordingLimits.ts';
import { MOST_STEPS, type RecordingMeta } from '#src/recording/format.ts';
import { packed, unpacked, type Piece } from './piece.ts';

/** Limits of the stored recordings, in addition to the limits of one journey. */
interface StoreLimits {
  /** Most stored recordings of one account: about two a day. */
  ofAccount: number;
  /** Most compressed bytes of all recordings. */
  bytes: number;
}
const STORE_LIMITS: StoreLimits = { ofAccount: 200, bytes: 2_000_000_000 };

export type Received = 'stored' | 'notAgreed' | 'notNext' | 'full' | 'tooMany' | 'noRoom';

interface RecordingsDeps {
  store: Store;
  clock: Clock;
  secret: Secret;
  counters: Counters;
  limits: Pick<Limits, 'recordingsOfAccount' | 'recordingConsents'>;
  most?: StoreLimits;
}

export interface Recordings {
  /**
   * Stores the borrower's consent or its withdrawal, which deletes every recording of the account at once.
   * @throws Refusal tooManyRequests
   */
  agree(userId: number, agreed: boolean, version: string): Promise<void>;
  /** The key that authorises the pieces after the first one. */
  keyOf(journey: string): string;
  /** The borrower of a journey; null: the key belongs to another journey, or no piece is stored. */
  ownerOf(journey: string, key: string): Promise<number | null>;
  /** Appends a piece. For a piece that is stored already the result is `stored` too. */
  receive(userId: number, piece: Piece): Promise<Received>;
  /** A page of the recordings that match a filter, oldest first. @param after name of the last journey of the page before. */
  list(filter: RecordingFilter, after: string | null, db: Db): Promise<{ rows: RecordingRow[]; total: number; more: boolean }>;
  /** The matching recordings as lines of JSON, one for each recording. They are read from the database batch by batch. */
  lines(filter: RecordingFilter): AsyncGenerator<string>;
  /** Deletes recordings that are older than ninety days. @returns how many. */
  deleteOld(): Promise<number>;
}

/** Deletes all recordings of this borrower, and the log of the consents. */
export async function forgetRecordings(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recording').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recording_consent').where('user_id', '=', userId).execute();
}

type Sum = Pick<Selectable<RecordingSchema['recording']>, 'pieces' | 'steps' | 'bytes' | 'letters'>;

/** Recordings that are in memory at the same time during a download. */
const BATCH = 50;

const COLUMNS = ['journey', 'at', 'release', 'language', 'device_class', 'product', 'steps', 'bytes'] as const;
type StoredHead = Pick<Selectable<RecordingSchema['recording']>, (typeof COLUMNS)[number] | 'head_encrypted'>;

/**
 * @param head JSON object in the lender's own writing, so that its last character is the closing brace.
 * @param steps of each piece, without brackets.
 */
function lineOf({ at, release, language, device_class, product }: StoredHead, head: string, steps: readonly string[]): string {
  const meta: RecordingMeta = { time: at, release, language, deviceClass: device_class, product };
  return `${head.slice(0, -1)},"meta":${JSON.stringify(meta)},"steps":[${steps.filter((text) => text !== '').join(',')}]}`;
}

export function createRecordings({ store, clock, secret, counters, limits, most = STORE_LIMITS }: RecordingsDeps): Recordings {
  const encrypt = async (text: string, about: string): Promise<Buffer> => secret.encrypt('recording', await packed(text), about);
  const open = (bytes: Uint8Array, about: string): Promise<string> => unpacked(secret.decrypt('recording', bytes, about));

  let used = { at: -Infinity, bytes: 0 };
  /** The size is read once a minute, because a few recordings above the limit do no harm. */
  async function isFull(): Promise<boolean> {
    const now = clock.now();
    if (Math.abs(now - used.at) >= MINUTE) {
      const { bytes } = await store.db
        .selectFrom('recording')
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
        .executeTakeFirstOrThrow();
      used = { at: now, bytes };
    }
    return used.bytes >= most.bytes;
  }

  const agreedAt = async (tx: Tx, userId: number): Promise<Instant | null> =>
    (await tx.selectFrom('app_user').select('recordings_agreed_at').where('id', '=', userId).forShare().executeTakeFirst())
      ?.recordings_agreed_at ?? null;

  async function begin(tx: Tx, userId: number, { journey, head, language, deviceClass, product }: Piece, sum: Sum): Promise<Received> {
    const { count } = await tx
      .selectFrom('recording')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= most.ofAccount || head === null) return 'tooMany';
    const inserted = await tx
      .insertInto('recording')
      .values({
        journey,
        user_id: userId,
        at: clock.now(),
        release: head.appVersion,
        language,
        device_class: deviceClass,
        product,
        head_encrypted: await encrypt(JSON.stringify(head), journey),
        ...sum,
      })
      .onConflict((conflict) => conflict.column('journey').doNothing())
      .executeTakeFirst();
    return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1 ? 'stored' : 'notNext';
  }

  const lockRecording = (tx: Tx, userId: number, journey: string) =>
    tx
      .selectFrom('recording')
      .select(['pieces', 'steps', 'bytes', 'letters'])
      .where('journey', '=', journey)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();

  async function append(tx: Tx, userId: number, piece: Piece): Promise<Received> {
    const { journey, language, product, bytes, steps } = piece;
    const before = await lockRecording(tx, userId, journey);
    if (before && piece.piece < before.pieces) return 'stored';
    if (before ? piece.piece !== before.pieces : piece.piece !== 0) return 'notNext';
    const text = steps.map((step) => JSON.stringify(step)).join(',');
    const sum: Sum = {
      pieces: piece.piece + 1,
      steps: (before?.steps ?? 0) + steps.length,
      bytes: (before?.bytes ?? 0) + bytes,
      letters: (before?.letters ?? 0) + text.length,
    };
    if (sum.bytes > JOURNEY_LIMITS.bytes || sum.letters > JOURNEY_LIMITS.letters || sum.steps > MOST_STEPS) return 'full';
    if (!before) {
      const begun = await begin(tx, userId, piece, sum);
      if (begun !== 'stored') return begun;
    } else
      await tx
        .updateTable('recording')
        .set({ ...sum, language, product })
        .where('journey', '=', journey)
        .execute();
    await tx
      .insertInto('recording_piece')
      .values({ journey, piece: piece.piece, encrypted: await encrypt(text, `${journey} ${piece.piece}`) })
      .execute();
    return 'stored';
  }

  const macOf = (journey: string): Buffer => secret.mac('recording', journey);

  const isSent = async (userId: number, journey: string): Promise<boolean> =>
    (await store.db
      .selectFrom('recording')
      .select('journey')
      .where('journey', '=', journey)
      .where('user_id', '=', userId)
      .executeTakeFirst()) !== undefined;

  const matching = (db: Db, { from, to, release, language, deviceClass, product }: RecordingFilter) => {
    let query = db
      .selectFrom('recording')
      .where('at', '>=', startOfDate(from))
      .where('at', '<', startOfDate(addDays(to, 1)));
    if (release !== undefined) query = query.where('release', '=', release);
    if (language !== undefined) query = query.where('language', '=', language);
    if (deviceClass !== undefined) query = query.where('device_class', '=', deviceClass);
    if (product === '') query = query.where('product', 'is', null);
    else if (product !== undefined) query = query.where('product', '=', product);
    return query;
  };

  /** @param after the last recording of the page before, in the order of time and then name. */
  const page = (db: Db, filter: RecordingFilter, after: { at: Instant; journey: string } | null, rows: number) => {
    let query = matching(db, filter);
    if (after) query = query.where(sql<boolean>`(at, journey) > (${after.at}, ${after.journey})`);
    return query.orderBy('at').orderBy('journey').limit(rows);
  };

  async function stepsOf(db: Db, journeys: readonly string[]): Promise<Map<string, string[]>> {
    const pieces = await db
      .selectFrom('recording_piece')
      .selectAll()
      .where('journey', 'in', [...journeys])
      .orderBy('journey')
      .orderBy('piece')
      .execute();
    const found = new Map<string, string[]>();
    for (const { journey, piece, encrypted } of pieces) {
      const text = await open(encrypted, `${journey} ${piece}`);
      found.set(journey, [...(found.get(journey) ?? []), text]);
    }
    return found;
  }

  return {
    async agree(userId, agreed, version) {
      // Each change adds a row to the log of consents, so consents are limited. A withdrawal is never refused.
      if (agreed) await counters.refuseAbove(limits.recordingConsents, String(userId));
      await store.tx(async (tx) => {
        const now = clock.now();
        const { recordings_agreed_at: before } = await tx
          .selectFrom('app_user')
          .select('recordings_agreed_at')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if ((before !== null) !== agreed) {
          await tx
            .updateTable('app_user')
            .set({ recordings_agreed_at: agreed ? now : null })
            .where('id', '=', userId)
            .execute();
          await tx.insertInto('recording_consent').values({ user_id: userId, agreed, version, at: now }).execute();
        }
        if (!agreed) await tx.deleteFrom('recording').where('user_id', '=', userId).execute();
      });
    },

    keyOf: (journey) => macOf(journey).toString('base64url'),

    async ownerOf(journey, key) {
      const given = Buffer.from(key, 'base64url');
      const right = macOf(journey);
      if (given.byteLength !== right.byteLength || !timingSafeEqual(given, right)) return null;
      const row = await store.db.selectFrom('recording').select('user_id').where('journey', '=', journey).executeTakeFirst();
      return row?.user_id ?? null;
    },

    async receive(userId, piece) {
      if (piece.piece >= JOURNEY_LIMITS.pieces) return 'full';
      if (piece.piece === 0 && !(await isSent(userId, piece.journey))) {
        if (await isFull()) return 'noRoom';
        const { counted } = await counters.count(limits.recordingsOfAccount, String(userId));
        if (counted > limits.recordingsOfAccount.most) return 'tooMany';
      }
      return store.tx(async (tx) => ((await agreedAt(tx, userId)) === null ? 'notAgreed' : append(tx, userId, piece)));
    },

    async list(filter, after, db) {
      const last =
        after === null
          ? null
          : ((await db.selectFrom('recording').select(['at', 'journey']).where('journey', '=', after).executeTakeFirst()) ?? null);
      const found = await page(db, filter, last, RECORDINGS_PAGE + 1)
        .select(COLUMNS)
        .execute();
      const { total } = await matching(db, filter)
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      return {
        rows: found.slice(0, RECORDINGS_PAGE).map(({ device_class: deviceClass, ...row }) => ({ ...row, deviceClass })),
        total,
        more: found.length > RECORDINGS_PAGE,
      };
    },

    async *lines(filter) {
      let last: { at: Instant; journey: string } | null = null;
      for (;;) {
        const found: StoredHead[] = await page(store.db, filter, last, BATCH)
          .select([...COLUMNS, 'head_encrypted'])
          .execute();
        if (found.length === 0) return;
        const steps = await stepsOf(
          store.db,
          found.map(({ journey }) => journey),
        );
        for (const row of found) {
          const own = steps.get(row.journey);
          // Without steps the recording was deleted meanwhile, for example by a withdrawal.
          if (own) yield `${lineOf(row, await open(row.head_encrypted, row.journey), own)}\n`;
        }
        last = found[found.length - 1] ?? null;
      }
    },

    deleteOld: () => deleteOldRows(store.db, { table: 'recording', since: 'at' }, clock.now() - RECORDING_DAYS * DAY),
  };
}
