/** The scheduled work of the lender: due payments and texts about once a second, deletions about once a minute. */
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

/** Most rounds in a row. One round may make more work due: a payout is reported, the report is booked, the next request is sent. */
const MAX_ROUNDS = 5;

/** Most rounds in a row while more work is due than fits in one. Then retention and the other tasks run. */
const MAX_FURTHER = 20;

/** @returns whether more work is due already. */
async function settleDueWork(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<boolean> {
  let further = 0;
  for (let round = 0; round < MAX_ROUNDS;) {
    const { callbacks, sent, asked, reconciled, isMore, errors } = await lending.runDue();
    for (const error of errors) failed(error);
    const { prompts, payouts, delivered } = (await simulator?.runDue()) ?? { prompts: 0, payouts: 0, delivered: 0 };
    // At midnight the loans of a day need many rounds. Each round also serves the outbox.
    if (isMore && further++ < MAX_FURTHER) continue;
    if (isMore) return true;
    if (callbacks + sent + asked + reconciled + prompts + payouts + delivered === 0) return false;
    round++;
  }
  return false;
}

/** Sends queued requests to the rail until none is due. The simulated rail reacts immediately, which may queue more. */
async function settleQueued(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { done, errors } = await lending.runQueued();
    for (const error of errors) failed(error);
    if (done === 0) return;
    await simulator?.runDue();
  }
}

/**
 * Starts due work and deletions.
 * @param followOthers reads the clock and the settings that another process may have changed.
 * @param supportEmail address that texts name.
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
  // An outage of the rail is a warning and no error: the query is repeated, and a metric counts the outage.
  const dueFailed = (error: unknown): void =>
    error instanceof RailUnknown ? log.warn({ reason: error.message }, 'rail did not answer') : failed(error);
  const lookAtRoom = logRoom(log, store);
  return startDueWork(
    {
      async all() {
        lookAtRoom();
        // During an outage of the database one query checks for its end. Otherwise each kind of work would wait in turn.
        if (store.availability.isLost()) await store.ping();
        await followOthers();
        const isMore = await settleDueWork(lending, simulator, dueFailed);
        await security.writeLeftOut();
        await leases.run('retention', async () => {
          await answers.deleteExpired();
          await collection.deleteOverdue();
          await runRetention();
        });
        return isMore;
      },
      async queued() {
        // During an outage of the database nothing is sent. The first round after the outage sends it.
        if (!store.availability.isLost()) await settleQueued(lending, simulator, dueFailed);
      },
      async texts() {
        if (store.availability.isLost()) return false;
        const { isMore, errors } = await lending.runTexts();
        for (const error of errors) dueFailed(error);
        return isMore;
      },
    },
    dueFailed,
    pulse,
  );
}
