/**
 * Publishes the journey of an app in a tab of its own to an inspector: `/?inspect`, or `/?inspect=ws://127.0.0.1:8090`
 * for another inspector that reads the same format. It is a file of the tools, which the app imports only when its
 * address asks for it and only a sandbox has; the events are redacted in any case.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { publishJourney } from '#src/recording/publish.ts';

export function publishToInspectors(journey: Actor<JourneyMachine>): void {
  const socket = new URLSearchParams(window.location.search).get('inspect');
  publishJourney(journey, {
    privacy: formPrivacy(nairobiDate(Date.now())),
    socket: socket !== null && /^wss?:\/\//.test(socket) ? socket : null,
  });
}
