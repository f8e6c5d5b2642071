/** Stores an intent together with the job of the outbox that sends it to the rail. */
import type { InsertObject, QueryCreator } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Schema } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';

export type NewIntent = InsertObject<Schema, 'rail_intent'> & { id: string; next_at: Instant };

/** Adds both inserts to the statement that the caller builds on the result. @param traceId id of the request that queues it. */
export const withIntent = (tx: QueryCreator<Schema>, intent: NewIntent, traceId: string | null) =>
  tx
    .with('intent', (q) => q.insertInto('rail_intent').values(intent).returning('msisdn'))
    .with('queued', (q) =>
      q.insertInto('outbox').values({ topic: 'rail.send', ref: intent.id, next_at: intent.next_at, done_at: null, trace_id: traceId }),
    );

/** Stores both in one statement. @param traceId see {@link withIntent}. @returns the phone number that gets the prompt or the money. */
export async function queueIntent(tx: Tx, intent: NewIntent, traceId: string | null): Promise<Msisdn> {
  const { msisdn } = await withIntent(tx, intent, traceId).selectFrom('intent').select('msisdn').executeTakeFirstOrThrow();
  return msisdn;
}
