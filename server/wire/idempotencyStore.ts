/**
 * A repeated request, the same byte for byte, gets the first answer. Web views send a POST again when a kept-alive connection
 * breaks, and the borrower must not have borrowed or paid twice. Stale requests are refused before. An answer with a token is
 * repeated to its sender for {@link GRANTS_KEPT}, and only if the token needs the verifier that the sender keeps (decisions 48
 * and 56).
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { compileForRows } from '#server/store/compileOnce.ts';
import { inBatches } from '#server/store/inBatches.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Place } from './admission.ts';
import type { UploadedFile } from './payload.ts';

/** ms by which the timestamp of a request may differ from the lender's clock. */
export const FRESH_WITHIN = 5 * MINUTE;
/**
 * ms for which an answer is kept, from the first request on. The timestamp may be ahead of the clock as much as behind it, so the
 * same bytes stay fresh for twice {@link FRESH_WITHIN}.
 */
export const ANSWERS_KEPT = 2 * FRESH_WITHIN;
/**
 * ms for which an answer with a token is kept, from the answer on. A web view repeats a POST within seconds after its connection
 * broke. A later repeat does not come from the phone that signed in.
 */
export const GRANTS_KEPT = 20_000;
/**
 * Seconds, by the clock of the database, for which a running request holds its claim without renewing it. If its server was
 * killed, a repeat on another server runs the work after this time; the work is idempotent.
 */
const CLAIM_LASTS = 6;
/** ms between two renewals of a running request's claim. Most requests are answered before the first renewal. */
const RENEWED_EVERY = 2_000;
/** ms until a repeat may take over a claim: a server that had lost its database for a moment has renewed the claim by then. */
const TAKE_OVER_AFTER = RENEWED_EVERY + 1_000;
const POLL_INTERVAL = 50;

/** For requests that do not pass the admission. */
const NO_PLACE: Place = { without: (wait) => wait() };

export interface Repeatable {
  userId: number | null;
  path: string;
  /** The payload as received; equal ciphertexts count as the same request. */
  ciphertext: string;
  files: readonly UploadedFile[];
  /** The sender of a call without a session. The same bytes from another sender count as another request. */
  sender?: readonly (string | null)[];
}

/**
 * An answer, and how it may be repeated. `repeat`: `always`, as long as the answer is kept; `never`; or as long as the session with
 * this hash is live, for {@link GRANTS_KEPT}.
 */
export interface StoredAnswer {
  json: string;
  repeat: 'always' | 'never' | { session: string };
}

export interface IdempotencyStore {
  /** @param run returns the answer; errors are never stored. @param place is free while an equal request is running. */
  once(request: Repeatable, run: () => Promise<StoredAnswer>, place?: Place): Promise<string>;
  /** Call it at start: deletes the unfinished claims of a killed server, if no other server can use the database. */
  clearUnfinished(): Promise<void>;
  /** Deletes answers that may no longer be repeated. @returns the number of deleted answers. */
  deleteExpired(): Promise<number>;
}

/**
 * Makes the commit of a claim return before the disk or a standby has it. A claim that is lost in a crash loses no answer: the
 * work runs again, as after a killed server. The commits of the work come later in the database's log and wait, so if one of
 * them is kept, the claim is kept too.
 */
const WITHOUT_WAITING = sql`set_config('synchronous_commit', 'off', true)`.as('synchronous_commit');

/** Whether a stored answer may be repeated: it is not expired, and the session that it grants, if any, is live. */
const isRepeatable = (now: Instant | RawBuilder<unknown>) => sql<boolean>`(
  idempotent_answer.good_until > ${now}
  and (idempotent_answer.session_hash is null
    or exists (
      select from session
      where token_hash = idempotent_answer.session_hash and ended_at is null and expires_at > ${now})))`;

