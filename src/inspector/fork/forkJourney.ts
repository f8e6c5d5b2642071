/** A running journey that starts in the middle of a recorded one: the real chart, with calls to a simulated lender. */
import { createActor, fromPromise, type Actor } from 'xstate';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { isPortName, PORT_NAMES, type PortName } from '#machines/ports/index.ts';
import { timerLength } from '#machines/setup.ts';
import { callsIn } from '../journey/eventKinds.ts';
import { createLender } from './simulatedLender.ts';
import type { Seed } from './forkSeed.ts';
import type { ForkPhone, PromptAnswer } from './phoneOfFork.ts';

/** Duration of an answer, long enough to see the busy state. ms. */
const ANSWER = 600;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The id of the invoke that an actor belongs to. */
const invokeOf = (self: { id: string }): string => self.id;

export interface Fork {
  /** Not started yet. */
  journey: Actor<JourneyMachine>;
  /** Call it right after the start. A snapshot holds no running calls and no timers: this answers the calls and runs the timers. */
  resume: () => void;
  /** Answers the prompt on the phone; without an open prompt nothing happens. */
  answerPrompt: (answer: PromptAnswer) => void;
}

/** The pause between two ticks of the clock. ms. */
const SECOND = 1_000;

/** @param phone called at the start, and at every change of the clock, the texts, the wallet or the log. */
export function forkJourney(seed: Seed, phone?: (phone: ForkPhone) => void): Fork {
  const lender = createLender(seed, phone);
  const actors = Object.fromEntries(
    PORT_NAMES.map((port) => [
      port,
      fromPromise<unknown, unknown>(async ({ input, self }) => {
        await later(ANSWER);
        return lender.answer(port, invokeOf(self), input, journey.getSnapshot().context);
      }),
    ]),
  );
  const machine = journeyMachine.provide({ actors: actors as never });
  const snapshot = machine.resolveState({ value: seed.value, context: seed.context });
  const journey: Actor<JourneyMachine> = createActor(machine, { snapshot }) as Actor<JourneyMachine>;

  const isAlive = (): boolean => journey.getSnapshot().status === 'active';
  const calls = (): string[] => callsIn(journey.getSnapshot()).map(({ id }) => id);

  async function answerCall(id: string, port: PortName): Promise<void> {
    await later(ANSWER);
    if (!isAlive() || !calls().includes(id)) return;
    try {
      const output = lender.answer(port, id, {}, journey.getSnapshot().context);
      journey.send({ type: `xstate.done.actor.${id}`, output, actorId: id } as never);
    } catch (error) {
      journey.send({ type: `xstate.error.actor.${id}`, error, actorId: id } as never);
    }
  }

  async function runOut(nodeId: string, ms: number, type: string): Promise<void> {
    await later(ms);
    if (isAlive() && journey.getSnapshot()._nodes.some(({ id }) => id === nodeId)) journey.send({ type } as never);
  }

  /** Ticks while the state has a countdown, as the app does. */
  function tick(): void {
    if (!isAlive()) return;
    const now = lender.tick();
    if (journey.getSnapshot().hasTag('ticking')) journey.send({ type: 'clock.ticked', now });
    setTimeout(tick, SECOND);
  }

  function resume(): void {
    tick();
    for (const { id, port } of callsIn(snapshot)) if (isPortName(port)) void answerCall(id, port);
    for (const { id, after } of snapshot._nodes) {
      for (const { delay, eventType } of after) {
        const ms = timerLength(delay, snapshot.context);
        if (ms !== undefined) void runOut(id, ms, eventType);
      }
    }
  }
  return { journey, resume, answerPrompt: lender.answerPrompt };
}
