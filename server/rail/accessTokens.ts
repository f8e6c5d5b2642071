/**
 * The access token of the rail. A new token ends the previous one (Daraja 3.0, Authorization, FAQ 3), so all processes on one
 * database share a token. It is stored encrypted, and one process at a time renews it.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Store } from '#server/store/store.ts';

export interface FreshToken {
  value: string;
  /** Until when the token is used again. For a token without a stated life this is the moment of its arrival. */
  until: Instant;
}

/** Requests a new token from the rail. Rejects when there is none. */
export type RequestToken = () => Promise<FreshToken>;

export interface AccessTokens {
  /** The token of this consumer key, requested when there is none. */
  present(consumerKey: string, request: RequestToken): Promise<string>;
  /** A token other than `refused`: the one that another caller has renewed meanwhile, or a new one. */
  renew(consumerKey: string, refused: string, request: RequestToken): Promise<string>;
}

/** Keeps the token of a client without a database. */
export function createOwnTokens(clock: Clock): AccessTokens {
  let kept: (FreshToken & { consumerKey: string }) | null = null;
  let running: Promise<string> | null = null;
  /** Callers share a running request, because a second one would end the token of the first. */
  const ask = (consumerKey: string, request: RequestToken): Promise<string> => {
    running ??= request()
      .then((fresh) => {
        kept = { ...fresh, consumerKey };
        return fresh.value;
      })
      .finally(() => (running = null));
    return running;
  };
  const usable = (consumerKey: string): string | null =>
    kept !== null && kept.consumerKey === consumerKey && clock.now() < kept.until ? kept.value : null;
  return {
    present: async (consumerKey, request) => usable(consumerKey) ?? ask(consumerKey, request),
    renew: async (consumerKey, refused, request) => {
      const other = usable(consumerKey);
      return other !== null && other !== refused ? other : ask(consumerKey, request);
    },
  };
}

/** ms for which a process has the task of renewing; longer than a call to the rail may take. */
const LEASE = 35_000;
/** ms between two reads of a token that another process renews. */
const LOOK_AGAIN = 100;
/** Reads after which the lease of a killed process is taken over, even if the clock stands still. */
const MOST_LOOKS = LEASE / LOOK_AGAIN;

export function createSharedTokens({ db }: Store, clock: Clock): AccessTokens {
  const renewing = new Map<string, Promise<string>>();
  /** The tokens that this process has read. If another process ends one before its time, the rail refuses it, and `renew` reads again. */
  const known = new Map<string, FreshToken>();
  const nameOf = (consumerKey: string): string => createHash('sha256').update(consumerKey).digest('hex');

  async function find(name: string): Promise<string | null> {
    const row = await db.selectFrom('rail_token').select(['sealed', 'valid_until']).where('name', '=', name).executeTakeFirst();
    if (!row || row.sealed === null || row.valid_until <= clock.now()) return null;
    const value = decryptValue<string>(db, 'rail_token.sealed', [name], row.sealed);
    known.set(name, { value, until: row.valid_until });
    return value;
  }

  const findKnown = (name: string): string | null => {
    const token = known.get(name);
    return token && clock.now() < token.until ? token.value : null;
  };

  async function takeLease(name: string, isOverdue: boolean): Promise<boolean> {
    const now = clock.now();
    await db
      .insertInto('rail_token')
      .values({ name, sealed: null })
      .onConflict((c) => c.doNothing())
      .execute();
    let lease = db
      .updateTable('rail_token')
      .set({ renewing_until: now + LEASE })
      .where('name', '=', name);
    if (!isOverdue) lease = lease.where('renewing_until', '<=', now);
    return (await lease.returning('name').executeTakeFirst()) !== undefined;
  }

  const endLease = (name: string, kept: { sealed?: Buffer; valid_until?: Instant } = {}): Promise<unknown> =>
    db
      .updateTable('rail_token')
      .set({ ...kept, renewing_until: 0 })
      .where('name', '=', name)
      .execute();

  async function renewShared(name: string, refused: string | null, request: RequestToken): Promise<string> {
    for (let looks = 0; ; looks++) {
      const other = await find(name);
      if (other !== null && other !== refused) return other;
      if (await takeLease(name, looks >= MOST_LOOKS)) break;
      await pause(LOOK_AGAIN);
    }
    // Another process may have renewed the token between the read and the lease.
    const other = await find(name);
    if (other !== null && other !== refused) {
      await endLease(name);
      return other;
    }
    try {
      const { value, until } = await request();
      await endLease(name, { sealed: encryptValue(db, 'rail_token.sealed', [name], value), valid_until: until });
      known.set(name, { value, until });
      return value;
    } catch (error) {
      await endLease(name);
      throw error;
    }
  }

  /** All callers of this process wait for the same renewal. */
  function renew(consumerKey: string, refused: string | null, request: RequestToken): Promise<string> {
    const name = nameOf(consumerKey);
    const running = renewing.get(name);
    if (running) return running;
    const started = renewShared(name, refused, request).finally(() => renewing.delete(name));
    renewing.set(name, started);
    return started;
  }

  return {
    async present(consumerKey, request) {
      const name = nameOf(consumerKey);
      return findKnown(name) ?? (await find(name)) ?? renew(consumerKey, null, request);
    },
    renew,
  };
}
