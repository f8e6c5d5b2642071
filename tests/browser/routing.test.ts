/** Links, Back and Forward in a real browser, against the built app and a real lender. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { groupDigits } from '#machines/model/phoneNumber.ts';
import { startFaultProxy, type FaultProxy } from '#tests/support/faultProxy.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { borrower, type Shell, type WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();
let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startFaultProxy({ target: fixture.lender.url });
});
afterAll(() => proxy.close());
afterEach(() => proxy.clear());

const open = (hash = '', shell?: Shell): Promise<WebView> => fixture.open({ hash, shell }, proxy.url);
const signedIn = async (hash = ''): Promise<WebView> => open(hash, { session: await borrower(fixture.lender, fixture.newMobile()) });

/** Signs in with the app's own pages. */
async function signIn({ page, heading }: WebView, mobile: string): Promise<void> {
  // The lender sends codes to one number some time apart, and this number got one just now.
  await fixture.lender.sandbox.advance(5 * 60_000);
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(`0${mobile.slice(3)}`);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await heading('Enter the verification code');
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await fixture.lender.sandbox.codeFor(mobile));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
}

describe('deep link of a visitor', () => {
  it('deep link of a visitor, signed in by the shell: is followed', async () => {
    const view = await open('#/records', { login: await borrower(fixture.lender, fixture.newMobile()) });
    await view.heading('Records');
    await expect.poll(() => view.path()).toBe('/records');
    expect(await view.historyLength()).toBe(2);
  });

  it("deep link of a visitor, shell without a login: is followed after the app's own sign-in, which leaves no entry", async () => {
    const { mobile } = await borrower(fixture.lender, fixture.newMobile());
    const view = await open('#/records', {});
    await view.heading('Sign in');
    await expect.poll(() => view.path()).toBe('/user/login');
    await signIn(view, mobile);
    await view.heading('Records');
    await expect.poll(() => view.path()).toBe('/records');
    expect(await view.historyLength()).toBe(2);
  });

  it("deep link of a visitor, plain browser: is followed after the app's own sign-in", async () => {
    const { mobile } = await borrower(fixture.lender, fixture.newMobile());
    const view = await open('#/user_center/settings');
    await view.heading('Sign in');
    await signIn(view, mobile);
    await view.heading('Settings');
    await view.page.reload();
    await view.heading('Settings');
    await expect.poll(() => view.path()).toBe('/user_center/settings');
  });

  it("deep link of a visitor, shell's login closed: the address stays", async () => {
    const view = await open('#/records', { login: null });
    await view.heading('Sign in');
    await expect.poll(() => view.path()).toBe('/user/login');
  });
});

describe('awaited code', () => {
  it('awaited code, page reloaded: number and countdown are restored, and a new code is for the same number', async () => {
    const mobile = fixture.newMobile();
    const view = await open('#/user/register');
    await view.heading('Register');
    const ask = async () => {
      await view.page.getByRole('textbox', { name: 'Mobile number' }).fill(`0${mobile.slice(3)}`);
      await view.page.getByRole('checkbox').check();
      await view.page.getByRole('button', { name: 'Send me a code' }).click();
      await view.heading('Enter the verification code');
    };
    await ask();
    await view.page.reload();
    await view.heading('Enter the verification code');
    await view.page.getByText(/Send the code again in 0:\d\d/).waitFor();

    await view.page.getByRole('button', { name: 'Use another number' }).click();
    await view.heading('Register');
    await ask();
    await view.page.getByText(/Send the code again in 0:\d\d/).waitFor();
    await view.page.getByRole('textbox', { name: 'Verification code' }).fill(await fixture.lender.sandbox.codeFor(mobile));
    await view.page.getByRole('button', { name: 'Confirm the code' }).click();
    await view.heading('Hello');
    await expect.poll(() => view.path()).toBe('/');
  });
});

