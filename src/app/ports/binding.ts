import type { InputOf, OutputOf, PortName } from '#machines/ports/index.ts';

/** The function behind a port. `signal` is aborted when the state that invoked the port is left. */
export type Work<Out, In> = (scope: { input: In; signal: AbortSignal }) => Promise<Out>;

/** The work of these ports, with the types of their declarations. */
export type Works<P extends PortName> = { [N in P]: Work<OutputOf<N>, InputOf<N>> };
