/**
 * The app in a tab of its own, told to an inspector: `/?inspect`, or `/?inspect=ws://127.0.0.1:8090` for one of another
 * make. Fetched only when the address asks for it, and only a sandbox agrees: what is told is redacted all the same.
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
