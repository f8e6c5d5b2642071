/** Fetches what sends recordings, once the borrower has agreed and the page is idle. Everybody else fetches nothing. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { recordingsAddress } from '#src/market/recordingsAddress.ts';
import { whenIdle } from './whenIdle.ts';

export function watchConsent(actor: Actor<JourneyMachine>): void {
  const address = recordingsAddress();
  if (address !== null && typeof CompressionStream === 'function') watch(actor, address);
}

function watch(actor: Actor<JourneyMachine>, address: string): void {
  let isWanted = false;
  async function begin(): Promise<void> {
    try {
      (await import('./sending.ts')).sendWhileAgreed(actor, address);
      subscription.unsubscribe();
    } catch {
      // Without a connection: with the next event.
      isWanted = false;
    }
  }
  const look = (): void => {
    if (isWanted || actor.getSnapshot().context.recording !== 'sent') return;
    isWanted = true;
    whenIdle(() => void begin());
  };
  const subscription = actor.subscribe(look);
  look();
}
