/** Drives a path on the bare machine: real actors, a simulated clock, no browser and no lender. */
import { createActor, SimulatedClock } from 'xstate';
import type { JourneyActor, JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { timerLength } from '#machines/setup.ts';
import { definitionName, nodeName } from './explore.ts';
import { enabledSteps } from './model.ts';
import type { Step } from './steps.ts';
import { createEnvironment } from './environment.ts';

/** Performs steps on the bare machine. */
export interface MachineDriver {
  /**
   * @param what the step, or its name. A step that the model enables is performed with the data of the present state, any other
   * step with its own data.
   * @throws why it cannot be performed.
   */
  perform(what: string | Step): Promise<void>;
  snapshot(): JourneySnapshot;
  stop(): void;
}

/** @param where the state; absent: the message names none. */
export const cannotBePerformed = (name: string, why: string, where?: string): string =>
  `"${name}" cannot be performed${where === undefined ? '' : ` in ${where}`}: ${why}`;

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Milliseconds of the timer that sends this event in the active states. */
export function delayOf(snapshot: JourneySnapshot, type: string): number {
  const timer = snapshot._nodes.flatMap((node) => node.after).find((transition) => transition.eventType === type);
  const named = (timer as { delay?: number | string } | undefined)?.delay;
  const delay = timerLength(named, snapshot.context);
  if (delay === undefined) throw new Error(`no timer ends in "${type}"`);
  return delay;
}

/**
 * @param covered is called with every transition definition taken and every state node entered.
 * @param listen may subscribe to the actor before it starts.
 */
export function createMachineDriver(
  machine: JourneyMachine,
  covered: (obligation: string) => void,
  listen: (actor: JourneyActor) => void = () => undefined,
): MachineDriver {
  const environment = createEnvironment(machine);
  const clock = new SimulatedClock();
  const actor = createActor(environment.machine, {
    clock,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
      inspected._transitions.forEach((transition) => covered(definitionName(transition)));
      (inspected.snapshot as JourneySnapshot)._nodes.forEach((node) => covered(nodeName(node)));
    },
  });
  listen(actor);
  actor.start();

  return {
    snapshot: () => actor.getSnapshot(),
    stop: () => actor.stop(),
    async perform(what) {
      const name = typeof what === 'string' ? what : what.name;
      const known = enabledSteps(actor.getSnapshot()).find((step) => step.name === name);
      const { event } = known ?? (typeof what === 'string' ? { event: null } : what);
      if (!event) throw new Error('no step of this name is enabled');
      const answer = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type);
      if (answer) {
        const call = environment.running.get(answer[2] as string);
        if (!call) throw new Error('no such call is under way');
        if (answer[1] === 'done') call.answer(event.output);
        else call.fail(event.error);
        await nextTurn();
      } else if (event.type.startsWith('xstate.after.')) {
        clock.increment(delayOf(actor.getSnapshot(), event.type));
      } else {
        actor.send(event as Parameters<typeof actor.send>[0]);
      }
    },
  };
}
