/**
 * Connections that short reads share. A read is sent without waiting for the answers of earlier ones, and the reads of one turn
 * of the event loop are sent together. So many reads at once cost fewer system calls, and the server finds the next read already
 * there when it has answered one.
 */
import type { PostgresPoolClient } from 'kysely';
import type { PostgresSession } from './postgresSession.ts';
import { repeatWhile } from './repeat.ts';

/** The server works on as many reads at once, because it answers those of one connection one after the other. */
const MOST = 3;

const IS_READ = /^select\b/;

interface Shared {
  session: Promise<PostgresSession>;
  openedAt: number;
  /** Reads that were given to the connection and are not answered. */
  reads: number;
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

/** @returns a client for single reads. A slow read would hold up the others, and anything but a read is refused. */
export function createSharedSessions({ open, isOneFree, retiredBefore, patience }: SharedSessionsOptions): PostgresPoolClient {
  const shared = new Set<Shared>();

  function leastUsed(): Shared | undefined {
    let least: Shared | undefined;
    for (const one of shared) {
      if (one.openedAt < retiredBefore()) shared.delete(one);
      else if (!least || one.reads < least.reads) least = one;
    }
    return least;
  }

  function join(): Shared {
    const least = leastUsed();
    if (least && (least.reads === 0 || shared.size >= MOST || !isOneFree())) return least;
    const opened: Shared = { session: open(), openedAt: performance.now(), reads: 0 };
    shared.add(opened);
    return opened;
  }

  function leave(one: Shared, session: PostgresSession | null): void {
    one.reads--;
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
