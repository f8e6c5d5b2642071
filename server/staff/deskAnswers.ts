/**
 * Stored answers of acts by request id: a repeated act gets the first answer and changes nothing. An answer is written in the
 * transaction of its act, so that neither exists without the other.
 */
import { createHash } from 'node:crypto';
import { DAY } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { DeskCall } from '#src/api/desk.ts';
import { DeskRefused } from './deskRefused.ts';

/** An act that a member of staff sends. */
export interface SentAct {
  staffId: string;
  requestId: string;
  call: DeskCall;
  /** The input after the checks of `DESK_INPUTS`. */
  input: unknown;
}

/** Another request with this id was committed first, so the transaction of this one is rolled back. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
}

export interface DeskAnswers {
  /** @returns the answer to the first request with this id, or null. @throws DeskRefused badInput: the id is of another act. */
  find(act: SentAct): Promise<{ output: unknown } | null>;
  /** @throws AnsweredMeanwhile */
  keep(tx: Tx, act: SentAct, output: unknown): Promise<void>;
  /** Deletes answers that no page requests again. @returns the number of deleted answers. */
  deleteExpired(): Promise<number>;
}

/** Time for which an answer is kept: a page repeats an act only within its session. */
const KEPT = DAY;

const fingerprintOf = ({ call, input }: SentAct): string =>
  createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest('hex');

export function createDeskAnswers(store: Store, clock: Clock): DeskAnswers {
  return {
    async find(act) {
      const row = await store.db
        .selectFrom('desk_answer')
        .select(['fingerprint', 'sealed'])
        .where('staff_id', '=', act.staffId)
        .where('request_id', '=', act.requestId)
        .executeTakeFirst();
      if (!row) return null;
      if (row.fingerprint !== fingerprintOf(act))
        throw new DeskRefused('badInput', 'This request id belongs to another act: send a new one with every act.');
      return decryptValue<{ output: unknown }>(store.db, 'desk_answer.sealed', [act.staffId, act.requestId], row.sealed);
    },
    async keep(tx, act, output) {
      const kept = await tx
        .insertInto('desk_answer')
        .values({
          staff_id: act.staffId,
          request_id: act.requestId,
          fingerprint: fingerprintOf(act),
          sealed: encryptValue(tx, 'desk_answer.sealed', [act.staffId, act.requestId], { output }),
          at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['staff_id', 'request_id']).doNothing())
        .executeTakeFirst();
      if (Number(kept.numInsertedOrUpdatedRows ?? 0n) === 0) throw new AnsweredMeanwhile();
    },
    deleteExpired: () => deleteOldRows(store.db, { table: 'desk_answer', since: 'at' }, clock.now() - KEPT),
  };
}
