/** Entry of the borrower's app. */
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor, type Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { Api } from '#src/api/client.ts';
import { createBridge } from '#src/bridge/bridge.ts';
import { browserHistory } from '#src/router/entries.ts';
import { startJourneyRouter } from '#src/router/journeyRouter.ts';
import { dropPhotos, getPhoto, namePhoto } from '#src/ui/photoStore.ts';
import { hearInteractions } from './analytics/hear.ts';
import { App } from './App.tsx';
import { bindJourney } from './bind.ts';
import { keepDevice } from './keepDevice.ts';
import { createLenderClock } from './lenderClock.ts';
import { hearPhone } from './phoneEvents.ts';
import { showJourney } from './onlookers.ts';
import { openStorage } from './storage.ts';

const clock = createLenderClock();
const storage = openStorage();
const bridge = createBridge({
  host: window,
  hostOrigin: window.location.origin,
  newId,
  onPush: () => actor.send({ type: 'refresh.requested' }),
});

/** 128 random bits; `crypto.randomUUID` is younger than the oldest web view. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

let client: Promise<Api> | null = null;
function api(): Promise<Api> {
  client ??= import('./lenderApi.ts').then(({ openLenderApi }) =>
    openLenderApi({
      now: clock.now,
      token: () => actor.getSnapshot().context.session?.token ?? null,
      language: () => actor.getSnapshot().context.language,
      app: storage.app,
      storage,
      onServerTime: clock.heard,
      epoch: () => actor.getSnapshot().context.epoch,
      onSessionLost: (epoch, problem) => actor.send({ type: 'session.lost', epoch, problem }),
    }),
  );
  client.catch(() => {
    client = null;
  });
  return client;
}

const actor: Actor<JourneyMachine> = createActor(
  bindJourney({ api, bridge, storage, now: clock.now, photo: getPhoto, namePhoto, forgetPhotos: dropPhotos, journey: () => actor }),
);
void api();
showJourney(actor);
actor.start();
keepDevice(actor, storage);
hearPhone(actor, clock, storage);
hearInteractions(actor, bridge);
const router = startJourneyRouter(actor, browserHistory);
createRoot(document.getElementById('app') as HTMLElement).render(<App actor={actor} router={router} />);
