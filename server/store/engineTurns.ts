/**
 * The session of the embedded engine, which its callers use in turn: for one statement, or from `begin` to the end of the
 * transaction. The next caller's first statement is sent right behind the last one of the caller before, without waiting for its
 * answer. The engine runs statements in the order in which they were sent, and finds the next one there when it has answered.
 */
import type pg from 'pg';
import { DatabaseUnavailable } from './availability.ts';
import { passOnInTurns } from './inTurns.ts';
import { endsTransaction, NOTHING } from './pipeline.ts';
import type { MeasuredPool, PoolUse, StoreClient } from './poolUse.ts';
import { PostgresSession, watchClient, type ClientState, type Reports } from './postgresSession.ts';
import { createStatementNames } from './prepared.ts';

/**
 * Turns that have sent their last statement and wait for its answer. So many statements are ready for the engine while this thread
 * does other work. More would gain nothing, and all of them fail with an engine that ends.
 */
const MOST_SENT = 4;

/** A connection to the engine. All its users share the session. */
interface Connection {
  client: pg.Client;
  state: ClientState;
}

interface Turn {
  connection: Connection;
  session: PostgresSession;
}

export class EngineTurns implements MeasuredPool {
  private connection: Connection | null = null;
  private readonly nameOf = createStatementNames();
  /** Callers that wait for their turn, first come first. */
  private readonly waiting: { begin: () => void; refuse: (error: Error) => void }[] = [];
  /** A caller has the turn and may send more. */
  private isTaken = false;
  /** Turns that were passed on and whose last statement is not answered yet. */
  private sent = 0;
  private ended: Promise<void> | undefined;
  private allAnswered: (() => void) | undefined;
  /** One caller that has its last answer goes on in each turn of the event loop. */
  private readonly inTurns = passOnInTurns<() => void>((goOn) => goOn(), 1);

  /** @param create returns a client that is not connected. */
  constructor(
    private readonly create: () => pg.Client,
    private readonly reports: Reports,
  ) {}

  use(): PoolUse {
    const open = this.connection ? 1 : 0;
    return { open, idle: this.isTaken || this.sent > 0 ? 0 : open, waiting: this.waiting.length };
  }

  /** Waits for the turn. @throws DatabaseUnavailable when the engine cannot be opened. */
  async connect(): Promise<StoreClient> {
    /** null: it was passed on. */
    let turn: Turn | null = await this.take();
    const send = async <T>(run: (session: PostgresSession) => Promise<T>): Promise<T> => {
      const mine = (turn ??= await this.take());
      const answer = run(mine.session);
      const isLast = mine.session.hasSentLast();
      if (isLast) {
        turn = null;
        this.sent++;
        this.passOn();
      }
      try {
        return await answer;
      } finally {
        if (mine.session.isLost()) this.drop(mine.connection);
        if (isLast) await this.answered();
      }
    };
    return {
      // The transaction of a turn that was passed on is over, also if its commit has failed.
      query: async (sql, parameters) =>
        turn === null && endsTransaction(sql) ? NOTHING : send((session) => session.query(sql, parameters)),
      pipeline: (statements) => send((session) => session.pipeline(statements)),
      release: () => {
        if (turn === null) return;
        // The next user's commit would commit the open transaction too.
        if (turn.session.hasOpenTransaction()) this.drop(turn.connection);
        turn = null;
        this.passOn();
      },
    };
  }

  private async take(): Promise<Turn> {
    if (this.ended) throw new Error('the store is closed');
    await new Promise<void>((begin, refuse) => {
      this.waiting.push({ begin, refuse });
      this.next();
    });
    if (this.connection?.state.isLost) this.connection = null;
    const begunAt = performance.now();
    try {
      const connection = (this.connection ??= await this.open());
      const session = new PostgresSession(connection.client, connection.state, {
        reports: this.reports,
        nameOf: this.nameOf,
        silence: null,
        foundReadOnly: () => undefined,
        giveBack: () => undefined,
      });
      return { connection, session };
    } catch (error) {
      this.passOn();
      const failure = error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error, true);
      this.reports.availability.failed(failure, begunAt);
      throw failure;
    }
  }

  private async open(): Promise<Connection> {
    const client = this.create();
    const state = watchClient(client);
    await client.connect();
    return { client, state };
  }

  private passOn(): void {
    this.isTaken = false;
    this.next();
  }

  private async answered(): Promise<void> {
    this.sent--;
    this.next();
    // A caller that has the turn keeps the engine waiting, so its answers do not wait for the work of others.
    if (this.isTaken) await new Promise<void>((goOn) => this.inTurns(goOn));
  }

  private next(): void {
    if (!this.isTaken && this.sent === 0) this.allAnswered?.();
    if (this.isTaken || this.sent >= MOST_SENT) return;
    const first = this.waiting.shift();
    if (!first) return;
    this.isTaken = true;
    first.begin();
  }

  /** Cuts a connection. The next turn opens another, for which the engine ends the transaction that this one has left open. */
  private drop(connection: Connection): void {
    if (this.connection === connection) this.connection = null;
    connection.client.connection.stream.destroy();
  }

  /** Refuses callers that wait, and waits for the turns of the others. */
  end(): Promise<void> {
    return (this.ended ??= this.close());
  }

  private async close(): Promise<void> {
    for (const { refuse } of this.waiting.splice(0)) refuse(new Error('the store is closed'));
    if (this.isTaken || this.sent > 0) await new Promise<void>((resolve) => (this.allAnswered = resolve));
    const client = this.connection?.client;
    this.connection = null;
    await client?.end();
  }
}
