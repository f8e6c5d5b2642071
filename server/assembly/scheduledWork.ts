/** What the lender does by itself: due payments and texts about once a second, deletions about once a minute. */
import type { FastifyBaseLogger } from 'fastify';
import { deleteOldRecords } from '#server/apply/bureau/bureauRecords.ts';
import { deleteEndedClaims } from '#server/desk/claims.ts';
import { escalateLate } from '#server/desk/escalation.ts';
import type { Lending } from '#server/lending/facade.ts';
import { RailUnknown } from '#server/rail/darajaClient.ts';
import type { Simulator } from '#server/simulation/rail/simulator.ts';
import { logFailures, logRoom } from '#server/wire/logging.ts';
import { startDueWork, type DueWork } from './dueWork.ts';
import { createRetentionSchedule } from './retentionSchedule.ts';
import type { Services } from './services.ts';

/** Rounds until nothing is due: a payout is reported, the report is booked, and what it unblocks is sent. */
const MAX_ROUNDS = 5;

/** Further rounds while more is due than one takes: then retention and the others have their turn. */
const MAX_FURTHER = 20;

/** @returns whether more is due at once. */
async function settleDueWork(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<boolean> {
  let further = 0;
  for (let round = 0; round < MAX_ROUNDS;) {
    const { callbacks, sent, asked, reconciled, isMore, errors } = await lending.runDue();
    for (const error of errors) failed(error);
    const { prompts, payouts, delivered } = (await simulator?.runDue()) ?? { prompts: 0, payouts: 0, delivered: 0 };
    // The turn of a day is many rounds; between them the outbox was served.
    if (isMore && further++ < MAX_FURTHER) continue;
    if (isMore) return true;
    if (callbacks + sent + asked + reconciled + prompts + payouts + delivered === 0) return false;
    round++;
  }
  return false;
}

/** Asks the rail for what was queued, until nothing of it is due: what the simulated rail does at once may queue more. */
async function settleQueued(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { done, errors } = await lending.runQueued();
    for (const error of errors) failed(error);
    if (done === 0) return;
    await simulator?.runDue();
  }
}

/**
 * Starts both.
 * @param followOthers reads what another process may have changed.
 * @param supportEmail as texts name it.
 * @param pulse ms between two rounds; a second by default.
 */
export function scheduleWork(
  services: Services,
  log: FastifyBaseLogger,
  { followOthers, supportEmail, pulse }: { followOthers: () => Promise<void>; supportEmail: string; pulse?: number | undefined },
): DueWork {
  const { store, clock, lending, simulator, security, leases, answers, collection } = services;
  const { codes, texts, counters, sessions, feedback, accounts, staff, recordings } = services;
  const runRetention = createRetentionSchedule(
    clock,
    [
      codes.deleteExpired,
      texts.deleteOld,
      () => deleteOldRecords(store, clock.now()),
      counters.deleteExpired,
      sessions.deleteExpired,
      sessions.deleteUnusedDevices,
      collection.deleteNonBorrowers,
      feedback.deleteUnattached,
      feedback.deleteAnswered,
      accounts.deleteExpiredBooks,
      accounts.deleteExpiredHolds,
      recordings.deleteOld,
      ...staff.deleteExpired,
      () => deleteEndedClaims(store.db, clock.now()),
      () => escalateLate(store, clock, supportEmail),
    ],
    logFailures(log, 'retention'),
  );
  const failed = logFailures(log, 'due work');
  // A rail that does not answer is no fault of ours: it is asked again, and its metric counts it.
  const dueFailed = (error: unknown): void =>
    error instanceof RailUnknown ? log.warn({ reason: error.message }, 'rail did not answer') : failed(error);
  const lookAtRoom = logRoom(log, store);
  return startDueWork(
    {
      async all() {
        lookAtRoom();
        // While the database is lost, one query checks it; otherwise each kind of work would wait for it in turn.
        if (store.availability.isLost()) await store.ping();
        await followOthers();
        const isMore = await settleDueWork(lending, simulator, dueFailed);
        await security.writeLeftOut();
        await leases.run('retention', async () => {
          await answers.deleteExpired();
          await collection.deleteAnswered();
          await runRetention();
        });
        return isMore;
      },
      async queued() {
        // It is sent with the first round that finds the database again.
        if (!store.availability.isLost()) await settleQueued(lending, simulator, dueFailed);
      },
    },
    dueFailed,
    pulse,
  );
}
