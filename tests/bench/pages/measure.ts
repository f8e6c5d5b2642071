/** What is measured of a page, each in one visit. */
import { NETWORKS, type NetworkName } from './subjects.ts';
import { pause, visit, type Visit, type VisitOptions } from './visit.ts';

/** A person looks at the page for so long before they press. */
export const LOOK = 1_000;

/** Times in ms since the navigation began, bytes as they came over the wire. */
export type Figures = Readonly<Record<string, number>>;

export interface Place extends Omit<VisitOptions, 'network' | 'url'> {
  home: string;
  personal: string;
  hasForm: boolean;
}

async function visiting<T>(options: VisitOptions, task: (visit: Visit) => Promise<T>): Promise<T> {
  const here = await visit(options);
  try {
    return await task(here);
  } finally {
    await here.close();
  }
}

/** Someone presses what they saw a second ago. */
async function pressAfterLook(here: Visit, sight: 'content' | 'owed', next: 'field' | 'pay') {
  const seen = await here.see(sight);
  await pause(Math.max(0, LOOK - 5));
  return here.press(seen, next);
}

/** The part of long tasks after the first paint that is beyond 50 ms each. */
const blocking = (tasks: readonly [number, number][], from: number): number =>
  tasks.reduce((sum, [start, duration]) => sum + Math.max(0, start + duration - Math.max(start, from) - 50), 0);

/** A first visit that only looks; then the next page is pressed, when everything has come to rest. */
export const measureLoad = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    const content = await here.see('content');
    const usable = await here.see('usable');
    const script = await here.scriptTime();
    await here.settle();
    const { firstPaint, tasks } = await here.longTasks();
    const until = here.fetched(usable.at);
    const all = here.fetched();
    const figures = {
      firstPaint,
      content: content.at,
      usable: usable.at,
      script,
      longestTask: Math.max(0, ...tasks.map(([, duration]) => duration)),
      blocking: blocking(tasks, firstPaint),
      requestsUntilUsable: until.requests,
      bytesUntilUsable: until.bytes,
      requests: all.requests,
      bytes: all.bytes,
      heap: await here.heap(),
    };
    if (!place.hasForm) return figures;
    const field = await here.press(usable, 'field');
    const after = here.fetched();
    return { ...figures, nextPage: field.at - (await here.pressedAt()), requestsOfNextPage: after.requests - all.requests };
  });

/** A person presses Apply a second after the figures are painted; over when the first field of sign-in shows what they typed. */
export const measureForm = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    const field = await pressAfterLook(here, 'content', 'field');
    return { content: (await here.see('content')).at, firstForm: (await here.press(field, 'letter', '7')).at };
  });

/** Signed in with a running loan: the sum owed is painted, then the page for paying takes a press. */
export const measureReturning = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    const owed = await here.see('owed');
    const pay = await pressAfterLook(here, 'owed', 'pay');
    const amount = await here.press(pay, 'amount');
    return { owed: owed.at, pay: amount.at, requests: here.fetched(owed.at).requests, bytes: here.fetched(owed.at).bytes };
  });

/** The address of the personal form, with a session: its first field takes a letter. */
export const measureDeep = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.personal, network: NETWORKS[network] }, async (here) => {
    const field = await here.see('field');
    return { deepField: field.at, deepLetter: (await here.press(field, 'letter', 'A')).at };
  });

/** A first visit by somebody who has little data: all that was fetched, at rest. */
const measureBytes =
  (saving: 'data' | '2g') =>
  (place: Place, network: NetworkName): Promise<Figures> =>
    visiting({ ...place, url: place.home, network: NETWORKS[network], saving }, async (here) => {
      await here.see('content');
      await here.settle();
      const { requests, bytes } = here.fetched();
      return { requests, bytes };
    });
export const measureSaving = measureBytes('data');
export const measure2g = measureBytes('2g');

const MINUTE = 60_000;

/** Home left open: callbacks of timers and frames of one minute. */
export const measureIdle = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    await here.see('usable');
    await here.settle();
    const { requests } = here.fetched();
    await here.page.evaluate(() => void (window.bench.timers = 0));
    await pause(MINUTE);
    return { timers: await here.page.evaluate(() => window.bench.timers), idleRequests: here.fetched().requests - requests };
  });
