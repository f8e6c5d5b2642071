/** Binds the chart's ports to the lender, the shell and the phone. */
import { fromPromise } from 'xstate';
import { createJourney, type JourneyMachine } from '#machines/journey.machine.ts';
import type { PortActors, PortName, SessionPortName } from '#machines/ports/index.ts';
import type { LaterDeps, LaterPorts } from './ports/index.ts';
import type { Work, Works } from './ports/binding.ts';
import { sessionPorts, type SessionDeps } from './ports/session.ts';
import { importOrReload } from './importOrReload.ts';

/** Fetches the ports that are not in the entry. */
export const fetchLaterPorts = () => import('./ports/index.ts');

/**
 * The journey with all ports. Those outside of the entry are fetched when the first of them is invoked.
 * @param first the ports of the entry. The work of some begins before the chart has loaded.
 */
export function bindJourney(deps: SessionDeps & LaterDeps, first: Works<SessionPortName> = sessionPorts(deps)): JourneyMachine {
  let later: LaterPorts | null = null;
  const fetched = async (): Promise<LaterPorts> => (later ??= (await importOrReload(fetchLaterPorts())).laterPorts(deps));

  const actorOf = (name: string) =>
    fromPromise<unknown, unknown>(async (scope) => {
      const works: Partial<Works<PortName>> = name in first ? first : await fetched();
      return (works[name as PortName] as Work<unknown, unknown>)(scope);
    });
  // Each port is created when the chart looks up its name, because a table of names would enlarge the first paint. The cast is
  // sound, because `Works` has the types of the declarations.
  return createJourney(new Proxy({} as PortActors, { get: (_, name) => actorOf(String(name)) }));
}
