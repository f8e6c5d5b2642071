/** The whole onboarding without a pointer: from home to the sent application, on the built app and against the real lender. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { photoFile } from '#tests/support/idCards.ts';
import { GOOD_HISTORY, turnHead } from '#tests/support/borrowerSteps.ts';
import { keyboardOf, type Keyboard } from '#tests/support/keyboard.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { openWebView, type WebView } from './webViewFixture.ts';

const MOBILE = '254712345678';
const TEN_MINUTES = 10 * 60_000;

let browser: Browser;
let lender: TestLender;
let view: WebView;
let keys: Keyboard;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true, reads: true })]);
  view = await openWebView(browser, lender.url);
  keys = keyboardOf(view.page);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});

async function signUp(): Promise<void> {
  await view.heading('Hello');
  await keys.activate('Apply');
  await keys.onScreen('Sign in');
  await keys.type('Mobile number', '712345678');
  await keys.press('Enter');
  await keys.onScreen('Register');
  await keys.tabTo(view.page.getByRole('checkbox'));
  await keys.press('Space');
  await keys.activate('Send me a code');
  await view.heading('Enter the verification code');
  await keys.type('Verification code', await lender.sandbox.codeFor(MOBILE));
  await keys.press('Enter');
}

async function personalInformation(): Promise<void> {
  await keys.onScreen('Personal information');
  await keys.type('First name', 'Amina');
  await keys.type('Last name', 'Wanjiku');
  await keys.choose('Gender', 'Female');
  await keys.pickDate('Date of birth', { day: '15', month: 'Mar', year: '1992' });
  await keys.pick('Education', 'Secondary');
  await keys.pick('Marital status', 'Married');
  await keys.type('ID number', '12345678');
  await keys.type('WhatsApp number', '712345678');
  await keys.type('Email address', 'amina.wanjiku@gmail.com');
  await keys.pick('Type of home', 'Rented');
  await keys.pick('Province', 'Nairobi');
  await keys.pick('District', 'Nairobi');
}

async function additionalInformation(): Promise<void> {
  await keys.onScreen('Additional information');
  await keys.pick('Employment', 'Employee');
  await keys.pick('Industry', 'Education and training');
  await keys.pick('Time in this work', '1-3 years');
  await keys.pick('Monthly income', 'KSh 15,000 to 29,999');
  await keys.pick('How often you are paid', 'Every month');
  await keys.pick('Payday', '25');
  await keys.type('Work phone number', '0201234567');
  await keys.pick('Province of your work', 'Nairobi');
  await keys.pick('District of your work', 'Nairobi');
  await keys.type('Work address', 'Kenyatta Avenue 3');
  await keys.type('Name of contact 1', 'Mary Njeri');
  await keys.type('Phone number of contact 1', '0722100200');
  await keys.pick('Relationship of contact 1', 'Sibling');
  await keys.type('Name of contact 2', 'Peter Otieno');
  await keys.type('Phone number of contact 2', '0733200300');
  await keys.pick('Relationship of contact 2', 'Friend');
  // Enter opens the fold, and its fields are next.
  await keys.tabTo(view.page.locator('summary'));
  await keys.press('Enter');
  await keys.tabTo(view.page.getByRole('textbox', { name: 'Name of contact 3' }));
  await keys.activate('Continue');
}

async function photos(): Promise<void> {
  await keys.onScreen('Photos of your ID');
  // Codes are texted at least a minute apart, and this test types faster than people do.
  await lender.sandbox.advance(TEN_MINUTES);
  // A page in this browser cannot open a camera, so the phone's camera app takes the photo.
  await keys.activate('Photograph the front');
  await view.page.getByText('Use the camera of your phone, or choose a photo you have.').waitFor();
  for (const [action, side] of [
    ['Photograph the front', 'Front of ID'],
    ['Photograph the back', 'Back of ID'],
    ['Photograph your face', 'Your face'],
  ] as const) {
    const photo = await photoFile(side);
    const chooser = view.page.waitForEvent('filechooser');
    await keys.activate(action);
    await (await chooser).setFiles(photo);
    if (side !== 'Your face') await view.page.getByRole('button', { name: `Take again: ${side}` }).waitFor();
  }
  await turnHead(view.page, view.page, () => keys.activate(/^Turn (left|right) and take the photo$/));
  await keys.activate('Continue');
}

async function payoutAccount(): Promise<void> {
  await keys.onScreen('Where we pay you');
  await keys.choose('Send my loan to', 'M-PESA');
  await keys.type('Mobile number', '712345678');
  await keys.activate(/^Send (me a|the) code/);
  await view.page.getByText(/^You can ask for another code/).waitFor();
  await keys.tabTo(view.page.getByRole('textbox', { name: 'Verification code' }));
  await view.page.keyboard.type(await lender.sandbox.codeFor(MOBILE));
  await keys.activate('Continue');
}

async function creditHistory(): Promise<void> {
  await keys.onScreen('Your credit history');
  await keys.choose('Did you miss a payment in the last 6 months?', 'No');
  await keys.choose('Are you listed with a credit bureau (CRB)?', 'No');
  for (const [question, answer] of GOOD_HISTORY) await keys.pick(question, answer);
  await keys.activate('Continue');
  await keys.onScreen('Check your answers');
  await keys.activate('Send application');
}

describe('keyboard alone', () => {
  it('keyboard alone, from home to the sent application: the focus is visible everywhere, and every step can be taken', async () => {
    await signUp();
    await keys.onScreen('Choose your loan');
    await keys.tabTo(view.page.getByRole('slider', { name: 'How much do you need?' }));
    await keys.press('End');
    await keys.activate(/^Apply for KSh/);

    await personalInformation();
    // After an early press the list of reasons has the focus. Enter leads from each reason to its field.
    await keys.activate('Continue');
    const summary = view.page.getByRole('alert').filter({ hasText: 'There is a problem' });
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await keys.tabTo(summary.getByRole('link', { name: 'Enter your address' }));
    await keys.press('Enter');
    const address = view.page.getByRole('textbox', { name: 'Address', exact: true });
    expect(await address.evaluate((element) => element === document.activeElement)).toBe(true);
    await view.page.keyboard.type('12 Moi Avenue');
    // Escape closes a sheet and changes nothing.
    await keys.tabTo(view.page.getByRole('button', { name: 'District Nairobi' }), 'Shift+Tab');
    await keys.press('Enter');
    await view.page.getByRole('dialog', { name: 'District' }).waitFor();
    await keys.press('Escape');
    await view.page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.tabTo(address);
    // The Enter key of the last field sends.
    await keys.press('Enter');

    await additionalInformation();
    await photos();
    await payoutAccount();
    await creditHistory();
    await keys.onScreen('Your application');
    expect((await lender.sandbox.state()).orders[0]?.status).toBe(STATUS.applying);
    expect(view.errors).toEqual([]);
  });
});
