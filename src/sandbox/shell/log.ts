/** The log of bridge messages: what the app asked, what the shell said. */

export interface LogLine {
  /** The browser's own clock, ms. */
  at: number;
  from: 'app' | 'shell' | 'phone' | 'foreign';
  text: string;
  /** Payload or result as it travelled. */
  detail?: unknown;
}

const LONGEST = 200;

/** Newest first; the oldest fall off. */
export const addLine = (log: readonly LogLine[], line: LogLine): readonly LogLine[] => [line, ...log].slice(0, LONGEST);

/** A token opens an account, so not even the log of a simulation shows it whole. */
export const detailOf = (line: LogLine): string =>
  line.detail === undefined || line.detail === null
    ? ''
    : JSON.stringify(line.detail, (key, value: unknown) =>
        key === 'token' && typeof value === 'string' ? `${value.slice(0, 4)}…` : value,
      );
