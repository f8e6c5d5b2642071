/** The environment of the bare machine: each port is a call that stays pending until the test answers it. */
import { fromPromise, type AnyActorLogic } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { PORT_NAMES } from '#machines/ports/index.ts';

interface Call {
  input: unknown;
  answer(output: unknown): void;
  fail(error: unknown): void;
}

export function createEnvironment(machine: JourneyMachine) {
  /** Pending calls, by the id of the invoke. A call leaves this map when it is answered or its state is left. */
  const running = new Map<string, Call>();
  const waiting = fromPromise<unknown, unknown>(
    ({ input, self, signal }) =>
      new Promise((answer, fail) => {
        const over = () => {
          if (running.get(self.id) === call) running.delete(self.id);
        };
        const ending =
          (end: (value: unknown) => void) =>
          (value: unknown): void => {
            over();
            end(value);
          };
        const call: Call = { input, answer: ending(answer), fail: ending(fail) };
        running.set(self.id, call);
        signal.addEventListener('abort', over);
      }),
  );
  const actors: Record<string, AnyActorLogic> = {};
  for (const port of PORT_NAMES) actors[port] = waiting;
  return { running, machine: machine.provide({ actors } as Parameters<JourneyMachine['provide']>[0]) };
}
