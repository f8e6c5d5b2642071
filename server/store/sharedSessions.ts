/**
 * Connections that short reads share. A read is sent without waiting for the answers of earlier ones, and the reads of one turn
 * of the event loop are sent together. So many reads at once cost fewer system calls, and the server finds the next read already
 * there when it has answered one.
 */
import type { PostgresPoolClient } from 'kysely';
import type { PostgresSession } from './postgresSession.ts';
import { repeatWhile } from './repeat.ts';

const IS_READ = /^select\b/;

/**
 * ms without an answer after which a connection is slow, as when its server reads from the disk. Reads on one connection are
 * answered one after the other, so the next ones go to another connection.
 */
const SLOW_AFTER = 3;
/** Turns of the event loop without an answer. Fewer say nothing about the server: its answer may not have been looked at. */
const SLOW_TURNS = 2;

interface Shared {
  session: Promise<PostgresSession>;
  openedAt: number;
  /** Reads that were given to the connection and are not answered. */
  reads: number;
  /** When the connection began to work on its oldest read, in ms and in turns of the event loop. */
  since: { at: number; turn: number };
}

export interface SharedSessionsOptions {
  open(): Promise<PostgresSession>;
  /** Whether another connection can be had without waiting. */
  isOneFree(): boolean;
  /** Connections that were opened before this time get no more reads; by `performance.now()`. */
  retiredBefore(): number;
  /** ms in which a read may be repeated. */
  patience(): number;
}

/** @returns a client for single reads. A slow read holds up those behind it, and anything but a read is refused. */
export function createSharedSessions({ open, isOneFree, retiredBefore, patience }: SharedSessionsOptions): PostgresPoolClient {
  const shared = new Set<Shared>();
  /** Turns of the event loop. They are counted while reads are sent, and {@link SLOW_TURNS} more. */
  let turn = 0;
  let turnsToCount = 0;

  function countTurn(): void {
    turn++;
    if (--turnsToCount > 0) setImmediate(countTurn);
  }
  function countTurns(): void {
    if (turnsToCount === 0) setImmediate(countTurn);
    turnsToCount = SLOW_TURNS;
  }

  const present = (): Shared['since'] => ({ at: performance.now(), turn });
  const isSlow = ({ since }: Shared): boolean => turn - since.turn >= SLOW_TURNS && performance.now() - since.at > SLOW_AFTER;

  function join(): Shared {
    countTurns();
    let least: Shared | undefined;
    for (const one of shared) {
      if (one.openedAt < retiredBefore()) shared.delete(one);
      else if (!isSlow(one)) return one;
      else if (!least || one.reads < least.reads) least = one;
    }
    if (least && !isOneFree()) return least;
    const opened: Shared = { session: open(), openedAt: performance.now(), reads: 0, since: present() };
    shared.add(opened);
    return opened;
  }

  function leave(one: Shared, session: PostgresSession | null): void {
    one.reads--;
    one.since = present();
    const isLost = session === null || session.isReplaceable();
    if (one.reads > 0 && !isLost) return;
    shared.delete(one);
    session?.release();
  }

  async function read(sql: string, parameters: readonly unknown[]) {
    if (!IS_READ.test(sql)) throw new Error('only reads may share a connection');
    let session: PostgresSession | null = null;
    const once = async () => {
      const one = join();
      one.reads++;
      session = null;
      try {
        session = await one.session;
        return await session.queryWithOthers(sql, parameters);
      } finally {
        leave(one, session);
      }
    };
    return repeatWhile(patience(), (error) => session?.mayRepeat(sql, error) ?? false, once);
  }

  return { query: read as PostgresPoolClient['query'], release: () => undefined };
}