const heldUntil = () => sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_LASTS})`;

interface Claim {
  fingerprint: string;
  id: string;
  takenAt: Instant;
  /** Until when the answer may be repeated. */
  goodUntil: Instant;
}

/**
 * Inserts claims, or replaces answers that may no longer be repeated. Returns a row for each request that may run, and again for the
 * claims of this statement when it is repeated. The order of the rows is the same in all processes, so that two of them do not wait
 * for each other.
 * @param mayTakeOver whether the claims of requests that have not renewed them may be taken over.
 */
const insertingClaims = (mayTakeOver: boolean) =>
  compileForRows<Claim, { claim: string | null }>((db, rows) => {
    const isLapsed = sql`idempotent_answer.finished_at is null and idempotent_answer.held_until < clock_timestamp()`;
    const claims = rows.map(
      (value) => sql`(${value('fingerprint')}::text, ${value('id')}::text, ${value('takenAt')}::bigint, ${value('goodUntil')}::bigint)`,
    );
    return db
      .insertInto('idempotent_answer')
      .columns(['fingerprint', 'claim', 'started_at', 'good_until', 'held_until'])
      .expression(
        sql`select distinct on (fingerprint) fingerprint, claim, started_at, good_until, ${heldUntil()}
          from (values ${sql.join(claims)}) as v(fingerprint, claim, started_at, good_until) order by fingerprint`,
      )
      .onConflict((conflict) =>
        conflict
          .column('fingerprint')
          .doUpdateSet((q) => ({
            started_at: q.ref('excluded.started_at'),
            finished_at: null,
            encrypted: null,
            good_until: q.ref('excluded.good_until'),
            session_hash: null,
            claim: q.ref('excluded.claim'),
            held_until: q.ref('excluded.held_until'),
          }))
          .where(
            sql<boolean>`(idempotent_answer.claim = excluded.claim
              or not ${isRepeatable(sql`excluded.started_at`)} ${mayTakeOver ? sql`or ${isLapsed}` : sql``})`,
          ),
      )
      .returning(['claim', WITHOUT_WAITING]);
  });

const insertClaims = insertingClaims(false);
const insertOrTakeOver = insertingClaims(true);

interface Finished extends Claim {
  finishedAt: Instant;
  encrypted: Buffer;
  /** Hash of the session that the answer grants. */
  session: string | null;
}

/**
 * Writes answers to the rows of their claims. An `insert`, because for a conflict the database always uses the index, while an
 * `update` of several rows would read the whole table until the database has statistics of it.
 */
const writeAnswers = compileForRows<Finished, unknown>((db, rows) => {
  const answers = rows.map(
    (value) => sql`(${value('fingerprint')}::text, ${value('id')}::text, ${value('takenAt')}::bigint, ${value('finishedAt')}::bigint,
      ${value('encrypted')}::bytea, ${value('goodUntil')}::bigint, ${value('session')}::text)`,
  );
  return db
    .insertInto('idempotent_answer')
    .columns(['fingerprint', 'claim', 'started_at', 'finished_at', 'encrypted', 'good_until', 'session_hash'])
    .expression(
      sql`select distinct on (fingerprint) fingerprint, claim, started_at, finished_at, encrypted, good_until, session_hash
        from (values ${sql.join(answers)})
          as v(fingerprint, claim, started_at, finished_at, encrypted, good_until, session_hash) order by fingerprint`,
    )
    .onConflict((conflict) =>
      conflict
        .column('fingerprint')
        .doUpdateSet((q) => ({
          finished_at: q.ref('excluded.finished_at'),
          encrypted: q.ref('excluded.encrypted'),
          good_until: q.ref('excluded.good_until'),
          session_hash: q.ref('excluded.session_hash'),
        }))
        // Writes nothing if another process has taken over the claim: that process writes the answer.
        .whereRef('idempotent_answer.claim', '=', 'excluded.claim'),
    );
});

const fingerprintOf = ({ userId, path, ciphertext, files, sender = [] }: Repeatable): string => {
  const hash = createHash('sha256').update(JSON.stringify([userId, path, ciphertext, ...sender]));
  for (const file of files) hash.update(file.field).update(createHash('sha256').update(file.bytes).digest());
  return hash.digest('hex');
};

export function createIdempotencyStore(store: Store, clock: Clock, secret: Secret): IdempotencyStore {
  const atWork = new Map<string, Promise<StoredAnswer>>();

  /** The stored answer. null: the first request is still running. undefined: there is no answer that may be repeated. */
  const stored = async (fingerprint: string): Promise<string | null | undefined> => {
    const row = await store.db
      .selectFrom('idempotent_answer')
      .select('encrypted')
      .where('fingerprint', '=', fingerprint)
      .where(isRepeatable(clock.now()))
      .executeTakeFirst();
    return row && (row.encrypted ? secret.decrypt('answer', row.encrypted, fingerprint).toString('utf8') : null);
  };

  const newClaim = (fingerprint: string): Claim => {
    const takenAt = clock.now();
    return { fingerprint, id: randomUUID(), takenAt, goodUntil: takenAt + ANSWERS_KEPT };
  };

  /** @returns a function that returns whether the claim is taken; it is not when an equal request is running. */
  const claimingWith = (insert: typeof insertClaims) =>
    inBatches(
      store.db,
      async (db, claims: readonly Claim[]) => {
        const taken = new Set((await insert(db, claims)).map(({ claim }) => claim));
        return claims.map(({ id }) => taken.has(id));
      },
      { isRepeatable: true },
    );
  const claimFree = claimingWith(insertClaims);
  /** Takes the claim of a request that has not renewed it, too. */
  const claimOrTakeOver = claimingWith(insertOrTakeOver);

  const keep = inBatches(
    store.db,
    async (db, answers: readonly Finished[]) => {
      await writeAnswers(db, answers);
      return [];
    },
    { isRepeatable: true },
  );

  /** Renews the claim regularly, until it is stopped. After a failed renewal, as without a database, the next one is tried. */
  function renew(claim: string, fingerprint: string): { stop(): void } {
    let isAsking = false;
    const timer = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      store.db
        .updateTable('idempotent_answer')
        .set({ held_until: heldUntil() })
        .where('fingerprint', '=', fingerprint)
        .where('claim', '=', claim)
        .execute()
        .catch(() => undefined)
        .finally(() => (isAsking = false));
    }, RENEWED_EVERY);
    timer.unref();
    return { stop: () => clearInterval(timer) };
  }

  async function work(fingerprint: string, run: () => Promise<StoredAnswer>, place: Place): Promise<StoredAnswer> {
    const began = performance.now();
    let claim = newClaim(fingerprint);
    let isTaken = await claimFree(claim);
    while (!isTaken) {
      // Another server on the same database runs the request, or was killed while running it.
      const answer = await stored(fingerprint);
      if (typeof answer === 'string') return { json: answer, repeat: 'always' };
      if (answer === null) await place.without(() => sleep(POLL_INTERVAL));
      claim = newClaim(fingerprint);
      isTaken = await (performance.now() - began > TAKE_OVER_AFTER ? claimOrTakeOver : claimFree)(claim);
    }
    const renewal = renew(claim.id, fingerprint);
    let isKept = false;
    try {
      const answer = await run();
      const { json, repeat } = answer;
      if (repeat === 'never') return answer;
      const encrypted = secret.encrypt('answer', Buffer.from(json), fingerprint);
      const finishedAt = clock.now();
      const grant = repeat === 'always' ? { session: null } : { session: repeat.session, goodUntil: finishedAt + GRANTS_KEPT };
      await keep({ ...claim, finishedAt, encrypted, ...grant });
      isKept = true;
      return answer;
    } finally {
      renewal.stop();
      if (!isKept)
        await store.db.deleteFrom('idempotent_answer').where('fingerprint', '=', fingerprint).where('claim', '=', claim.id).execute();
    }
  }

  return {
    async once(request, run, place = NO_PLACE) {
      const fingerprint = fingerprintOf(request);
      for (let first = atWork.get(fingerprint); first; first = atWork.get(fingerprint)) {
        const theirs = first;
        const { json, repeat } = await place.without(() => theirs);
        if (repeat !== 'never') return json;
      }
      const running = work(fingerprint, run, place).finally(() => atWork.delete(fingerprint));
      atWork.set(fingerprint, running);
      return (await running).json;
    },
    async clearUnfinished() {
      if (store.engine === 'embedded') await store.db.deleteFrom('idempotent_answer').where('finished_at', 'is', null).execute();
    },
    async deleteExpired() {
      const now = clock.now();
      // The negation of `isRepeatable`, as two conditions, for each of which there is an index. The session is a single value,
      // because for `not exists` the database may read all live sessions.
      const done = await store.db
        .deleteFrom('idempotent_answer')
        .where(
          sql<boolean>`(good_until <= ${now} or (session_hash is not null and (
            select ended_at is null and expires_at > ${now} from session
            where token_hash = idempotent_answer.session_hash) is not true))`,
        )
        .executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}
