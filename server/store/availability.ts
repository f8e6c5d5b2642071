/** Whether the database answers, by the results of this process's statements. An outage is published once, and its end once. */

/**
 * No connection to the database could be opened, or the one in use was lost. Whether the statement took effect is
 * unknown: a commit may have been lost before or after the database carried it out.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** @param hadNoEffect neither the statement nor its transaction had an effect, which is certain before a commit is sent. */
  constructor(
    cause: unknown,
    readonly hadNoEffect = false,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export type AvailabilityChange =
  | { is: 'lost'; error: Error }
  /** @property after ms without the database. */
  | { is: 'back'; after: number };

export interface Availability {
  /** True from the first statement that found no database until the first one that was answered again. */
  isLost(): boolean;
  /** ms for which it has been lost; 0 when it is not. */
  lostFor(): number;
  subscribe(listener: (change: AvailabilityChange) => void): void;
}

export interface AvailabilityReports extends Availability {
  /** A statement or a connection attempt failed because there is no database. */
  failed(error: Error): void;
  /** The database answered, if only with an error. @param askedAt time of the query by `performance.now()`. */
  answered(askedAt: number): void;
}

export function createAvailability(): AvailabilityReports {
  const listeners = new Set<(change: AvailabilityChange) => void>();
  const publish = (change: AvailabilityChange): void => listeners.forEach((listener) => listener(change));
  let lostAt: number | null = null;
  return {
    isLost: () => lostAt !== null,
    lostFor: () => (lostAt === null ? 0 : performance.now() - lostAt),
    subscribe: (listener) => void listeners.add(listener),
    failed(error) {
      if (lostAt !== null) return;
      lostAt = performance.now();
      publish({ is: 'lost', error });
    },
    answered(askedAt) {
      // An answer to an earlier query does not prove that the database is back: connections are lost one after the other.
      if (lostAt === null || askedAt < lostAt) return;
      const after = performance.now() - lostAt;
      lostAt = null;
      publish({ is: 'back', after });
    },
  };
}
