/** Whether the database answers, judged by this process's statements. Start and end of an outage are published once each. */

/**
 * No connection to the database could be opened, or the one in use was lost. Whether the statement took effect is
 * unknown: a commit may have been lost before or after the database carried it out.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** @param hadNoEffect neither the statement nor its transaction had an effect. Before a commit is sent, this is certain. */
  constructor(
    cause: unknown,
    readonly hadNoEffect = false,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The cause of {@link DatabaseUnavailable} where the server answers and refuses writes. */
export class TakesNoWrites extends Error {
  override readonly name = 'TakesNoWrites';
  /** @param cause the refusal of a statement; without one, the server was asked. */
  constructor(cause?: unknown) {
    super('the server takes no writes: it is a standby, or was the primary', { cause });
  }
}

/**
 * The cause of {@link DatabaseUnavailable} where the primary has committed without its standby, because somebody cancelled the
 * wait. A failover may lose the commit.
 */
export class Unreplicated extends Error {
  override readonly name = 'Unreplicated';
  constructor() {
    super('the primary stopped waiting for its standby: a failover may lose the commit');
  }
}

/** Whether the database may answer the same statement on another connection. */
export const isConnectionLost = (error: unknown): boolean => error instanceof DatabaseUnavailable && !(error.cause instanceof Unreplicated);

export type AvailabilityChange =
  | { is: 'lost'; error: Error }
  /** @property after length of the outage in ms. */
  | { is: 'back'; after: number };

export interface Availability {
  /** True from the first statement that failed for lack of a database until the database answers a statement again. */
  isLost(): boolean;
  /** Length of the present outage in ms; 0: the database answers. */
  lostFor(): number;
  subscribe(listener: (change: AvailabilityChange) => void): void;
}

export interface AvailabilityReports extends Availability {
  /**
   * A statement or a connection attempt failed because there is no database.
   * @param begunAt time of its begin by `performance.now()`.
   */
  failed(error: Error, begunAt: number): void;
  /** The database answered; an error is an answer too. @param askedAt time of the query by `performance.now()`. */
  answered(askedAt: number): void;
}

export function createAvailability(): AvailabilityReports {
  const listeners = new Set<(change: AvailabilityChange) => void>();
  const publish = (change: AvailabilityChange): void => listeners.forEach((listener) => listener(change));
  let lostAt: number | null = null;
  let backAt = -Infinity;
  return {
    isLost: () => lostAt !== null,
    lostFor: () => (lostAt === null ? 0 : performance.now() - lostAt),
    subscribe: (listener) => void listeners.add(listener),
    failed(error, begunAt) {
      // What was begun in an outage may fail after its end, and proves no other one.
      if (lostAt !== null || begunAt < backAt) return;
      lostAt = performance.now();
      publish({ is: 'lost', error });
    },
    answered(askedAt) {
      // An answer to an earlier query does not prove that the database is back: connections are lost one after the other.
      if (lostAt === null || askedAt < lostAt) return;
      backAt = performance.now();
      const after = backAt - lostAt;
      lostAt = null;
      publish({ is: 'back', after });
    },
  };
}
