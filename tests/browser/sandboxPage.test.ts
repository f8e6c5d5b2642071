/** The sandbox page on a desktop: the phone, and the lender's desk with a clerk who is signed in. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { givenEverything } from '#tests/support/applying.ts';
import { axeComplaints } from '#tests/support/axe.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { atDesk, moveClock, onScreen, openPhone, panel, pressIn, setIn, takeFirstCase, type Phone } from '#tests/support/sandboxPhone.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

const WINDOW = { width: 1440, height: 900 };
/** The clock passes the end of the desk's session, which the desk learns by a refused call. Then it signs in again. */
const SIGNED_IN_AGAIN = /the server responded with a status of 401/;

let browser: Browser;
let lender: TestLender;
let phone: Phone;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser?.close();
  await lender?.stop();
});
beforeEach(async () => {
  phone = await openPhone(browser, lender.url, { tolerated: SIGNED_IN_AGAIN });
  await phone.page.setViewportSize(WINDOW);
  await phone.page.getByRole('heading', { name: "Lender's desk" }).waitFor();
});
afterEach(async () => {
  await phone.close();
  expect(phone.errors).toEqual([]);
});

const keys = async () => {
  const box = await phone.page.getByRole('button', { name: 'Android Home' }).boundingBox();
  return box ? box.y + box.height : NaN;
};
const sideways = (): Promise<number> => phone.page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

let borrowers = 0;
/** An application that was sent a moment ago. */
async function applied(): Promise<string> {
  const { phone: borrower, orderNo } = await givenEverything(lender, `2547120001${String(++borrowers).padStart(2, '0')}`);
  await borrower.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
  return orderNo;
}
const orderAt = async (orderNo: string) => (await lender.sandbox.state()).orders.find((order) => order.orderNo === orderNo);

describe('phone', () => {
  it('phone, sandbox: the keys of Android are visible from the start', async () => {
    expect(await keys()).toBeLessThanOrEqual(WINDOW.height);
  });

  it('sandbox, invented session refused: the page shows the security event, without data of the caller', async () => {
    await expect(lender.phone({ session: () => 'made-up' }).call('getUserInfo', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
    const [newest] = (await lender.sandbox.state()).security;
    const event = phone.page.getByRole('region', { name: 'Security events' }).getByRole('listitem').first();
    await event.getByText('session.refused').waitFor();
    expect(await event.innerText()).toMatch(new RegExp(`^session\\.refused getUserInfo\\s+.*, address ${newest?.address}$`));
  });

  it('sandbox, panels scrolled: the phone stays visible', async () => {
    await phone.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await phone.page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
    const bottom = await keys();
    expect(bottom).toBeGreaterThan(WINDOW.height / 2);
    expect(bottom).toBeLessThanOrEqual(WINDOW.height);
  });

  it('field beside the phone is typed into, the app opens another page: the field keeps the focus', async () => {
    const name = panel(phone, 'Recording').getByRole('textbox', { name: 'Name of the recording' });
    await onScreen(phone, 'Hello');
    await name.focus();
    await phone.app.locator('html').evaluate(() => (window.location.hash = '#/me'));
    await onScreen(phone, 'Me');
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await phone.page.keyboard.type('stuck');
    expect(await name.inputValue()).toBe('stuck');
  });
});

describe('desk of the sandbox', () => {
  it('application that waits for the rules, one press: the clerk is signed in, and the queue shows the case', async () => {
    await lender.sandbox.do('/decision', { mode: 'time' });
    const orderNo = await applied();
    await panel(phone, 'Applications and loans').getByText(orderNo).waitFor();
    const desk = await atDesk(phone);
    await desk.getByRole('rowheader', { name: orderNo }).waitFor();
    await desk.getByText('Amina Wanjiru').waitFor();
    expect(await desk.getByLabel('Password').count()).toBe(0);
    expect((await lender.sandbox.state()).decision, 'the clerk answers now').toBe('desk');
    const frame = await (await phone.page.getByTitle('Desk').elementHandle())?.contentFrame();
    expect([...(await axeComplaints(phone.page)), ...(frame ? await axeComplaints(frame) : ['no desk'])]).toEqual([]);
  });

  it('clock moved by days past the end of the session: the desk signs in again, and the typed text stays', async () => {
    await applied();
    const desk = await atDesk(phone);
    await takeFirstCase(desk, 'Applications');
    await desk.getByRole('button', { name: 'Reject', exact: true }).click();
    await desk.getByLabel('Your words to the borrower').fill('Please apply again.');
    await moveClock(phone, '+1 day');
    // The promised answer counts working days: 30 days pass it whatever weekends and holidays lie between.
    await moveClock(phone, '+30 days');
    await desk
      .getByText(/^Answer .* late$/)
      .first()
      .waitFor();
    await desk.getByRole('button', { name: 'Load again' }).click();
    await desk.getByRole('button', { name: 'Take the case' }).click();
    expect(await desk.getByLabel('Your words to the borrower').inputValue()).toBe('Please apply again.');
    expect(await desk.getByLabel('Password').count()).toBe(0);
  });

  it('borrower applies while a clerk is at the desk: the case appears without a press', async () => {
    const desk = await atDesk(phone);
    await desk.getByRole('heading', { name: 'Applications' }).waitFor();
    const orderNo = await applied();
    await desk.getByRole('rowheader', { name: orderNo }).waitFor();
  });

  it("sandbox, another clerk chosen: the desk has the queues of that clerk's role, and the log names both clerks", async () => {
    const orderNo = await applied();
    const desk = await atDesk(phone);
    await desk.getByRole('rowheader', { name: orderNo }).getByRole('button').click();
    await desk.getByRole('heading', { name: `Application ${orderNo}` }).waitFor();
    await setIn(phone, "Lender's desk", 'Your role', 'Administrator');
    await desk.getByText('David Mutua').waitFor();
    await desk.getByRole('navigation', { name: 'Desk' }).getByRole('button', { name: 'Log' }).click();
    const line = (name: RegExp) => desk.getByRole('row', { name }).first();
    await line(/David Mutua Signed in as a made-up clerk/).waitFor();
    await line(new RegExp(`Amina Wanjiru Looked at the case applications:${orderNo}`)).waitFor();
  });

  it('clerk signs out, or the sandbox is reset: nobody is at the desk', async () => {
    const desk = await atDesk(phone);
    await desk.getByRole('button', { name: 'Sign out' }).click();
    await phone.page.getByTitle('Desk').waitFor({ state: 'detached' });
    await atDesk(phone);
    await phone.page.getByRole('button', { name: 'Reset' }).click();
    await phone.page.getByRole('button', { name: 'Yes, forget everything' }).click();
    await phone.page.getByTitle('Desk').waitFor({ state: 'detached' });
  });

  it.each([1024, 400])('window %i px wide: a clerk approves, and nothing lies beyond the edge', async (width) => {
    await phone.page.setViewportSize({ width, height: 800 });
    const orderNo = await applied();
    const desk = await atDesk(phone);
    await desk.getByRole('rowheader', { name: orderNo }).getByRole('button').click();
    await desk.getByRole('button', { name: 'Take the case' }).click();
    await desk.getByRole('button', { name: 'Approve', exact: true }).click();
    await desk.getByRole('button', { name: 'Approve the application' }).click();
    await desk.getByText('Done, and written to the log.').waitFor();
    expect((await orderAt(orderNo))?.status).toBe(STATUS.confirm);
    expect([await sideways(), await desk.locator('html').evaluate((page) => page.scrollWidth - page.clientWidth)]).toEqual([0, 0]);
    await pressIn(phone, "Lender's desk", 'Leave the desk');
  });
});
