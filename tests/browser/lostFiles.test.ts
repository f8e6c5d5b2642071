/** Files of the app that are lost, late or replaced. The app recovers as soon as the network does. */
import type { BrowserContext, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setBrowserFixture } from './browserFixture.ts';
import { borrower, type WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

const ENTRY = /\/assets\/index-/;
const SIGN_IN = /\/assets\/signIn-/;
const ME = /\/assets\/me-/;
const ABOUT_US = /\/assets\/aboutUs-/;
/** The chunk that every call needs, except for the one of home. */
const PORTS = /\/assets\/ports-/;

const lost = (route: Route): Promise<void> => route.abort();
const gone = (route: Route): Promise<void> => route.fulfill({ status: 404 });
const anotherPage = (route: Route): Promise<void> => route.fulfill({ contentType: 'text/html', body: '<p>Buy a bundle to go on.' });
/** The request is never answered. */
const stalled = (): void => undefined;

interface Opening {
  hash?: string;
  /** Files that match, and the handling of their requests. */
  intercept: [file: RegExp, (route: Route) => unknown];
  clock?: 'fake';
  until?: 'commit';
}

async function open({ hash = '', intercept, clock, until }: Opening): Promise<WebView> {
  const session = await borrower(fixture.lender, fixture.newMobile());
  const before = async (context: BrowserContext): Promise<void> => {
    if (clock) await context.clock.install();
    await context.route(...intercept);
  };
  return fixture.open({ hash, shell: { session }, before, until });
}
const press = ({ page }: WebView, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
/** Restores the file as soon as the page reloads, and not before. */
const newAppComes = ({ page, context }: WebView, file: RegExp): Promise<unknown> =>
  page.route(/\/$/, async (route) => {
    await context.unroute(file);
    await route.continue();
  });
const isShown = ({ page }: WebView, words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor();
const toMe = ({ page }: WebView): Promise<void> => page.getByRole('navigation').getByRole('link', { name: 'Me', exact: true }).click();

describe('entry file of the app', () => {
  it('entry file of the app, missing: the page says so and can be reloaded', async () => {
    const view = await open({ intercept: [ENTRY, lost] });
    await view.page.getByRole('alert').getByText('The app has not loaded yet').waitFor();
    await view.context.unroute(ENTRY);
    await press(view, 'Try again');
    await view.heading('Hello');
  });

  it('entry file, missing while the page is still loading: the page says so as soon as it is loaded', async () => {
    const session = await borrower(fixture.lender, fixture.newMobile());
    const before = async (context: BrowserContext): Promise<void> => {
      let fail = (): void => undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      await context.route(ENTRY, lost);
      await context.exposeBinding('entryFailed', fail);
      await context.addInitScript(() =>
        addEventListener(
          'error',
          ({ target }) => (target as HTMLScriptElement).type === 'module' && (window as unknown as { entryFailed(): void }).entryFailed(),
          true,
        ),
      );
      // The parser waits for this script, so the page is still being parsed when the entry is lost.
      await context.route('**/late.js', (route) => failed.then(() => route.fulfill({ contentType: 'text/javascript', body: '' })));
      await context.route(/\/$/, async (route) => {
        const page = await route.fetch();
        await route.fulfill({ response: page, body: (await page.text()).replace('<body>', '<body><script src="./late.js"></script>') });
      });
    };
    const view = await fixture.open({ shell: { session }, before, until: 'commit' });
    await view.page.getByRole('alert').getByText('The app has not loaded yet').waitFor({ timeout: 20_000 });
  });

  it('entry file, pending for half a minute: the page offers a reload', async () => {
    const view = await open({ intercept: [ENTRY, stalled], clock: 'fake', until: 'commit' });
    await view.page.clock.fastForward(31_000);
    await isShown(view, 'The app has not loaded yet');
  });
});

describe('file of a screen', () => {
  it('file of a screen, pending: Back leads out, after a minute the page says so, and a retry fetches it', async () => {
    const view = await open({ hash: '#/me', intercept: [ABOUT_US, stalled], clock: 'fake' });
    const toAboutUs = (): Promise<void> => view.page.getByRole('link', { name: 'About us' }).click();
    await toAboutUs();
    await view.page.clock.fastForward(1_000);
    await view.heading('Loading');
    await press(view, 'Back');
    await view.heading('Me');
    await toAboutUs();
    await view.page.clock.fastForward(61_000);
    await view.heading('This page did not load');
    await view.context.unroute(ABOUT_US);
    await press(view, 'Try again');
    await view.heading('About us');
  });

  it.each([
    ['replaced by another page', anotherPage],
    ['lost', lost],
  ])('file of a screen, %s: a retry fetches it', async (_, handler) => {
    const view = await open({ intercept: [ME, handler] });
    await view.heading('Hello');
    await toMe(view);
    await view.heading('This page did not load');
    await view.context.unroute(ME);
    await press(view, 'Try again');
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
  });

  it('file of a screen, replaced by a newer app: a retry loads that app at the same place', async () => {
    const view = await open({ intercept: [ME, gone] });
    await view.heading('Hello');
    await toMe(view);
    await view.heading('This page did not load');
    await newAppComes(view, ME);
    const [begun] = await Promise.all([view.page.waitForEvent('framenavigated'), press(view, 'Try again')]);
    expect(new URL(begun.url()).hash).toBe('#/me');
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
  });
});

it('file of the code, lost: the page says so, and a retry shows the code of the number that was sent', async () => {
  const mobile = fixture.newMobile();
  await borrower(fixture.lender, mobile);
  const view = await fixture.open({ hash: '#/user/login', before: (context) => context.route(SIGN_IN, lost) });
  await view.page.getByLabel(/^Mobile number/).fill(mobile);
  await press(view, 'Send me a code');
  await view.heading('This page did not load');
  await view.context.unroute(SIGN_IN);
  await press(view, 'Try again');
  await view.heading('Enter the verification code');
  await isShown(view, new RegExp(`We sent 6 digits to .*${mobile.slice(-3)}`));
});

describe('file of the calls', () => {
  const chosen = async (handler: (route: Route) => unknown, clock?: 'fake'): Promise<WebView> => {
    const view = await open({ hash: '#/borrow/to_borrow', intercept: [PORTS, handler], ...(clock ? { clock } : {}) });
    await view.page.getByRole('radio').first().check();
    return view;
  };

  it.each([
    ['lost', lost],
    ['replaced by another page', anotherPage],
    // No cache has the file that was prefetched, so the import requests it again. The engine remembers that import as failed.
    ['lost when it is imported', (route: Route) => (route.request().resourceType() === 'script' ? lost(route) : route.continue())],
  ])('file of the calls, %s: the page says so, nothing is sent, and a retry fetches it', async (_, handler) => {
    const view = await chosen(handler);
    const orders = (await fixture.lender.sandbox.state()).orders.length;
    await press(view, /^Apply/);
    await isShown(view, /network failed/);
    expect((await fixture.lender.sandbox.state()).orders).toHaveLength(orders);
    await view.context.unroute(PORTS);
    await press(view, /^Apply/);
    await view.heading('Personal information');
  });

  it('file of the calls, replaced by a newer app: the page reloads that app at the same place', async () => {
    const view = await chosen(gone, 'fake');
    // A page that is younger than a minute does not reload, because it could reload for ever.
    await press(view, /^Apply/);
    await isShown(view, /network failed/);
    await view.page.clock.fastForward(61_000);
    await newAppComes(view, PORTS);
    const [begun] = await Promise.all([view.page.waitForEvent('framenavigated'), press(view, /^Apply/)]);
    expect(new URL(begun.url()).hash).toBe('#/borrow/to_borrow');
    await view.page.getByRole('radio').first().check();
    await press(view, /^Apply/);
    await view.heading('Personal information');
  });
});
