/** The worker that keeps the borrower's page, with a cache and a server in place of the browser's. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageWorker } from '#src/app/keptPage/pageWorker.ts';

const PAGE = 'https://loan.example/';
const HTML = '<!doctype html><script type="application/json" id="settings">{}</script>';
const DAY = 24 * 60 * 60 * 1_000;

type Answer = () => Response | Promise<Response>;

let kept: Response | undefined;
let server: Answer;
/** Requests that reached the server. */
let asked: { headers: Record<string, string> }[];

const page = (html = HTML, tag = '"one"'): Response => new Response(html, { headers: { etag: tag, 'content-encoding': 'br' } });
/** Headers of each request. A browser adds `no-cache` where the second one is missing. */
const ASKS = { 'x-page': 'plain', 'cache-control': 'max-age=0' };
const noNetwork: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

interface Started {
  /** @returns the answer to a navigation; null: the worker leaves the request to the browser. */
  open: (url?: string, request?: Partial<Request>) => Promise<string | null>;
}

async function startWorker(): Promise<Started> {
  const listeners: Record<string, (event: never) => void> = {};
  pageWorker({
    registration: { scope: PAGE },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (type: string, listener: (event: never) => void) => void (listeners[type] = listener),
  } as Parameters<typeof pageWorker>[0]);
  let installed: Promise<unknown> = Promise.resolve();
  listeners['install']?.({ waitUntil: (work: Promise<unknown>) => void (installed = work) } as never);
  await installed;
  return {
    open: async (url = PAGE, request = {}) => {
      let answer: Promise<Response> | null = null;
      const event = {
        request: { url, mode: 'navigate', method: 'GET', cache: 'default', ...request },
        respondWith: (given: Promise<Response>) => void (answer = given),
        waitUntil: () => undefined,
      };
      listeners['fetch']?.(event as never);
      return answer && (await (answer as Promise<Response>)).text();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
  kept = undefined;
  asked = [];
  server = () => page();
  const cache = { match: async () => kept?.clone(), put: async (_: string, made: Response) => void (kept = made) };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async (_: unknown, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    asked.push({ headers });
    return server();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const confirmed = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5_000);

describe('worker that keeps the page', () => {
  it('worker, installed: gets the page without figures, and keeps its text without the headers of compression', async () => {
    await startWorker();
    expect(asked).toEqual([{ headers: ASKS }]);
    expect(await kept?.clone().text()).toBe(HTML);
    expect(kept?.headers.get('content-encoding')).toBeNull();
  });

  it('worker, page opened: answers without the server, asks it five seconds later with the tag, and keeps a changed page', async () => {
    const { open } = await startWorker();
    server = () => page(`${HTML}two`, '"two"');
    expect(await open()).toBe(HTML);
    expect(asked).toHaveLength(1);
    await confirmed();
    expect(asked[1]).toEqual({ headers: { ...ASKS, 'if-none-match': '"one"' } });
    expect(await open()).toBe(`${HTML}two`);
  });

  it('worker, server says that the page is unchanged: the page counts as confirmed for another week', async () => {
    const { open } = await startWorker();
    server = () => new Response(null, { status: 304 });
    vi.advanceTimersByTime(6 * DAY);
    await open();
    await confirmed();
    vi.advanceTimersByTime(6 * DAY);
    asked = [];
    expect(await open()).toBe(HTML);
    expect(asked).toEqual([]);
  });

  it('worker, server says that the page is unchanged, with other headers: keeps the text with these', async () => {
    const { open } = await startWorker();
    const policy = { 'content-security-policy': "frame-ancestors 'none'" };
    server = () => new Response(null, { status: 304, headers: policy });
    await open();
    await confirmed();
    expect(await kept?.clone().text()).toBe(HTML);
    expect(Object.fromEntries(kept?.headers ?? [])).toMatchObject({ etag: '"one"', ...policy });
  });

  it.each([
    ['a page of a hotspot', () => new Response('<p>Buy a bundle to go on.</p>')],
    ['an error of the server', () => new Response(HTML, { status: 503 })],
    ['no answer', noNetwork],
  ] as [string, Answer][])('worker, server answers with %s: the kept page stays', async (_, answer) => {
    const { open } = await startWorker();
    server = answer;
    await open();
    await confirmed();
    expect(await open()).toBe(HTML);
  });

  it.each([
    ['a reload', { cache: 'no-cache' as const }, 0],
    ['a page confirmed eight days ago', {}, 8 * DAY],
  ])('worker, %s: asks the server, and opens the kept page only if the server fails', async (_, request, ago) => {
    const { open } = await startWorker();
    vi.advanceTimersByTime(ago);
    server = () => page('present');
    expect(await open(PAGE, request)).toBe('present');
    server = () => new Response('bad gateway', { status: 502 });
    expect(await open(PAGE, request)).toBe(HTML);
    server = noNetwork;
    expect(await open(PAGE, request)).toBe(HTML);
    server = () => new Response('not found', { status: 404 });
    expect(await open(PAGE, request)).toBe('not found');
  });

  it('worker without a kept page, no network: the navigation fails as without a worker', async () => {
    server = () => new Response('<p>hotspot</p>');
    const { open } = await startWorker();
    expect(kept).toBeUndefined();
    server = noNetwork;
    await expect(open()).rejects.toThrow('Failed to fetch');
  });

  it.each([
    ['call', `${PAGE}api/e`, { mode: 'cors' as const }],
    ['file', `${PAGE}assets/index.js`, { mode: 'no-cors' as const }],
    ['other page', `${PAGE}desk`, {}],
    ['posted form', PAGE, { method: 'POST' }],
  ])('worker, request for a %s: is left to the browser', async (_, url, request) => {
    const { open } = await startWorker();
    expect(await open(url, request)).toBeNull();
  });

  it('worker, page opened at a place and with a query: answers', async () => {
    const { open } = await startWorker();
    expect(await open(`${PAGE}?from=push#/repay`)).toBe(HTML);
  });
});
