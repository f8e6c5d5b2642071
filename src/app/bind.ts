/** The one place that knows both sides: the chart's ports and the world they act on. */
import { fromPromise } from 'xstate';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import type { PortActors, PortName } from '#machines/ports/index.ts';
import type { LaterDeps, LaterPorts } from './ports/index.ts';
import type { Work, Works } from './ports/binding.ts';
import { sessionPorts, type SessionDeps } from './ports/session.ts';
import { importOrReload } from './importOrReload.ts';

type Node = JourneyMachine['root'];

/** The ports that the chart calls: read from its states, for a table of names would be part of the first paint. */
const portsOf = (node: Node): string[] => [
  ...node.invoke.flatMap(({ src }) => (typeof src === 'string' ? [src] : [])),
  ...Object.values(node.states).flatMap((child) => portsOf(child as Node)),
];

/** Fetches the ports that the entry does without. */
export const fetchLaterPorts = () => import('./ports/index.ts');

/** The ports of the entry, and those that are fetched with the first that is asked; the chart cannot tell. */
export function bindJourney(deps: SessionDeps & LaterDeps): JourneyMachine {
  const first = sessionPorts(deps);
  let later: LaterPorts | null = null;
  const fetched = async (): Promise<LaterPorts> => (later ??= (await importOrReload(fetchLaterPorts())).laterPorts(deps));

  const actorOf = (name: string) =>
    fromPromise<unknown, unknown>(async (scope) => {
      const works: Partial<Works<PortName>> = name in first ? first : await fetched();
      return (works[name as PortName] as Work<unknown, unknown>)(scope);
    });
  // Each name has the actor that its declaration asks for: both folders of works are typed by the declarations.
  const actors = Object.fromEntries(portsOf(journeyMachine.root).map((name) => [name, actorOf(name)])) as unknown as PortActors;
  return journeyMachine.provide({ actors });
}
