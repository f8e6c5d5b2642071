/** Publishes every journey of the sandbox's phone to an inspector in another tab. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { publishJourney, socketIn } from '#src/recording/publish.ts';
import { subscribeToJourneys } from './journeys.ts';

/** `/sandbox?inspect=ws://127.0.0.1:8090` publishes to another inspector as well. */
const socket = socketIn(window.location.search);

let stop: (() => void) | null = null;

subscribeToJourneys((journey) => {
  stop?.();
  stop = publishJourney(journey, { privacy: formPrivacy(nairobiDate(Date.now())), socket });
});
