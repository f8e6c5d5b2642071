/**
 * Connections that short reads share. A read is sent without waiting for the answers of earlier ones, and the reads of one turn
 * of the event loop are sent together. So many reads at once cost fewer system calls, and the server finds the next read already
 * there when it has answered one.
 */
import type { PostgresQueryResult } from 'kysely';
import type { StoreClient } from './poolUse.ts';
import type { PostgresSession } from './postgresSession.ts';
import { repeatWhile } from './repeat.ts';

const IS_READ = /^select\b/;

/**
 * ms without an answer to its oldest read after which a connection is slow, as when its server reads from the disk. Reads on one
 * connection are answered one after the other, so the next ones go to another connection.
 */
const SLOW_AFTER = 8;
/** Turns of the event loop without an answer. Fewer say nothing about the server: its answer may not have been looked at. */
const SLOW_TURNS = 2;

/** ms without any answer after which a connection hangs. Its reads are sent on another one too, instead of waiting for its end. */
const HANGS_AFTER = 1_000;

const onlyReads = (): Error => new Error('only reads may share a connection');

interface Sent {
  /** By `performance.now()`. */
  at: number;
  turn: number;
}

interface Shared {
  session: Promise<PostgresSession>;
  openedAt: number;
  /** When the last read was answered; before the first answer, when the connection was opened. */
  answeredAt: number;
  /** The reads that are not answered, oldest first. They are answered in this order. */
  reads: Sent[];
}

interface Read {
  sql: string;
  parameters: readonly unknown[];
  /** The connection on which it was sent last; null: it was not sent. */
  on: Shared | null;
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
export function createSharedSessions({ open, isOneFree, retiredBefore, patience }: SharedSessionsOptions): StoreClient {
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

  const isSlow = ({ reads: [oldest] }: Shared): boolean =>
    oldest !== undefined && turn - oldest.turn >= SLOW_TURNS && performance.now() - oldest.at > SLOW_AFTER;

  /** The connection for the next read. */
  function choose(): Shared {
    let least: Shared | undefined;
    for (const one of shared) {
      if (one.openedAt < retiredBefore()) shared.delete(one);
      else if (!isSlow(one)) return one;
      else if (!least || one.reads.length < least.reads.length) least = one;
    }
    if (least && !isOneFree()) return least;
    const now = performance.now();
    const opened: Shared = { session: open(), openedAt: now, answeredAt: now, reads: [] };
    shared.add(opened);
    return opened;
  }

  function leave(one: Shared, sent: Sent, session: PostgresSession | null): void {
    one.reads.splice(one.reads.indexOf(sent), 1);
    one.answeredAt = performance.now();
    const isLost = session === null || session.isReplaceable();
    if (one.reads.length > 0 && !isLost) return;
    shared.delete(one);
    session?.release();
  }

  /** Sends the read, and again when its connection is lost, because a read has no effect. */
  function send(read: Read): Promise<PostgresQueryResult<unknown>> {
    const { sql, parameters } = read;
    let session: PostgresSession | null = null;
    const once = async (): Promise<PostgresQueryResult<unknown>> => {
      countTurns();
      const one = choose();
      const sent: Sent = { at: performance.now(), turn };
      one.reads.push(sent);
      read.on = one;
      session = null;
      try {
        session = await one.session;
        return await session.queryWithOthers(sql, parameters);
      } finally {
        leave(one, sent, session);
      }
    };
    return repeatWhile(patience(), (error) => session?.mayRepeat(sql, error) ?? false, once);
  }

  async function query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    if (!IS_READ.test(sql)) throw onlyReads();
    const read: Read = { sql, parameters, on: null };
    return new Promise((resolve, reject) => {
      const watch = setInterval(() => {
        if (read.on === null || performance.now() - read.on.answeredAt < HANGS_AFTER) return;
        clearInterval(watch);
        void send({ ...read }).then(resolve, reject);
      }, HANGS_AFTER);
      void send(read)
        .finally(() => clearInterval(watch))
        .then(resolve, reject);
    });
  }

  return { query, pipeline: () => Promise.reject(onlyReads()), release: () => undefined };
}
