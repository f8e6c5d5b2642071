/** The one place that knows both sides: the chart's ports and the world they act on. */
import { fromPromise } from 'xstate';
import { createJourney, type JourneyMachine } from '#machines/journey.machine.ts';
import type { PortActors, PortName, SessionPortName } from '#machines/ports/index.ts';
import type { LaterDeps, LaterPorts } from './ports/index.ts';
import type { Work, Works } from './ports/binding.ts';
import { sessionPorts, type SessionDeps } from './ports/session.ts';
import { importOrReload } from './importOrReload.ts';

/** Fetches the ports that the entry does without. */
export const fetchLaterPorts = () => import('./ports/index.ts');

/**
 * The ports of the entry, and those that are fetched with the first that is asked; the chart cannot tell.
 * @param first the ports of the entry, where some have begun before the chart is there.
 */
export function bindJourney(deps: SessionDeps & LaterDeps, first: Works<SessionPortName> = sessionPorts(deps)): JourneyMachine {
  let later: LaterPorts | null = null;
  const fetched = async (): Promise<LaterPorts> => (later ??= (await importOrReload(fetchLaterPorts())).laterPorts(deps));

  const actorOf = (name: string) =>
    fromPromise<unknown, unknown>(async (scope) => {
      const works: Partial<Works<PortName>> = name in first ? first : await fetched();
      return (works[name as PortName] as Work<unknown, unknown>)(scope);
    });
  // Made by name when the chart looks one up: a table of names would be part of the first paint. Each has the actor that its
  // declaration asks for, because both folders of works are typed by the declarations.
  return createJourney(new Proxy({} as PortActors, { get: (_, name) => actorOf(String(name)) }));
}
