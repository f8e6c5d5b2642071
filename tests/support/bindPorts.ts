/** The chart with some of its ports answered by a test; every other port rejects as unbound. */
import { fromPromise, type AnyActorLogic } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { PORT_NAMES, type InputOf, type OutputOf, type PortName } from '#machines/ports/index.ts';
import { unboundPorts } from '#machines/ports/unbound.ts';

type Answers = { readonly [P in PortName]?: (input: InputOf<P>) => Promise<OutputOf<P>> };

export function bindPorts(machine: JourneyMachine, answers: Answers): JourneyMachine {
  const actorOf = (port: PortName): AnyActorLogic => {
    const answer = answers[port] as ((input: unknown) => Promise<unknown>) | undefined;
    return answer ? fromPromise<unknown, unknown>(({ input }) => answer(input)) : unboundPorts[port];
  };
  const actors = Object.fromEntries(PORT_NAMES.map((port) => [port, actorOf(port)] as const));
  return machine.provide({ actors: actors as Parameters<JourneyMachine['provide']>[0]['actors'] });
}
