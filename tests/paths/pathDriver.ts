/** Drives one environment of a path: the bare machine, the app with a lender, or the app in a browser. */
export type Outcome = { is: 'done' } | { is: 'impossible'; why: string };

export const done: Outcome = { is: 'done' };
export const impossible = (why: string): Outcome => ({ is: 'impossible', why });

/** The environment ended unexpectedly, such as a browser that crashed. */
export class EnvironmentGone extends Error {}

export interface PathDriver {
  /** Key of the present state. */
  key(): string;
  /** @param name of a step that is enabled now, @param to the state to which it leads in the graph. @throws EnvironmentGone */
  perform(name: string, to: string): Promise<Outcome>;
  /** Keys of the states since the last step began, the present one last: a call may end at once and lead to a further state. */
  passed?(): readonly string[];
  /** Differences between environment and chart, one sentence each. */
  disagreements(): Promise<string[]>;
  stop(): Promise<void>;
}
