/** The measures of a page, one visit each. */
import { NETWORKS, type NetworkName } from './subjects.ts';
import { pause, visit, type Visit, type VisitOptions } from './visit.ts';

/** Time between the sight of the page and the first press, as for a person, ms. */
export const LOOK = 1_000;

/** Times in ms since the beginning of the navigation, and bytes on the wire. */
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

/** Presses an element a second after it was painted. */
async function pressAfterLook(here: Visit, sight: 'content' | 'owed', next: 'field' | 'pay') {
  const seen = await here.see(sight);
  await pause(Math.max(0, LOOK - 5));
  return here.press(seen, next);
}

/** The blocking time after the first paint: of each long task the part above 50 ms. */
const blocking = (tasks: readonly [number, number][], from: number): number =>
  tasks.reduce((sum, [start, duration]) => sum + Math.max(0, start + duration - Math.max(start, from) - 50), 0);

/** A first visit without a press until the page is idle, followed by a press that opens the next page. */
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

/** A press of Apply a second after the figures are painted, until the first field of sign-in shows a typed letter. */
export const measureForm = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    const field = await pressAfterLook(here, 'content', 'field');
    return { content: (await here.see('content')).at, firstForm: (await here.press(field, 'letter', '7')).at };
  });

/** A visit with a session and a running loan: until the balance is painted, and until the page for paying reacts to a press. */
export const measureReturning = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    const owed = await here.see('owed');
    const pay = await pressAfterLook(here, 'owed', 'pay');
    const amount = await here.press(pay, 'amount');
    return { owed: owed.at, pay: amount.at, requests: here.fetched(owed.at).requests, bytes: here.fetched(owed.at).bytes };
  });

/** A visit of the personal form by its address, with a session, until its first field shows a typed letter. */
export const measureDeep = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.personal, network: NETWORKS[network] }, async (here) => {
    const field = await here.see('field');
    return { deepField: field.at, deepLetter: (await here.press(field, 'letter', 'A')).at };
  });

/** A first visit of a phone that saves data: all requests until the page is idle. */
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

/** Home left open for a minute: the callbacks of timers and frames. */
export const measureIdle = (place: Place, network: NetworkName): Promise<Figures> =>
  visiting({ ...place, url: place.home, network: NETWORKS[network] }, async (here) => {
    await here.see('usable');
    await here.settle();
    const { requests } = here.fetched();
    await here.page.evaluate(() => void (window.bench.timers = 0));
    await pause(MINUTE);
    return { timers: await here.page.evaluate(() => window.bench.timers), idleRequests: here.fetched().requests - requests };
  });
