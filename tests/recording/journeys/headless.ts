/**
 * The app without a page: the chart that ships, bound to the app's own ports, against a real lender. Each act and each
 * answer takes a fixed time on a simulated clock, so that the recording has the times of a person.
 */
import { createActor, SimulatedClock, waitFor, type Actor } from 'xstate';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { LOCAL } from '#machines/model/codes.ts';
import type { InputOf, OutputOf } from '#machines/ports/index.ts';
import { timerLength } from '#machines/setup.ts';
import { bindJourney } from '#src/app/bind.ts';
import type { LaterDeps } from '#src/app/ports/index.ts';
import { sessionPorts, type SessionDeps } from '#src/app/ports/session.ts';
import { persistDevice } from '#src/app/persistDevice.ts';
import { createLenderClock } from '#src/app/lenderClock.ts';
import { endLoggedOutSessions } from '#src/app/endLoggedOutSessions.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import type { Recording } from '#src/recording/format.ts';
import { recordJourney } from '#src/recording/recorder.ts';
import { openPhone } from '../../support/phoneKey.ts';
import type { TestLender } from '../../support/testLender.ts';
import { PATIENCE } from '../../support/patience.ts';

/** Durations in ms: of a person who sees a screen and presses a button, and of an answer. */
const HAND = 2_400;
const ANSWER = 350;
/** Added to the time of the next poll, so that the poll is due. */
const A_MOMENT = 1_000;

const PHOTO_CALLS = { front: 'uploadIdFront', back: 'uploadIdBack', face: 'saveFaceImage' } as const;

/** The data that the phone stores between two openings of the app. */
export interface PhoneMemory {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  photos: Map<string, Blob>;
}

export function newMemory(): PhoneMemory {
  const kept = new Map<string, string>();
  return {
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    photos: new Map(),
  };
}

export interface App {
  send: (event: JourneyEvent) => Promise<void>;
  /** Advances the phone's clock, so that due polls are sent. */
  wait: () => Promise<void>;
  /** Whether the next requests fail for want of a network. */
  cutOff: (isCut: boolean) => void;
  snapshot: () => JourneySnapshot;
  /** Expects this state of the journey, `{ places: … }`. @throws Error with the actual state. */
  at: (value: Parameters<JourneySnapshot['matches']>[0]) => void;
  /** The numbers of the orders that the phone has received, the oldest first. The recording hides them. */
  orderNos: () => string[];
  close: (title: string) => Recording;
}

const noShell: Bridge = {
  isPresent: () => false,
  ask: () => Promise.reject({ code: LOCAL.shellMissing, message: '' }),
  notify: () => undefined,
  close: () => undefined,
};

/** Opens the app and waits until it is in a state without a running call. */
export async function openApp(lender: TestLender, memory: PhoneMemory = newMemory()): Promise<App> {
  const clock = createLenderClock();
  const timers = new SimulatedClock();
  const storage = openPhone(memory.storage);
  let isCut = false;
  const client = lender.phone({
    session: () => actor.getSnapshot().context.session?.token ?? null,
    language: () => actor.getSnapshot().context.language,
    now: clock.now,
    device: storage.deviceId,
    onServerTime: clock.synchronize,
    fetch: (...request) => (isCut ? Promise.reject(new TypeError('Failed to fetch')) : fetch(...request)),
  });
  const photo = (handle: string) => memory.photos.get(handle);
  const deps: SessionDeps & LaterDeps = {
    api: () => Promise.resolve(endLoggedOutSessions(client, storage)),
    bridge: noShell,
    storage,
    now: clock.now,
    userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/80.0.3987.162 Mobile Safari/537.36',
    photo,
    forgetPhotos: () => memory.photos.clear(),
    journey: () => actor,
  };
  const machine = bindJourney(deps, {
    ...sessionPorts(deps),
    // Node has no canvas, on which a browser reduces the size of photos.
    ...{
      async uploadPhoto({ input }: { input: InputOf<'uploadPhoto'> }): Promise<OutputOf<'uploadPhoto'>> {
        const file = photo(input.handle);
        if (!file) throw { code: LOCAL.photoUnreadable, message: '' };
        const { orderNo, turn } = input;
        const answer = await client.call(PHOTO_CALLS[input.side], { orderNo, ...(turn && { turn }) }, { files: { file } });
        return { turn: answer.turn ?? null };
      },
    },
  });
  const actor: Actor<JourneyMachine> = createActor(machine, { clock: timers });
  let at = 0;
  const begun = (await lender.sandbox.state()).now;
  const recorder = recordJourney(actor, {
    privacy: formPrivacy(new Date(begun).toISOString().slice(0, 10)),
    appVersion: APP_VERSION,
    market: MARKET_NAME,
    now: () => begun + at,
  });
  // Adds the duration of an answer to the clock. The functions that send an act add that of the act.
  actor.system.inspect((inspected) => {
    if (inspected.type === '@xstate.event' && inspected.actorRef === actor && inspected.event.type.startsWith('xstate.')) at += ANSWER;
  });
  const orderNos = new Set<string>();
  actor.start();
  actor.subscribe(({ context: { order } }) => void (order && orderNos.add(order.orderNo)));
  persistDevice(actor, storage);

  const settle = async (): Promise<void> => {
    // An answer may start the next call.
    for (let quiet = 0; quiet < 3; quiet++) {
      await new Promise<void>((done) => setImmediate(done));
      if (actor.getSnapshot().hasTag('busy')) {
        await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: PATIENCE });
        quiet = -1;
      }
    }
  };
  await settle();

  return {
    send: async (event) => {
      at += HAND;
      actor.send(event);
      await settle();
    },
    wait: async () => {
      const pause = (timerLength('POLL', actor.getSnapshot().context) ?? 0) + A_MOMENT;
      at += pause;
      timers.increment(pause);
      await settle();
    },
    cutOff: (cut) => {
      isCut = cut;
      at += HAND;
      actor.send({ type: 'network.changed', online: !cut });
    },
    snapshot: () => actor.getSnapshot(),
    orderNos: () => [...orderNos],
    at: (value) => {
      const snapshot = actor.getSnapshot();
      if (!snapshot.matches(value))
        throw new Error(
          `stands at ${JSON.stringify(snapshot.value)}, not at ${JSON.stringify(value)}; problem ${JSON.stringify(snapshot.context.problem)}`,
        );
    },
    close: (title) => {
      const recording = recorder.recording();
      actor.stop();
      if (!recording) throw new Error(`nothing was recorded of "${title}"`);
      return { ...recording, title };
    },
  };
}
