/** A bad network, as phones have it. After every failure the page says what happened and offers the next step. */
import { trustDevice } from '#server/identity/trustedDevices.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { skipDelays } from '#tests/support/drawn.ts';
import { startFaultProxy, type FaultProxy, type FaultRule } from '#tests/support/faultProxy.ts';
import { approvedBorrower } from '#tests/support/lendingFixture.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { storedDeviceId, storedText } from './storedText.ts';
import { borrower, type Shell, type WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();
let proxy: FaultProxy;

/** Calls, not pages or chunks. */
const CALLS = /^(GET|POST) \/(loan|repay|security|user)\//;
const strike = (...faults: FaultRule['faults']): void => proxy.set([{ match: CALLS, faults }]);

beforeEach(async () => {
  proxy = await startFaultProxy({ target: fixture.lender.url });
});
afterEach(() => proxy.close());

async function open(hash = '', shell: Shell = {}, clock?: 'fake'): Promise<WebView> {
  return fixture.open({ hash, shell, before: clock && ((context) => context.clock.install()) }, proxy.url);
}
const says = ({ page }: WebView, words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor();
const press = ({ page }: WebView, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();

describe('opening the app', () => {
  const CAN_GO_ON = 'You can borrow up to';

  it('opening the app, slow network: the page appears at once, and home when it is loaded', async () => {
    strike({ is: 'hold', count: Infinity }, { is: 'throttle', bytesPerSecond: 4_000 });
    const view = await open();
    await view.page.getByRole('navigation').getByRole('link', { name: 'Records' }).waitFor();
    await expect.poll(() => proxy.passed(CALLS).length).toBe(1);
    expect(await view.page.getByText(CAN_GO_ON).count()).toBe(0);
    proxy.clear();
    await says(view, CAN_GO_ON);
  });

  it.each([
    ["an answer that is not the lender's", () => strike({ is: 'garbage' }), /not from the lender/],
    ['an answer that breaks off', () => strike({ is: 'cut', bytes: 40 }), /network failed/],
    ['a lender that is down', () => strike({ is: 'refuse' }), /network failed/],
    [
      'a gateway that answers 502',
      () => strike({ is: 'replace', status: 502, body: '<h1>Bad Gateway</h1>', type: 'text/html' }),
      /not from the lender/,
    ],
  ])('opening the app, %s: the page says so and offers a retry', async (_, fail, words) => {
    fail();
    const view = await open();
    await says(view, words);
    proxy.clear();
    await press(view, 'Try again');
    await says(view, CAN_GO_ON);
  });

  it('opening the app, silent lender: ends after a minute', async () => {
    strike({ is: 'hang' });
    const view = await open('', {}, 'fake');
    await expect.poll(() => proxy.passed(CALLS).length).toBe(1);
    // The call is sent before the chart exists. The chart must exist, and wait for it, before the time passes.
    await expect.poll(() => view.page.evaluate(() => 'notLoaded' in window)).toBe(false);
    await view.page.clock.fastForward(61_000);
    await says(view, /took too long/);
    proxy.clear();
    await press(view, 'Try again');
    await says(view, CAN_GO_ON);
  });
});

describe('phone that loses its connection', () => {
  it('phone that loses its connection, page shown: keeps its data, shows their time, and refreshes when it is online', async () => {
    const view = await open('', { session: await borrower(fixture.lender, fixture.newMobile()) });
    await view.heading('Hello');
    await view.context.setOffline(true);
    await says(view, /^Offline\. What you see is from/);
    await view.page.getByText('You can borrow up to').waitFor();
    await view.context.setOffline(false);
    await expect.poll(() => view.page.getByText(/^Offline\./).count()).toBe(0);
  });

  it('phone that loses its connection, page not loaded: says so, and loads it when it is online', async () => {
    const view = await open('', { session: await borrower(fixture.lender, fixture.newMobile()) });
    await view.heading('Hello');
    await view.context.setOffline(true);
    await view.page.getByRole('navigation').getByRole('link', { name: 'Me', exact: true }).click();
    await view.heading('This page did not load');
    await view.context.setOffline(false);
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
  });

  it('phone that loses its connection, changing call: is not sent; an application is opened when it is online', async () => {
    const view = await open('#/borrow/to_borrow', { session: await borrower(fixture.lender, fixture.newMobile()) });
    await view.heading('Choose your loan');
    await view.page.getByRole('radio').first().check();
    await view.context.setOffline(true);
    await press(view, /^Apply/);
    await says(view, /You are offline\. Nothing was sent\./);
    expect(proxy.passed(/apply-market/)).toEqual([]);
    await view.context.setOffline(false);
    await press(view, /^Apply/);
    await view.heading('Personal information');
  });
});

describe('money and a lost connection', () => {
  let orderNo = '';
  async function offered(): Promise<WebView> {
    const mobile = fixture.newMobile();
    const { store, lending, clock } = fixture.lender.inside();
    ({ orderNo } = await approvedBorrower(store, lending, clock, undefined, mobile));
    const session = await borrower(fixture.lender, mobile);
    const view = await open('#/borrow/confirm_borrow', { session });
    await view.heading('Your loan offer');
    // The shell signed in under an id of its own. The app's id is made a trusted device, because drawing on one needs no code.
    const id = await storedDeviceId(view.page);
    const device = secretOf(store.db).mac('device', id).toString('hex');
    const userId = Number(session.userId);
    await store.db.updateTable('session').set({ device_mac: device }).where('user_id', '=', userId).where('ended_at', 'is', null).execute();
    await store.tx((tx) => trustDevice(tx, userId, device, clock.now()));
    await view.page.reload();
    await view.heading('Your loan offer');
    await view.page.getByRole('checkbox').check();
    return view;
  }
  const draws = () => proxy.passed(/get-money$/);
  /** Journals that moved this loan's money to the borrower. */
  async function disbursements(): Promise<number> {
    const { lines } = await fixture.lender.sandbox.ledger(orderNo);
    return new Set(lines.filter(({ kind }) => kind === 'disbursement').map(({ journal }) => journal)).size;
  }
  /** The titles to which the status leads: home while the money is on its way, the loan when it has arrived. */
  const DRAWN = /^Hello|^Pay your loan$/;
  /** The loan was drawn, and its money left once. */
  async function drawnOnce(view: WebView): Promise<void> {
    await view.heading(DRAWN);
    await expect.poll(disbursements).toBe(1);
    // Runs every other due task, so that a second payout would show.
    await fixture.lender.sandbox.advance(MINUTE);
    expect(await disbursements()).toBe(1);
  }

  it('draw requested offline: the page says that nothing was sent', async () => {
    const view = await offered();
    await view.context.setOffline(true);
    await press(view, /^Get KSh/);
    await says(view, /You are offline\. Nothing was sent\./);
    expect(draws()).toEqual([]);
    await view.context.setOffline(false);
    await press(view, /^Get KSh/);
    await drawnOnce(view);
  });

  // The engine itself repeats a GET whose kept-alive connection breaks: the lender must not pay for that.
  it('draw, answer lost: is reconciled, and the money is sent once', async () => {
    const view = await offered();
    proxy.set([{ match: /get-money$/, faults: [{ is: 'loseAnswer' }] }]);
    await press(view, /^Get KSh/);
    await drawnOnce(view);
  });

  it('draw, reconciling fails: the outcome is shown as unknown until the lender answers', async () => {
    const view = await offered();
    strike({ is: 'loseAnswer' });
    await press(view, /^Get KSh/);
    await view.page.getByRole('button', { name: 'Check with the lender' }).waitFor();
    await says(view, 'We do not know yet');
    proxy.clear();
    await press(view, 'Check with the lender');
    await drawnOnce(view);
  });

  it('draw, long call: a way out is offered, and a restart queries the lender', async () => {
    const view = await offered();
    proxy.set([{ match: /get-money$/, faults: [{ is: 'hold', count: Infinity }] }]);
    await press(view, /^Get KSh/);
    await says(view, /sending this to the lender/);
    await expect.poll(() => draws().length).toBe(1);
    await skipDelays(view.page);
    await press(view, 'Check again');
    await view.heading('Your loan offer');
    proxy.clear();
    await expect.poll(() => draws().map(({ end }) => end)).not.toContain('open');
    expect(draws()).toHaveLength(1);
    await expect.poll(disbursements).toBe(1);
  });
});

describe('page that throws', () => {
  it('page that throws: shows an error, the lender gets a report, and a restart restores the state', async () => {
    const view = await open('', { session: await borrower(fixture.lender, fixture.newMobile()) });
    await view.heading('Hello');
    await view.page.route('**/assets/me-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("broken page"); };' }),
    );
    const reports: unknown[] = [];
    await view.page.route('**/browser-errors', (route) => {
      reports.push(route.request().postDataJSON());
      return route.continue();
    });
    await view.page.getByRole('navigation').getByRole('link', { name: 'Me', exact: true }).click();
    await view.heading('Something went wrong');
    expect(view.errors.splice(0).join()).toContain('broken page');
    await expect
      .poll(() => reports)
      .toEqual([expect.objectContaining({ name: 'Error', message: 'broken page', state: expect.stringMatching(/\bme\b/) as string })]);
    await view.page.unroute('**/assets/me-*.js');
    await press(view, 'Reload');
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
    await expect.poll(() => view.path()).toBe('/me');
  });
});

describe('session ended by the lender', () => {
  it('session ended by the lender: one message says so, and the home of a visitor is shown', async () => {
    const mobile = fixture.newMobile();
    const view = await open('', { session: await borrower(fixture.lender, mobile) });
    await view.heading('Hello');
    await fixture.lender.sandbox.advance(5 * 60_000);
    // The same borrower signs in on another phone.
    await borrower(fixture.lender, mobile);
    await view.page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
    await says(view, /another device/);
    await view.heading('Hello');
    await expect.poll(() => view.path()).toBe('/');
    expect(await storedText(view.page)).not.toContain(mobile);
  });

  it('session ended by the lender in another web view of the phone: ends here too', async () => {
    const view = await open('#/me', { session: await borrower(fixture.lender, fixture.newMobile()) });
    await view.page.getByRole('link', { name: 'Settings' }).waitFor();
    const other = await view.context.newPage();
    await other.goto(proxy.url);
    await other.evaluate(() => localStorage.clear());
    await says(view, /You were signed out/);
    await view.heading('Hello');
    await expect.poll(() => view.path()).toBe('/');
  });
});
