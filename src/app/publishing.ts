/**
 * Publishes the journey of an app in a tab of its own to an inspector: `/?inspect`, or `/?inspect=ws://127.0.0.1:8090`
 * for another inspector that reads the same format. Fetched only when the address asks for it. Nothing is published
 * unless the server runs in sandbox mode; the events are redacted in any case.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { publishJourney } from '#src/recording/publish.ts';

export async function publishToInspectors(journey: Actor<JourneyMachine>): Promise<void> {
  const sandbox = await fetch(`${SANDBOX_API}/state`).catch(() => null);
  if (!sandbox?.ok) return;
  const socket = new URLSearchParams(window.location.search).get('inspect');
  publishJourney(journey, {
    privacy: formPrivacy(nairobiDate(Date.now())),
    socket: socket !== null && /^wss?:\/\//.test(socket) ? socket : null,
  });
}
