/** One world that is walked: a chart alone, an app on a lender, or a browser. */
export type Outcome = { is: 'done' } | { is: 'impossible'; why: string };

export const done: Outcome = { is: 'done' };
export const impossible = (why: string): Outcome => ({ is: 'impossible', why });

export interface Walker {
  /** Key of the state in which the journey is. */
  key(): string;
  /** @param name of a happening of the present snapshot, @param to where the graph says it leads. */
  perform(name: string, to: string): Promise<Outcome>;
  /** Keys passed since the last step began, the present one last: what nobody holds back happens at once. */
  passed?(): readonly string[];
  /** What does not agree now, one sentence each. */
  disagreements(): Promise<string[]>;
  stop(): Promise<void>;
}
