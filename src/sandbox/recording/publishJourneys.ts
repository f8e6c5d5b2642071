/** Publishes every journey of the sandbox's phone to an inspector in another tab. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { publishJourney } from '#src/recording/publish.ts';
import { subscribeToJourneys } from './journeys.ts';

/** `/sandbox?inspect=ws://127.0.0.1:8090` publishes to another inspector as well. */
const socket = (): string | null => {
  const asked = new URLSearchParams(window.location.search).get('inspect');
  return asked !== null && /^wss?:\/\//.test(asked) ? asked : null;
};

let stop: (() => void) | null = null;

subscribeToJourneys((journey) => {
  stop?.();
  stop = publishJourney(journey, { privacy: formPrivacy(nairobiDate(Date.now())), socket: socket() });
});
