/** Fetches the code that sends recordings, once the borrower has agreed and the page is idle. Others do not fetch it. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { whenIdle } from '../whenIdle.ts';

export function watchConsent(actor: Actor<JourneyMachine>): void {
  if (typeof CompressionStream !== 'function') return;
  let isWanted = false;
  async function begin(): Promise<void> {
    try {
      const { sendWhileAgreed } = await import('./sending.ts');
      // The address is in the chunk of the sections, so that visitors do not fetch it.
      const address = (await import('#src/market/recordingsAddress.ts')).recordingsAddress();
      if (address !== null) sendWhileAgreed(actor, address);
      subscription.unsubscribe();
    } catch {
      // Without a connection the next event tries again.
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
