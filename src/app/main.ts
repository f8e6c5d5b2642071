/**
 * Entry of the borrower's app: the first of four files, which `scripts/build/chunks.ts` arranges. This one reads the phone
 * and asks for home; then come the chart, React, and what draws. Each part of the start is a task of its own.
 */
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { SETTINGS, type Settings } from '#src/market/pageSettings.ts';
import { whenParsed, yieldToPage } from '#src/ui/yieldToPage.ts';
import { openPhone } from './phone.ts';
import { whenIdle } from './whenIdle.ts';
import { untilNeeded } from './untilNeeded.ts';

/** @param settings of the page. */
async function start(settings: Settings): Promise<void> {
  await yieldToPage();
  // Reads the phone and asks for home. Where somebody is signed in, the browser opens the key meanwhile, which takes longer than
  // the processor is busy: the next files are read and evaluated, and the machine is made, while the page waits for it.
  const phone = openPhone(settings);
  await yieldToPage();
  window.entryRuns?.();
  await whenParsed();
  const { beginJourney } = await import('./journey.ts');
  await yieldToPage();
  const journey = await beginJourney(phone);
  await yieldToPage();
  await untilNeeded(journey.actor);
  // The largest file, so it is evaluated in a task of its own.
  await import('react-dom/client');
  await yieldToPage();
  const { show } = await import('./show.tsx');
  await yieldToPage();
  await show(journey);
  // After home is drawn and its prefetches have begun.
  whenIdle(() => whenIdle(() => void phone.storage.settle().catch(() => undefined)));
}

if (SETTINGS)
  void start(SETTINGS).catch((error: unknown) => {
    // A file was lost: the page says so, and a press loads it again.
    if (window.notLoaded) window.notLoaded();
    else throw error;
  });
// Without valid settings no call is possible, so the page says what is wrong and does not start.
else void import('./settingsMessage.ts');
