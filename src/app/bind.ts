/** The one place that knows both sides: the chart's ports and the world they act on. */
import { fromPromise, type PromiseActorLogic } from 'xstate';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { ports } from '#machines/ports.ts';
import { devicePorts, type DeviceDeps } from './ports/device.ts';
import { homePorts } from './ports/home.ts';
import type { LaterDeps, LaterPorts } from './ports/later.ts';
import type { Work } from './ports/port.ts';
import { importOrReload } from './importOrReload.ts';

type ActorOf<W> = W extends Work<infer Out, infer In> ? PromiseActorLogic<Out, In> : never;
type Bound<P> = { [N in keyof P]: ActorOf<P[N]> };

/** Fetches the ports that home does without. */
export const fetchLaterPorts = () => import('./ports/later.ts');

/** Ports that are fetched with the first that is asked; the chart cannot tell. */
function bindLater(deps: LaterDeps, isFirst: (name: string) => boolean): Bound<LaterPorts> {
  let fetched: LaterPorts | null = null;
  const actorOf = (name: string) =>
    fromPromise<unknown, unknown>(async (scope) => {
      fetched ??= (await importOrReload(fetchLaterPorts())).laterPorts(deps);
      return (fetched[name as keyof LaterPorts] as Work<unknown, unknown>)(scope);
    });
  const names = Object.keys(ports).filter((name) => !isFirst(name));
  return Object.fromEntries(names.map((name) => [name, actorOf(name)])) as unknown as Bound<LaterPorts>;
}

export function bindJourney(deps: DeviceDeps & LaterDeps): JourneyMachine {
  const first = { ...devicePorts(deps), loadHome: fromPromise(homePorts(deps).loadHome) };
  const actors = { ...bindLater(deps, (name) => name in first), ...first } satisfies Record<keyof typeof ports, unknown>;
  return journeyMachine.provide({ actors });
}
