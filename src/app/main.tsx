/** Entry of the borrower's app. */
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor, type Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { Api } from '#src/api/client.ts';
import { createBridge } from '#src/bridge/bridge.ts';
import { SETTINGS, type Settings } from '#src/market/settings.ts';
import { browserHistory } from '#src/router/entries.ts';
import { startJourneyRouter } from '#src/router/journeyRouter.ts';
import { dropPhotos, getPhoto, namePhoto } from '#src/ui/photoStore.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import { reportInteractions } from './analytics/reportInteractions.ts';
import { App } from './App.tsx';
import { bindJourney } from './bind.ts';
import { followShell } from './followShell.ts';
import { reportErrors } from './reportErrors.ts';
import { persistDevice } from './persistDevice.ts';
import { createLenderClock } from './lenderClock.ts';
import { sendPhoneEvents } from './phoneEvents.ts';
import { attachDevtools } from './devtools.ts';
import { openStorage } from './storage.ts';

/** @param settings of the page. */
function start(settings: Settings): void {
  const clock = createLenderClock();
  const storage = openStorage();
  const bridge = createBridge({
    host: window,
    hostOrigin: window.location.origin,
    newId: newRequestId,
    onPush: () => actor.send({ type: 'refresh.requested' }),
    onLogin: (said) => followLogin(said),
  });

  let client: Promise<Api> | null = null;
  function api(): Promise<Api> {
    client ??= import('./lenderApi.ts').then(({ openLenderApi }) =>
      openLenderApi({
        settings,
        now: clock.now,
        token: () => actor.getSnapshot().context.session?.token ?? null,
        language: () => actor.getSnapshot().context.language,
        app: storage.app,
        device: storage.deviceId,
        storage,
        onServerTime: clock.synchronize,
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
    bindJourney({
      api,
      bridge,
      storage,
      now: clock.now,
      userAgent: navigator.userAgent,
      photo: getPhoto,
      namePhoto,
      forgetPhotos: dropPhotos,
      journey: () => actor,
    }),
  );
  reportErrors(actor);
  void api();
  attachDevtools(actor);
  actor.start();
  persistDevice(actor, storage);
  sendPhoneEvents(actor, clock, storage);
  const followLogin = followShell(actor, bridge, storage);
  reportInteractions(actor, bridge);
  const router = startJourneyRouter(actor, browserHistory);
  // On the way back the page may show other things than before: it begins at its top, like every page.
  history.scrollRestoration = 'manual';
  createRoot(document.getElementById('app') as HTMLElement).render(<App actor={actor} router={router} />);
}

if (SETTINGS) start(SETTINGS);
// Nothing can be called, so the page says what is wrong instead of starting.
else void import('./settingsMessage.ts');
