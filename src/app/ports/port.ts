/** What a port does, before the chart knows of it. `signal` is aborted when the state that asked was left. */
export type Work<Out, In> = (scope: { input: In; signal: AbortSignal }) => Promise<Out>;

/** Gives a port's work its types; it becomes an actor where it is bound. */
export const port = <Out, In>(work: Work<Out, In>): Work<Out, In> => work;
