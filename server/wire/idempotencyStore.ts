/**
 * A request that arrives twice, byte for byte, gets the first answer. Web views send a POST again when
 * a kept-alive connection dies under it, and the borrower must not have borrowed or paid twice.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '#server/store/secret.ts';
import type { UploadedFile } from './payload.ts';

/** Such requests need a fresh timestamp, so a repeat arrives within minutes; a day is ample. */
const KEPT_FOR = DAY;
/** How long a repeat waits for the first, real time. */
const PATIENCE = 30_000;
const POLL = 50;

export interface Repeatable {
  userId: number | null;
  path: string;
  /** The payload as received: equal ciphertexts are the same request. */
  ciphertext: string;
  files: readonly UploadedFile[];
}

export interface StoredAnswer {
  json: string;
  keep: boolean;
}

export interface IdempotencyStore {
  /** @param run returns the answer as JSON, and whether a repeat may have it; errors are never stored. */
  once(request: Repeatable, run: () => Promise<StoredAnswer>): Promise<string>;
  /** At start: deletes what a killed server left unfinished, where no other server can be at work. */
  clearUnfinished(): Promise<void>;
  /** Deletes answers that no repeat may have any more. @returns how many. */
  deleteExpired(): Promise<number>;
}

const fingerprintOf = ({ userId, path, ciphertext, files }: Repeatable): string => {
  const hash = createHash('sha256').update(JSON.stringify([userId, path, ciphertext]));
  for (const file of files) hash.update(file.field).update(createHash('sha256').update(file.bytes).digest());
  return hash.digest('hex');
};

export function createIdempotencyStore(store: Store, clock: Clock, secret: Secret): IdempotencyStore {
  const atWork = new Map<string, Promise<string>>();

  const stored = async (fingerprint: string): Promise<string | null | undefined> => {
    const row = await store.db.selectFrom('idempotent_answer').select('sealed').where('fingerprint', '=', fingerprint).executeTakeFirst();
    return row && (row.sealed ? secret.decrypt('answer', row.sealed, fingerprint).toString('utf8') : null);
  };

  /** True for the request that may run. */
  const claim = async (fingerprint: string): Promise<boolean> => {
    const row = await store.db
      .insertInto('idempotent_answer')
      .values({ fingerprint, started_at: clock.now(), finished_at: null, sealed: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('fingerprint')
      .executeTakeFirst();
    return row !== undefined;
  };

  async function work(fingerprint: string, run: () => Promise<StoredAnswer>): Promise<string> {
    // The claim is taken: another server on the same database runs it, or a server was killed while running it.
    // Waiting distinguishes the two; after that the work runs again, and it is idempotent.
    const deadline = performance.now() + PATIENCE;
    while (!(await claim(fingerprint)) && performance.now() < deadline) {
      const answer = await stored(fingerprint);
      if (typeof answer === 'string') return answer;
      if (answer === null) await sleep(POLL);
    }
    let kept = false;
    try {
      const { json, keep } = await run();
      if (keep) {
        const encrypted = secret.encrypt('answer', Buffer.from(json), fingerprint);
        await store.db
          .updateTable('idempotent_answer')
          .set({ finished_at: clock.now(), sealed: encrypted })
          .where('fingerprint', '=', fingerprint)
          .execute();
        kept = true;
      }
      return json;
    } finally {
      if (!kept) await store.db.deleteFrom('idempotent_answer').where('fingerprint', '=', fingerprint).execute();
    }
  }

  return {
    once(request, run) {
      const fingerprint = fingerprintOf(request);
      const running = atWork.get(fingerprint) ?? work(fingerprint, run).finally(() => atWork.delete(fingerprint));
      atWork.set(fingerprint, running);
      return running;
    },
    async clearUnfinished() {
      if (store.engine === 'embedded') await store.db.deleteFrom('idempotent_answer').where('finished_at', 'is', null).execute();
    },
    async deleteExpired() {
      const done = await store.db
        .deleteFrom('idempotent_answer')
        .where('started_at', '<', clock.now() - KEPT_FOR)
        .executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}
