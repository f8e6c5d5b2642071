/** Walks a path on the real chart: real actors, a simulated clock, no browser and no lender. */
import { createActor, SimulatedClock } from 'xstate';
import type { JourneyActor, JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { definitionName, nodeName } from './explore.ts';
import { happeningsIn, type Happening } from './model.ts';
import { createWorld } from './environment.ts';

/** What walks paths: on the bare machine here; against the lender and in a browser elsewhere. */
export interface Driver {
  /**
   * @param what happens, by its name: its data are those of the state that the walk has really reached. A happening
   * that the model does not know there happens with its own data.
   * @throws why it cannot be performed.
   */
  perform(what: string | Happening): Promise<void>;
  snapshot(): JourneySnapshot;
  stop(): void;
}

/** @param where known to the one who asks. */
export const cannotBePerformed = (name: string, why: string, where?: string): string =>
  `"${name}" cannot be performed${where === undefined ? '' : ` in ${where}`}: ${why}`;

const turnOfTheLoop = () => new Promise<void>((done) => setImmediate(done));

/** Milliseconds of the timer of the active states that ends in this event. */
export function delayOf(machine: JourneyMachine, snapshot: JourneySnapshot, type: string): number {
  const timer = snapshot._nodes.flatMap((node) => node.after).find((transition) => transition.eventType === type);
  const named = (timer as { delay?: number | string } | undefined)?.delay;
  const delay = typeof named === 'string' ? machine.implementations.delays[named as keyof typeof machine.implementations.delays] : named;
  if (typeof delay !== 'number') throw new Error(`no timer ends in "${type}"`);
  return delay;
}

/**
 * @param proved is told every transition definition taken and every state node entered.
 * @param listen may listen to the actor before it starts.
 */
export function createMachineDriver(
  machine: JourneyMachine,
  proved: (obligation: string) => void,
  listen: (actor: JourneyActor) => void = () => undefined,
): Driver {
  const world = createWorld(machine);
  const clock = new SimulatedClock();
  const actor = createActor(world.machine, {
    clock,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
      inspected._transitions.forEach((transition) => proved(definitionName(transition)));
      (inspected.snapshot as JourneySnapshot)._nodes.forEach((node) => proved(nodeName(node)));
    },
  });
  listen(actor);
  actor.start();

  return {
    snapshot: () => actor.getSnapshot(),
    stop: () => actor.stop(),
    async perform(what) {
      const name = typeof what === 'string' ? what : what.name;
      const known = happeningsIn(actor.getSnapshot()).find((happening) => happening.name === name);
      const { event } = known ?? (typeof what === 'string' ? { event: null } : what);
      if (!event) throw new Error('nothing of this name can happen there');
      const answer = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type);
      if (answer) {
        const call = world.running.get(answer[2] as string);
        if (!call) throw new Error('no such call is under way');
        if (answer[1] === 'done') call.answer(event.output);
        else call.fail(event.error);
        await turnOfTheLoop();
      } else if (event.type.startsWith('xstate.after.')) {
        clock.increment(delayOf(machine, actor.getSnapshot(), event.type));
      } else {
        actor.send(event as Parameters<typeof actor.send>[0]);
      }
    },
  };
}
