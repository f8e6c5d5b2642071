/** The log of bridge messages in both directions. */

export interface LogLine {
  /** The browser's own clock, ms. */
  at: number;
  from: 'app' | 'shell' | 'phone' | 'foreign';
  text: string;
  /** Payload or result as it was sent. */
  detail?: unknown;
}

/** Time of day to the second, by the browser's own clock. */
export const timeOf = (at: number): string => new Date(at).toTimeString().slice(0, 8);

const LONGEST = 200;

/** Newest first; the oldest entries are dropped. */
export const addLine = (log: readonly LogLine[], line: LogLine): readonly LogLine[] => [line, ...log].slice(0, LONGEST);

/** A token gives access to an account, so the log shows only a part of it, in a simulation too. */
export const detailOf = (line: LogLine): string =>
  line.detail === undefined || line.detail === null
    ? ''
    : JSON.stringify(line.detail, (key, value: unknown) =>
        key === 'token' && typeof value === 'string' ? `${value.slice(0, 4)}…` : value,
      );
