/** Keeps the last screen of a borrower on the phone, for the moments of the next start in which the app is not there yet. */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import { DAY, addDays, nairobiDate, startOfDate, type Instant } from '#machines/model/calendar.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { STORED_PLACE } from '../safe/keyRecord.ts';
import { readStored } from '../safe/readStored.ts';
import { whenIdle } from '../whenIdle.ts';
import { drawnScreen } from './drawnScreen.ts';
import { encryptScreen } from './encryptScreen.ts';
import { draftAtOf, formAt } from './screenRecord.ts';
import { text } from './strings.ts';

/** The borrower types or reads on; the screen is kept in the first pause of this length. ms. */
const PAUSE = 1_000;
/** How long it then waits for an idle moment. ms. */
const PATIENCE = 3_000;

export interface Keeping {
  /** Until when the screen is true by itself: a sum until its due date, or until the next late day; a form for a day. */
  until: Instant;
  /** When the lender gave its figures; null: it has none. */
  readAt: Instant | null;
}

/** Whether the app shows a place, and nothing else. After a failed call, for example, it shows the failure. */
function isAtRest(snapshot: JourneySnapshot): boolean {
  const { online, problem, notice } = snapshot.context;
  return online && !problem && !notice && snapshot.hasTag('stable') && !snapshot.hasTag('sheet') && !snapshot.hasTag('overlay');
}

/** @param now of the lender. @returns null: this screen is not kept. */
export function keepingOf(snapshot: JourneySnapshot, now: Instant): Keeping | null {
  const { session, order, home } = snapshot.context;
  if (!session || !isAtRest(snapshot)) return null;
  if (formAt(routeOf(snapshot))) return { until: now + DAY, readAt: null };
  const readAt = valueOf(home)?.readAt ?? null;
  const balance = order?.balance;
  if (routeOf(snapshot) !== ROUTES.home || !balance || readAt === null) return null;
  const today = nairobiDate(readAt);
  return { until: startOfDate(addDays(balance.dueDate > today ? balance.dueDate : today, 1)), readAt };
}

/** Runs one change of the store. @throws if the phone has no such store, or the browser refuses. */
const change = ([database, name]: readonly string[], work: (store: IDBObjectStore) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(database as string);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => reject(new Error('IndexedDB failed')));
    opening.addEventListener('success', () => {
      const opened = opening.result;
      try {
        const writing = opened.transaction(name as string, 'readwrite');
        work(writing.objectStore(name as string));
        writing.addEventListener('complete', () => resolve());
        writing.addEventListener('abort', () => reject(new Error('IndexedDB failed')));
      } catch (error) {
        reject(error as Error);
      }
      opened.close();
    });
  });

const [, , , SCREEN_ID] = STORED_PLACE;

/** Follows the journey: keeps each screen that may be kept, and removes it when another place is shown or the session ends. */
export function keepScreen(actor: JourneyActor): void {
  // Only a built page shows a kept screen.
  if (!import.meta.env.PROD) return;
  /** Changes run one after the other. */
  let last = Promise.resolve();
  let keptPath: RoutePath | null = null;
  let keptText = '';
  /** The screen of an earlier start may still be stored. */
  let isStored = true;
  let cancel = (): void => undefined;

  const inTurn = (work: () => Promise<void>): void => {
    // Without the kept screen the app starts as before.
    last = last.then(work).catch(() => undefined);
  };

  function remove(): void {
    if (!isStored) return;
    [isStored, keptPath, keptText] = [false, null, ''];
    inTurn(() => change(STORED_PLACE, (store) => store.delete(SCREEN_ID)));
  }

  function keepNow(): void {
    const snapshot = actor.getSnapshot();
    const { session, language, now, drafts } = snapshot.context;
    const path = routeOf(snapshot);
    const keeping = keepingOf(snapshot, now ?? Date.now());
    const frame = document.getElementById('app')?.firstElementChild;
    if (!session || (!keeping && path !== keptPath && isAtRest(snapshot))) return remove();
    // A form with errors shows them after a press only, and a start begins without that press.
    if (!keeping || !frame || frame.querySelector('main[aria-busy], [aria-invalid=true]')) return;
    const { readAt, until } = keeping;
    const screen = drawnScreen(frame, readAt === null ? null : text(language)('seenAt', { when: formatMoment(language, readAt) }));
    const draftAt = draftAtOf(path, drafts);
    const asText = `${draftAt} ${screen.html}`;
    if (path === keptPath && asText === keptText) return;
    [isStored, keptPath, keptText] = [true, path, asText];
    inTurn(async () => {
      const { key } = await readStored(indexedDB, STORED_PLACE);
      if (!key) return;
      const drawnFor = { token: session.token, language, release: __RELEASE__ };
      const record = await encryptScreen({ path, ...screen, until, draftAt }, key.wrapping, drawnFor);
      await change(STORED_PLACE, (store) => store.put(record, SCREEN_ID));
    });
  }

  const soon = (): void => {
    cancel();
    const timer = setTimeout(() => {
      cancel = whenIdle(keepNow, PATIENCE);
    }, PAUSE);
    cancel = () => clearTimeout(timer);
  };
  soon();
  actor.subscribe(({ context: { session } }) => {
    if (session) soon();
    else {
      cancel();
      remove();
    }
  });
  // A web view that is closed is hidden first. The form then stores what is being typed, in a listener that may come later.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') setTimeout(keepNow);
  });
}
