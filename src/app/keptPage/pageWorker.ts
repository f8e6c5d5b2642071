/**
 * A service worker that keeps the borrower's page, so that a borrower who returns does not wait for it: on a slow link a request
 * takes longer than everything else that the first paint needs. The files that the page names are in the browser's own cache.
 *
 * The kept page is confirmed with the server after each start that used it, so a new release is opened at the start after that.
 * A reload always asks the server; so does a start with a page that was not confirmed for a week. Without a network the kept page
 * is opened in each case.
 *
 * `scripts/build/writePageWorker.ts` writes this file beside `index.html` without a bundler, so it imports nothing.
 */
interface PageWorkerScope {
  readonly registration: { readonly scope: string };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}

interface ExtendableEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

/** The script as a function, so that its names are no globals of the page's own code. */
export function pageWorker(worker: PageWorkerScope): void {
  const CACHE = 'kept-page';
  /** Of a kept page: when the server last said that it is the present one, in ms since 1970. */
  const CONFIRMED = 'x-confirmed-at';
  /** The lender answers the calls of an older page for 30 days. */
  const CONFIRMED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;
  /** The start comes first: the link carries its call and its files. */
  const CONFIRM_AFTER_MS = 5_000;

  const PAGE = worker.registration.scope;
  /** Text that every release of the page contains (`index.html`). */
  const MARK = 'id="settings"';

  const kept = async (): Promise<Response | undefined> => (await caches.open(CACHE)).match(PAGE);

  function isConfirmed(page: Response): boolean {
    const age = Date.now() - Number(page.headers.get(CONFIRMED));
    return age >= 0 && age < CONFIRMED_FOR_MS;
  }

  /**
   * Keeps a page if it is the app's. A hotspot that asks for a login, for example, answers with another one.
   * @param confirming headers of the answer that the page is unchanged. They replace those that were kept.
   */
  async function keep(page: Response, confirming = new Headers()): Promise<void> {
    const html = await page.text();
    if (!html.includes(MARK)) return;
    const headers = new Headers(page.headers);
    confirming.forEach((value, name) => headers.set(name, value));
    // The text is kept as it was before it was compressed.
    headers.delete('content-encoding');
    headers.delete('content-length');
    headers.set(CONFIRMED, String(Date.now()));
    await (await caches.open(CACHE)).put(PAGE, new Response(html, { headers }));
  }

  /** Gets the page again if the server has another one. @throws if there is no network; the kept page stays. */
  async function confirm(): Promise<void> {
    const before = await kept();
    const tag = before?.headers.get('etag');
    const answer = await fetch(PAGE, {
      cache: 'no-store',
      redirect: 'error',
      // The page without the figures of a visitor, which are true for a day only. Without the second header the browser would
      // send `no-cache`, and the lender would send the whole page although it is unchanged.
      headers: { 'x-page': 'plain', 'cache-control': 'max-age=0', ...(tag && { 'if-none-match': tag }) },
    });
    if (answer.status === 304 && before) await keep(before, answer.headers);
    else if (answer.ok) await keep(answer);
  }

  async function answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
    const page = await kept();
    const isReload = request.cache !== 'default';
    if (page && !isReload && isConfirmed(page)) {
      waitUntil(new Promise((resolve) => setTimeout(resolve, CONFIRM_AFTER_MS)).then(confirm).catch(() => undefined));
      return page;
    }
    // The app says in words that the lender cannot be reached. A browser's error page does not.
    try {
      const answered = await fetch(request);
      return page && answered.status >= 500 ? page : answered;
    } catch (error) {
      if (page) return page;
      throw error;
    }
  }

  worker.addEventListener('install', (event) => event.waitUntil(confirm().then(() => worker.skipWaiting())));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    // Compared without query and fragment. Calls, files and other pages of this server are none of the worker's business.
    if (request.mode !== 'navigate' || request.method !== 'GET' || request.url.replace(/[?#].*$/, '') !== PAGE) return;
    event.respondWith(answer(request, (work) => event.waitUntil(work)));
  });
}