describe('Back and Forward in a browser', () => {
  const LOGIN = /^POST \/security\/login$/;

  it('Back and Forward in a browser: they lead through the tabs and out of a page', async () => {
    const view = await signedIn();
    const tab = (name: string) => view.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await view.heading('Hello');
    await tab('Records');
    await view.heading('Records');
    await tab('Me');
    await view.page.getByRole('link', { name: 'About us' }).click();
    await view.heading('About us');
    await expect.poll(() => view.path()).toBe('/user_center/about_us');

    await view.page.goBack();
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
    await view.page.goBack();
    await view.heading('Records');
    await view.page.goForward();
    await view.page.getByRole('link', { name: 'About us' }).waitFor();
    await expect.poll(() => view.path()).toBe('/me');
  });

  it('Back and Forward in a browser, refused while a code is checked: page and history stay', async () => {
    const { mobile } = await borrower(fixture.lender, fixture.newMobile());
    const view = await open();
    await view.heading('Hello');
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.heading('Sign in');
    const length = await view.historyLength();
    proxy.set([{ match: LOGIN, faults: [{ is: 'hold', count: Infinity }] }]);
    await signIn(view, mobile);
    await expect.poll(() => proxy.passed(LOGIN).filter(({ end }) => end === 'open').length).toBe(1);
    // Back moves the history, and the app moves it forward again.
    await view.page.evaluate(
      () =>
        new Promise<void>((undone) => {
          let steps = 0;
          window.addEventListener('popstate', () => {
            if (++steps === 2) undone();
          });
          history.back();
        }),
    );
    expect(view.path()).toBe('/user/login');
    expect(await view.historyLength()).toBe(length);
    proxy.clear();

    // The sign-in is complete, and Back still leads home.
    await view.heading(/Choose your loan|How much/);
    expect(await view.historyLength()).toBe(length);
    await view.page.goBack();
    await view.heading('Hello');
  });

  it('Back to the page an order was opened from, closed by now: leads home with the first press', async () => {
    const view = await signedIn();
    await view.heading('Hello');
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.heading(/Choose your loan|How much/);
    await view.page.getByRole('button', { name: /^Apply for/ }).click();
    await view.heading('Personal information');
    await expect.poll(() => view.path()).toBe('/auth/personal_infomation');
    const length = await view.historyLength();
    await view.page.goBack();
    await view.heading('Hello');
    await expect.poll(() => view.path()).toBe('/');
    expect(await view.historyLength()).toBe(length);
    await view.page.getByRole('button', { name: 'Continue' }).click();
    await view.heading('Personal information');
  });

  it('back arrow of the app: does not make the history longer', async () => {
    const view = await signedIn('#/me');
    for (let round = 0; round < 3; round++) {
      await view.page.getByRole('link', { name: 'About us' }).click();
      await view.heading('About us');
      await view.page.getByRole('button', { name: 'Back' }).click();
      await view.page.getByRole('link', { name: 'About us' }).waitFor();
    }
    await expect.poll(() => view.path()).toBe('/me');
    expect(await view.historyLength()).toBe(3);
  });

  it('Back and Forward in a browser, sheet open: they close the sheet and keep the form', async () => {
    const session = await borrower(fixture.lender, fixture.newMobile());
    await session.openOrder();
    const view = await open('#/auth/personal_infomation', { session });
    await view.heading('Personal information');
    await view.page.getByRole('textbox', { name: 'First name' }).fill('Amina');
    await view.page.getByRole('button', { name: /^Date of birth/ }).click();
    const sheet = view.page.getByRole('dialog', { name: 'Date of birth' });
    await sheet.waitFor();
    await view.page.goBack();
    await sheet.waitFor({ state: 'hidden' });
    await view.heading('Personal information');
    expect(await view.page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Amina');
    await expect.poll(() => view.path()).toBe('/auth/personal_infomation');
  });
});

describe('typed path in a browser', () => {
  it('typed path in a browser, unknown: leads home', async () => {
    const view = await signedIn('#/records');
    await view.heading('Records');
    await view.typePath('/no/such/place');
    await view.heading('Hello');
    await expect.poll(() => view.path()).toBe('/');
  });

  it('typed path in a browser, refused by the guards: is reverted, and Back still works', async () => {
    const view = await signedIn();
    await view.heading('Hello');
    await view.page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
    await view.heading('Records');
    await view.typePath('/repay/cashier');
    await expect.poll(() => view.path()).toBe('/records');
    await view.heading('Records');
    await view.page.goBack();
    await view.heading('Hello');
  });

  it.each([
    ['/user_center', '/user_center/settings', 'Settings'],
    ['/auth/personal_information', '/auth/personal_infomation', 'Personal information'],
  ])("typed path %s: is shown with the specification's spelling", async (typed, shown, title) => {
    const session = await borrower(fixture.lender, fixture.newMobile());
    await session.openOrder();
    const view = await open(`#${typed}`, { session });
    await view.heading(title);
    await expect.poll(() => view.path()).toBe(shown);
  });

  it('typed path in a browser, promotion: keeps its query, and hands number and channel to registration and loan', async () => {
    const mobile = fixture.newMobile();
    const view = await open('#/yx3?channelId=spring-7');
    await view.heading('Apply with your number');
    await expect.poll(() => view.path()).toBe('/yx3?channelId=spring-7');
    const number = view.page.getByRole('textbox', { name: 'Mobile number' });
    await number.fill(`0${mobile.slice(3)}`);
    await view.page.getByRole('button', { name: 'Start with my number' }).click();

    await view.heading('Register');
    expect(await number.inputValue()).toBe(groupDigits(mobile.slice(3)));
    await view.page.getByRole('checkbox').check();
    // After the terms were read, the typed number and the ticked box are still there.
    await view.page.getByRole('link', { name: /Terms of service/ }).click();
    await view.heading('Terms of service');
    await view.page.getByRole('button', { name: 'Back' }).click();
    await view.heading('Register');
    expect(await number.inputValue()).toBe(groupDigits(mobile.slice(3)));
    expect(await view.page.getByRole('checkbox').isChecked()).toBe(true);

    await view.page.getByRole('button', { name: 'Send me a code' }).click();
    await view.heading('Enter the verification code');
    await view.page.getByRole('textbox', { name: 'Verification code' }).fill(await fixture.lender.sandbox.codeFor(mobile));
    await view.page.getByRole('button', { name: 'Confirm the code' }).click();
    await view.heading('Choose your loan');
    const { db } = fixture.lender.inside().store;
    const borrowers = await db.selectFrom('app_user').select('channel_id').where('msisdn', '=', mobile).execute();
    expect(borrowers).toEqual([{ channel_id: 'spring-7' }]);
  });
});

it('page scrolled and left: begins at its top when Back leads to it', async () => {
  const { page, heading } = await open('#/privacy_policy');
  await heading('Privacy policy');
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.evaluate(() => (window.location.hash = '#/user_center/language'));
  await heading('Language');
  await page.goBack();
  await heading('Privacy policy');
  // The browser would restore the position with the next frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

it('title of the window: is the title of the page, in the language of the borrower', async () => {
  const { page, heading } = await open('#/user_center/language');
  await heading('Language');
  await expect.poll(() => page.title()).toBe('Language');
  await page.getByRole('radio', { name: 'Español' }).check();
  await expect.poll(() => page.title()).toBe('Idioma');
  await page.evaluate(() => (window.location.hash = '#/privacy_policy'));
  await expect.poll(() => page.title()).toBe('Política de privacidad');
  await page.evaluate(() => (window.location.hash = '#/'));
  await expect.poll(() => page.title()).toBe('Example Loan');
});
