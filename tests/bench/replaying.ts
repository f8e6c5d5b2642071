/** Compares the time per event of replaying a long recording with that of a short one. */
import { journeyMachine } from '#machines/journey.machine.ts';
import { replay } from '#src/recording/replay.ts';
import { recordedWalk } from '../inspector/randomRecordings.ts';
import { median, times } from './measuredTimes.ts';

const LENGTHS = [200, 2_000] as const;
const ROUNDS = 7;

export async function benchReplay(): Promise<string[]> {
  const whole = await recordedWalk(2, 3_000);
  // Warms up: otherwise the short recording would be measured before the engine has compiled the code.
  for (let round = 0; round < 2; round++) replay(whole, journeyMachine);
  /** ms for each event, by length. */
  const perEvent = LENGTHS.map((length) => {
    const recording = { ...whole, steps: whole.steps.slice(0, length) };
    if (recording.steps.length < length) throw new Error(`the journey ended after ${whole.steps.length} events`);
    const rounds = Array.from({ length: ROUNDS }, () => {
      const began = performance.now();
      replay(recording, journeyMachine);
      return (performance.now() - began) / length;
    });
    return median(rounds);
  });
  const [short = NaN, long = NaN] = perEvent;
  return [
    ...LENGTHS.map((length, i) => `replay of ${length} events: ${((perEvent[i] as number) * 1_000).toFixed(0)} µs an event`),
    `an event of the long recording takes ${times(long, short)} as long as one of the short`,
  ];
}
