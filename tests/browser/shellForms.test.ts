/**
 * The forms and the shell around them, on the built app in the sandbox's host frame: the phone book in all its moods, and
 * the event log.
 */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGE } from '#src/bridge/messages.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { signIn } from '#tests/support/borrowerSteps.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { button, choose, field, onScreen, openPhone, pick, pickDate, press, setIn, type, type Phone } from '#tests/support/sandboxPhone.ts';
import { openWebView } from './webViewFixture.ts';

const PATHS = { personalInfo: '/auth/personal_infomation', additionalInfo: '/auth/additionalInfomation' } as const;
const TEN_MINUTES = 10 * 60_000;

let browser: Browser;
let lender: TestLender;
let phone: Phone;
let borrowers = 0;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});
afterEach(async () => {
  const { errors } = phone;
  await phone.close();
  expect(errors).toEqual([]);
});

/** A signed-in borrower whose application has reached this step. */
async function applicant(step: 'personalInfo' | 'additionalInfo') {
  borrowers += 1;
  const mobile = `25471300020${borrowers}`;
  const api = lender.phone();
  await api.signIn(mobile);
  const { product } = await api.call('latestOrder', {});
  await api.call('applyMarket', { productId: product.id, amount: product.minPrincipal, termDays: product.termDays[0] ?? 0 });
  const { order } = await api.call('latestOrder', {});
  if (step === 'additionalInfo') await api.call('saveBasicInfo', { orderNo: order?.orderNo ?? '', values: complete.personalInfo });
  // Codes are texted at least a minute apart.
  await lender.sandbox.advance(TEN_MINUTES);
  return { api, mobile };
}

/** The same borrower in the sandbox page, on that step. */
async function open(step: 'personalInfo' | 'additionalInfo', title: string): Promise<void> {
  const { mobile } = await applicant(step);
  phone = await openPhone(browser, lender.url);
  await onScreen(phone, 'Hello');
  // The app follows a link to a private page after signing in.
  await phone.app.locator('body').evaluate((_, path) => void (window.location.hash = path), PATHS[step]);
  await signIn(phone, { mobile: `0${mobile.slice(3)}`, firstName: '', lastName: '', pin: '' });
  await onScreen(phone, title);
}

describe('contact picked from the phone book of the shell', () => {
  const sheet = () => phone.page.getByRole('dialog', { name: 'Choose a contact' });
  const asks = (n: number) => press(phone, `Pick contact ${n} from your phone`);
  const stillTypes = async (): Promise<void> => {
    await type(phone, 'Name of contact 1', 'Typed Anyway');
    expect(await field(phone, 'Name of contact 1').inputValue()).toBe('Typed Anyway');
  };

  it("contact picked from the shell's phone book: name and number arrive without the prefix, and a contact used already is refused with the reason", async () => {
    await open('additionalInfo', 'Additional information');
    await asks(1);
    await sheet().getByRole('button', { name: 'Mary Njeri' }).click();
    await expect.poll(() => field(phone, 'Name of contact 1').inputValue()).toBe('Mary Njeri');
    expect(await field(phone, 'Phone number of contact 1').inputValue()).toBe('722 100 200');
    await asks(2);
    await sheet().getByRole('button', { name: 'Mary Njeri' }).click();
    await phone.app
      .getByText(/^This number is already used for contact [12]\. Choose another person$/)
      .first()
      .waitFor();
    expect(await field(phone, 'Name of contact 2').inputValue()).toBe('');
    await asks(2);
    await sheet().getByRole('button', { name: 'Fatuma Ali' }).click();
    await expect.poll(() => field(phone, 'Phone number of contact 2').inputValue()).toBe('745 600 700');
  });

  it('phone book closed: nothing changes and no message is shown', async () => {
    await open('additionalInfo', 'Additional information');
    await type(phone, 'Name of contact 1', 'Grace Akinyi');
    await asks(1);
    await sheet().getByRole('button', { name: 'Close contacts' }).click();
    await sheet().waitFor({ state: 'hidden' });
    await expect.poll(() => button(phone, 'Pick contact 1 from your phone').isEnabled()).toBe(true);
    expect(await field(phone, 'Name of contact 1').inputValue()).toBe('Grace Akinyi');
    expect(await phone.app.getByText(/Type it here instead|type it here instead/).count()).toBe(0);
  });

  it('silent shell: the wait ends, the reason is shown, and the contact can be typed', async () => {
    await open('additionalInfo', 'Additional information');
    await setIn(phone, 'Native shell', 'Answers', 'Never');
    await onScreen(phone, 'Additional information');
    await asks(1);
    await phone.app.getByText('The app did not answer. Try again, or type it here instead.').waitFor();
    await stillTypes();
  });

  it('no shell: the reason is shown, and the contact can be typed', async () => {
    await open('additionalInfo', 'Additional information');
    await setIn(phone, 'Native shell', 'Shell', 'Off');
    await onScreen(phone, 'Additional information');
    await asks(1);
    await phone.app.getByText('This works only inside the app. You can type it here instead.').waitFor();
    await stillTypes();
  });

  it('shell refuses: the reason is shown, and the contact can be typed', async () => {
    const { api, mobile } = await applicant('additionalInfo');
    const session = { token: api.token ?? '', userId: '', mobile };
    const view = await openWebView(browser, lender.url, { hash: '#/auth/additionalInfomation', shell: { login: session, session } });
    phone = { page: view.page, app: view.page.frameLocator('html'), errors: view.errors, close: () => view.context.close() };
    await view.heading('Additional information');
    await view.page.getByRole('button', { name: 'Pick contact 1 from your phone' }).click();
    await view.page.getByText('The app could not do this. Type it here instead.').waitFor();
    await view.page.getByLabel('Name of contact 1').fill('Typed Anyway');
    expect(await view.page.getByLabel('Name of contact 1').inputValue()).toBe('Typed Anyway');
  });
});

