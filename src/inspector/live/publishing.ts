/**
 * Publishes the journey of an app in a tab of its own to an inspector: `/?inspect`, or `/?inspect=ws://127.0.0.1:8090`
 * for another inspector that reads the same format. The file belongs to the tools, which only a sandbox serves; the app
 * imports it only if its address has the parameter. The events are redacted in any case.
 */
import type { Actor, AnyStateMachine } from 'xstate';
import type { DeskMachine } from '#machines/desk.machine.ts';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { DESK_CHANNEL, publish, publishJourney, socketIn } from '#src/recording/publish.ts';
import { createDeskRedactor } from '#src/recording/redactDesk.ts';

/** Publishes the desk of the staff in the same way: `/desk?inspect=ws://127.0.0.1:8090`. */
export function publishDesk(desk: Actor<DeskMachine>): void {
  publish(desk as Actor<AnyStateMachine>, createDeskRedactor(), {
    socket: socketIn(window.location.search),
    channel: new BroadcastChannel(DESK_CHANNEL),
  });
}

export function publishToInspectors(journey: Actor<JourneyMachine>): void {
  publishJourney(journey, {
    privacy: formPrivacy(nairobiDate(Date.now())),
    socket: socketIn(window.location.search),
  });
}
