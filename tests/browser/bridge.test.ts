/** The built app in a host frame: a shell of its own origin is accepted, any other is not. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ShellSession } from '#src/bridge/messages.ts';
import { PHONE, sharedBrowser } from '#tests/support/chromium.ts';
import { expectConsole } from '#tests/support/console.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { borrower } from './webViewFixture.ts';

let browser: Browser;
let lender: TestLender;
let session: ShellSession;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
  session = await borrower(lender, '254713000001');
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

interface Host {
  session: ShellSession;
  /** Delay before the host listens, ms. */
  after: number;
  /** Number of answers to each request. */
  times: number;
  /** Whether it also sends answers that nobody requested. */
  unasked: boolean;
}
const GOOD: Omit<Host, 'session'> = { after: 0, times: 1, unasked: false };

/** The page around the frame, written out: it runs in the browser. */
const hostPage = (appUrl: string, host: Host): string => `<!doctype html><title>Host</title>
<iframe title="App" src="${appUrl}" style="width:340px;height:700px"></iframe>
<script>
  var host = ${JSON.stringify(host)}, received = [];
  var results = { hello: { shell: 'test 1', actions: ['hello', 'getLoginInfo', 'toLogin', 'logout'] }, getLoginInfo: host.session, toLogin: Object.assign({ ok: true }, host.session), logout: null };
  setTimeout(function () {
    addEventListener('message', function (event) {
      var request = event.data;
      if (!request || request.bridge !== 'loan-shell') return;
      received.push(request.action);
      var answer = { bridge: 'loan-shell', v: 1, id: request.id, ok: true, result: results[request.action] };
      if (host.unasked) event.source.postMessage(Object.assign({}, answer, { id: 'nobody-asked', result: { token: null } }), '*');
      for (var i = 0; i < host.times; i++) event.source.postMessage(i === 0 ? answer : Object.assign({}, answer, { result: { token: null } }), '*');
    });
  }, host.after);
</script>`;

/** Opens the app with this hash in a page of its own origin. */
async function openHosted(hash: string, host: Partial<Host>): Promise<FrameLocator> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  pages.push(page);
  await page.route(`${lender.url}/host.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: hostPage(`${lender.url}/${hash}`, { session, ...GOOD, ...host }) }),
  );
  await page.goto(`${lender.url}/host.html`);
  return page.frameLocator('iframe[title="App"]');
}
const title = (app: FrameLocator, name: string): Promise<void> => app.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('shell as host of the own origin', () => {
  it("shell as host of the app's own origin: it signs the borrower in", async () => {
    const app = await openHosted('#/records', {});
    await title(app, 'Records');
  });

  it('shell as host of the own origin, late: is still asked for its login', async () => {
    const app = await openHosted('#/records', { after: 900 });
    await title(app, 'Records');
  });

  it('shell that answers twice and without a request: the first answer counts', async () => {
    const app = await openHosted('#/records', { times: 2, unasked: true });
    await title(app, 'Records');
  });

  it("shell as host of the own origin, silent: after a moment the app's own sign-in opens", async () => {
    const app = await openHosted('#/records', { after: 60_000 });
    await title(app, 'Sign in');
  });
});

describe('foreign page posing as the shell', () => {
  let stranger: Server;
  beforeAll(async () => {
    const page = hostPage(`${lender.url}/#/records`, { session, ...GOOD });
    stranger = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => stranger.close(resolve)));

  it('foreign page posing as the shell: it is ignored and receives nothing', async () => {
    const page = await (await browser.newContext(PHONE)).newPage();
    pages.push(page);
    expectConsole('error', /frame-ancestors/);
    await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    // A frame that may not be embedded shows nothing of the app (`securityHeaders.test.ts`) and sends no message.
    await expect.poll(() => page.frames().length).toBe(2);
    expect(await page.evaluate('received')).toEqual([]);
  });
});
