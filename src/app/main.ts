/**
 * Entry of the borrower's app: the first of four files, which `scripts/build/chunks.ts` arranges. This one reads the storage
 * and sends the call for home. The chart, React and the screens follow. Each part of the start is a task of its own.
 */
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { SETTINGS, type Settings } from '#src/market/pageSettings.ts';
import { whenParsed, yieldToPage } from '#src/ui/yieldToPage.ts';
import { showKeptScreen } from './keptScreen/showScreen.ts';
import { openPhone } from './phone.ts';
import { whenIdle } from './whenIdle.ts';
import { untilNeeded } from './untilNeeded.ts';

/** @param settings of the page. */
async function start(settings: Settings): Promise<void> {
  await yieldToPage();
  // Reads the storage and sends the call for home. If somebody is signed in, the browser first has to open the key. The page
  // reads and evaluates the next files and creates the machine meanwhile.
  const phone = openPhone(settings);
  if (window.stored) void showKeptScreen(window.stored, phone.restored).catch(() => undefined);
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
  // Two idle moments later, home is drawn and its prefetches have begun.
  whenIdle(() => whenIdle(() => void phone.storage.settle().catch(() => undefined)));
}

if (SETTINGS)
  void start(SETTINGS).catch((error: unknown) => {
    if (!window.notLoaded) throw error;
    // A file could not be fetched: the page shows that, and a press reloads it. A kept page may be of an older build, whose files
    // are gone, so it reloads itself.
    if (window.isKeptPage?.()) location.reload();
    else window.notLoaded();
  });
// Without valid settings no call is possible, so the page shows the mistake and does not start.
else void import('./settingsMessage.ts');
