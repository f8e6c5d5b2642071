/** The part of the start that makes the chart, binds its ports and starts the journey. */
import { createActor, type Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { browserHistory } from '#src/router/entries.ts';
import { startJourneyRouter, type JourneyRouter } from '#src/router/journeyRouter.ts';
import { dropPhotos, getPhoto, namePhoto } from '#src/ui/photoStore.ts';
import { yieldToPage } from '#src/ui/yieldToPage.ts';
import { reportInteractions } from './analytics/reportInteractions.ts';
import { bindJourney } from './bind.ts';
import { attachDevtools } from './devtools.ts';
import { followShell } from './followShell.ts';
import { keepForBorrower } from './keepForBorrower.ts';
import { persistDevice } from './persistDevice.ts';
import type { Phone } from './phone.ts';
import { sendPhoneEvents } from './phoneEvents.ts';
import { reportErrors } from './reportErrors.ts';

export interface Journey {
  actor: Actor<JourneyMachine>;
  router: JourneyRouter;
}

export async function beginJourney({ api, bridge, clock, storage, ports, follow }: Phone): Promise<Journey> {
  const machine = bindJourney(
    {
      api,
      bridge,
      storage,
      now: clock.now,
      userAgent: navigator.userAgent,
      photo: getPhoto,
      namePhoto,
      forgetPhotos: dropPhotos,
      journey: () => actor,
    },
    ports,
  );
  await yieldToPage();
  // The call for home was sent already, so this wait costs nothing. A journey must not write to a storage that it has not read.
  await storage.ready().catch(() => undefined);
  await yieldToPage();
  const actor: Journey['actor'] = createActor(machine);
  reportErrors(actor);
  attachDevtools(actor);
  actor.start();
  persistDevice(actor, storage);
  sendPhoneEvents(actor, clock, storage);
  follow(actor, followShell(actor, bridge, storage));
  reportInteractions(actor, bridge);
  keepForBorrower(actor);
  // Runs in the same task as the start of the chart, so that a link is remembered before home is shown.
  const router = startJourneyRouter(actor, browserHistory);
  // After Back the page may have other content than before, so it starts at its top, like every page.
  history.scrollRestoration = 'manual';
  return { actor, router };
}