describe('personal information inside the shell', () => {
  it('personal information inside the shell: the shell receives each field once by its name, and no value', async () => {
    await open('personalInfo', 'Personal information');
    await phone.page.evaluate((bridge) => {
      const received: unknown[] = [];
      Object.assign(window, { received });
      window.addEventListener('message', ({ data }: MessageEvent<{ bridge?: string }>) => {
        if (data?.bridge === bridge) received.push(data);
      });
    }, BRIDGE);
    await type(phone, 'First name', 'Zawadi');
    await field(phone, 'First name').focus();
    await field(phone, 'First name').blur();
    await type(phone, 'Last name', 'Chepkoech');
    await choose(phone, 'Gender', 'Female');
    await pickDate(phone, 'Date of birth', { day: 15, month: 'Mar', year: 1992 });
    await type(phone, 'ID number', '87654321');
    await type(phone, 'Email address', 'zawadi.chepkoech@gmail.com');
    await pick(phone, 'Province', 'Coast');
    await pick(phone, 'District', 'Malindi');
    await pick(phone, 'Province', 'Nairobi');
    await press(phone, 'Continue');

    interface Said {
      action: string;
      payload: { name: string; values: unknown };
    }
    const logged = async (): Promise<Said[]> =>
      (await phone.page.evaluate(() => (window as unknown as { received: Said[] }).received)).filter(({ action }) =>
        action.startsWith('logEvent'),
      );
    await expect.poll(async () => (await logged()).length).toBeGreaterThanOrEqual(9);
    const said = await logged();
    expect(said.map(({ payload }) => payload.name)).toEqual([
      'basicInfo_input_firstName',
      'basicInfo_input_lastName',
      'basicInfo_select_gender',
      'basicInfo_select_inputBirthday',
      'basicInfo_input_nationalId',
      'basicInfo_input_email',
      'personalInfo_select_state',
      'personalInfo_select_city',
      'personalInfo_select_state',
    ]);
    expect(said.every(({ action }) => action === 'logEventByLocal')).toBe(true);
    expect(said.every(({ payload }) => JSON.stringify(payload.values) === '{}')).toBe(true);
    // Ids are left out: a random id may contain a year.
    expect(JSON.stringify(said.map(({ payload }) => payload))).not.toMatch(/zawadi|chepkoech|87654321|1992|coast|malindi|nairobi|female/i);
  });
});
