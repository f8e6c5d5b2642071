/** One visit of one page in a new browser, throttled by the DevTools protocol, with its costs. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/browser.mjs';
import { PHONE, QUIET_FLAGS } from '../../support/chromium.ts';
import { TEMPORARY_ROOT } from '../../support/temporaryRoot.ts';
import { watchPage, type Seen } from './watch.ts';
import type { Network, Sight } from './subjects.ts';

/** Time limit for a sight, ms. */
const LONGEST = 30_000;
/** A page is idle after this time without network traffic, ms. */
const QUIET = 1_500;
/** A press without a visible effect is repeated after this time, ms, as a person would do. */
const IMPATIENCE = 2_500;

export interface VisitOptions {
  url: string;
  /** Profile folder of a browser with earlier visits; null: a new browser. */
  profile: string | null;
  network: Network;
  /** Whether a framework draws the page. A page without one is usable as soon as it is painted. */
  framework: boolean;
  saving?: 'data' | '2g';
}

interface Request {
  url: string;
  began: number;
  ended: number;
  bytes: number;
}

export interface Visit {
  page: Page;
  cdp: CDPSession;
  /** Waits until a sight is painted. @throws Error after {@link LONGEST}. */
  see: (sight: Sight) => Promise<Seen>;
  /** Touches the place of a sight, and waits until `next` is painted. @param text is typed after the touch. */
  press: (at: Seen, next: Sight, text?: string) => Promise<Seen>;
  /** Waits until the page is idle. */
  settle: () => Promise<void>;
  /** Number of requests that began before this moment of the page (ms), and the bytes that arrived until then. */
  fetched: (before?: number) => { requests: number; bytes: number };
  /** Time of script execution so far, ms. */
  scriptTime: () => Promise<number>;
  /** Bytes of the heap after a collection. */
  heap: () => Promise<number>;
  longTasks: () => Promise<{ firstPaint: number; tasks: [number, number][] }>;
  pressedAt: () => Promise<number>;
  close: () => Promise<void>;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens a browser with a profile folder, without background work. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  const args = [...QUIET_FLAGS, '--disable-features=PaintHolding'];
  return chromium.launchPersistentContext(folder, { executablePath, args, ...PHONE });
}

/** The network as the DevTools protocol describes it. */
export function conditionsOf({ speed, latency }: Network) {
  const bytes = speed === 0 ? -1 : (speed * 1_000) / 8;
  return { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes };
}

async function throttle(cdp: CDPSession, network: Network, saving: VisitOptions['saving']): Promise<void> {
  const { slowdown } = network;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    ...conditionsOf(network),
    ...(saving === '2g' ? { connectionType: 'cellular2g' as const } : {}),
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

function readRequests(cdp: CDPSession) {
  const requests = new Map<string, Request>();
  let began = NaN;
  let lastChange = performance.now();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    if (Number.isNaN(began)) began = timestamp;
    requests.set(requestId, { url: request.url, began: timestamp, ended: Infinity, bytes: 0 });
    lastChange = performance.now();
  });
  // Answers of the cache are not counted.
  cdp.on('Network.requestServedFromCache', ({ requestId }) => void requests.delete(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromServiceWorker) requests.delete(requestId);
  });
  const end = ({ requestId, timestamp, encodedDataLength }: { requestId: string; timestamp: number; encodedDataLength?: number }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { ended: timestamp, bytes: encodedDataLength ?? request.bytes });
    lastChange = performance.now();
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request && request.ended === Infinity) request.bytes += encodedDataLength;
    lastChange = performance.now();
  });
  return {
    isQuiet: () => performance.now() - lastChange > QUIET && [...requests.values()].every(({ ended }) => ended < Infinity),
    fetched(before = Infinity) {
      const until = began + before / 1_000;
      const all = [...requests.values()];
      return {
        requests: all.filter((request) => request.began <= until).length,
        bytes: all.filter(({ ended }) => ended <= until).reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
  };
}

export async function visit({ url, profile, network, framework, saving }: VisitOptions): Promise<Visit> {
  const folder = await mkdtemp(join(TEMPORARY_ROOT, 'bench-'));
  if (profile !== null) await cp(profile, folder, { recursive: true });
  const context = await openProfile(folder);
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    const seen = new Map<string, Seen>();
    cdp.on('Runtime.bindingCalled', ({ payload }) => {
      const one = JSON.parse(payload) as Seen;
      seen.set(one.name, one);
    });
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: 'benchSaw' });
    await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
    if (saving === 'data') await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    // The loader of TypeScript adds calls of this helper to functions, which must find it in the page.
    await page.addInitScript('window.__name = (named) => named');
    if (saving === '2g')
      await page.addInitScript(() =>
        Object.defineProperty(Object.getPrototypeOf(Reflect.get(navigator, 'connection')), 'effectiveType', { get: () => '2g' }),
      );
    const requests = readRequests(cdp);
    await throttle(cdp, network, saving);
    await page.addInitScript(watchPage, framework);
    await page.addInitScript(() => {
      for (const name of ['content', 'usable', 'owed']) window.bench.watch(name);
    });
    await page.goto(url, { waitUntil: 'commit', timeout: LONGEST });

    async function see(sight: Sight, patience = LONGEST): Promise<Seen> {
      const until = performance.now() + patience;
      for (;;) {
        const one = seen.get(sight);
        if (one) return one;
        if (performance.now() > until) throw new Error(`${url}: "${sight}" was not seen`);
        await pause(5);
      }
    }
    const watch = (sight: Sight) => {
      seen.delete(sight);
      return cdp.send('Runtime.evaluate', { expression: `window.bench.watch(${JSON.stringify(sight)})` });
    };
    const tap = async ({ x, y }: Seen) => {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    /** Types when a field has the focus. On a busy page the focus comes later than the touch, and earlier text would be lost. */
    const type = async (text: string) => {
      const until = performance.now() + IMPATIENCE;
      const expression = 'document.activeElement instanceof HTMLInputElement';
      while (!(await cdp.send('Runtime.evaluate', { expression })).result.value && performance.now() < until) await pause(5);
      await cdp.send('Input.insertText', { text });
    };
    return {
      page,
      cdp,
      async see(sight) {
        if (!['content', 'usable', 'owed'].includes(sight) && !seen.has(sight)) await watch(sight);
        return see(sight);
      },
      async press(at, next, text) {
        // Sent before the touch, so that the page runs it before the effects of the touch.
        const watching = watch(next);
        for (let presses = 0; ; presses++) {
          await Promise.all([watching, tap(at)]);
          if (text !== undefined) await type(text);
          try {
            return await see(next, IMPATIENCE * 4 ** presses);
          } catch (error) {
            if (presses === 3) throw error;
          }
        }
      },
      async settle() {
        while (!requests.isQuiet()) await pause(50);
      },
      fetched: requests.fetched,
      async scriptTime() {
        const { metrics } = await cdp.send('Performance.getMetrics');
        return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
      },
      async heap() {
        await cdp.send('HeapProfiler.collectGarbage');
        return (await cdp.send('Runtime.getHeapUsage')).usedSize;
      },
      longTasks: () => page.evaluate(() => ({ firstPaint: window.bench.firstPaint(), tasks: window.bench.longTasks })),
      pressedAt: () => page.evaluate(() => window.bench.pressedAt),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
