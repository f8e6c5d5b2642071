/** Journeys on the real chart whose steps are chosen at random by a seed, with a recorder. Any possible step may be chosen. */
import { createActor, SimulatedClock, type Actor } from 'xstate';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { recordJourney, type Recorder } from '#src/recording/recorder.ts';
import type { Recording } from '#src/recording/format.ts';
import { seededRandom } from '#tests/support/seededRandom.ts';
import { enabledSteps } from '../paths/model.ts';
import { createEnvironment } from '../paths/environment.ts';

export const TODAY = '2026-03-05';
const STARTED_AT = Date.UTC(2026, 2, 5, 9);

export interface RandomJourney {
  recording: Recording;
  actor: Actor<JourneyMachine>;
}

export const options = (now: () => number = () => STARTED_AT) => ({
  privacy: formPrivacy(TODAY),
  appVersion: '1.0.0',
  market: 'kenya',
  now,
});

export const recorded = (recorder: Recorder): Recording => {
  const recording = recorder.recording();
  if (!recording) throw new Error('the journey never came to rest');
  return recording;
};

export interface Running {
  actor: Actor<JourneyMachine>;
  environment: ReturnType<typeof createEnvironment>;
  clock: SimulatedClock;
}

/** The real chart before its start, with calls that wait for a test's answers. */
export function running(): Running {
  const environment = createEnvironment(journeyMachine);
  const clock = new SimulatedClock();
  return { environment, clock, actor: createActor(environment.machine, { clock }) };
}

/** Weights of the steps, so that random journeys leave the first screens. */
function weight(name: string): number {
  if (name.startsWith('xstate.route') || name.startsWith('session.lost') || name.includes(' failed')) return 1;
  if (/notLoggedIn|tokenExpired|loggedInElsewhere|tokenInvalid|logout/.test(name)) return 0.2;
  return 12;
}

/** @param steps number of events from outside. The events that follow from them are recorded too. */
export async function randomJourney(seed: number, steps: number): Promise<RandomJourney> {
  const { actor, environment } = running();
  let at = STARTED_AT;
  const recorder = recordJourney(
    actor,
    options(() => (at += 250)),
  );
  actor.start();
  const roll = seededRandom(seed);
  for (let i = 0; i < steps; i++) {
    const may = enabledSteps(actor.getSnapshot());
    let rest = roll() * may.reduce((sum, { name }) => sum + weight(name), 0);
    const event = (may.find(({ name }) => (rest -= weight(name)) <= 0) ?? may[0])?.event;
    if (!event) break;
    const answer = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type);
    const call = answer && environment.running.get(answer[2] as string);
    if (call) {
      if (answer[1] === 'done') call.answer(event['output']);
      else call.fail(event['error']);
      await new Promise<void>((done) => setImmediate(done));
    } else if (!answer) actor.send(event as Parameters<typeof actor.send>[0]);
  }
  return { recording: recorded(recorder), actor };
}
