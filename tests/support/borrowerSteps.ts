/** The steps of a borrower's journey, as a person takes them: what is seen, typed and pressed. */
import { expect } from 'vitest';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { photoFile, turnedFacePhoto } from './idCards.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import { say } from '#src/forms/messages/index.ts';
import { isRequired, isTyped, scopeOf, shownFields } from '#src/forms/scope.ts';
import { labelOf } from '#src/market/options.ts';
import { formText } from '#src/ui/form/strings.ts';
import { complete, context } from '#tests/forms/sectionSamples.ts';
import {
  codeAfter,
  atDesk,
  choose,
  field,
  moveClock,
  onScreen,
  panel,
  pick,
  pickDate,
  press,
  reopenWebView,
  takeFirstCase,
  type,
  type Phone,
} from './sandboxPhone.ts';

export interface Borrower {
  /** The number in a format that people use. */
  mobile: string;
  firstName: string;
  lastName: string;
  pin: string;
}

/** A check that a test runs while a page is filled in and not sent yet. */
export type Look = () => Promise<void>;
const nothing: Look = () => Promise.resolve();

export const amina: Borrower = { mobile: '0712 345 678', firstName: 'Amina', lastName: 'Wanjiku', pin: '1234' };

/** From the home of a visitor to an account. Ends at the choice of a loan. */
export async function register(phone: Phone, { mobile }: Borrower, look: Look = nothing): Promise<void> {
  await onScreen(phone, 'Hello');
  await press(phone, 'Apply');
  await onScreen(phone, 'Sign in');
  await look();
  await type(phone, 'Mobile number', mobile);
  // The lender does not know the number, so the same page goes on to registration without typing it again.
  await press(phone, 'Send me a code');
  await onScreen(phone, 'Register');
  await phone.app.getByRole('checkbox').check();
  await look();
  const code = await codeAfter(phone, () => press(phone, 'Send me a code'));
  await enterCode(phone, code, look);
}

export async function signIn(phone: Phone, { mobile }: Borrower): Promise<void> {
  await onScreen(phone, 'Sign in');
  await type(phone, 'Mobile number', mobile);
  await enterCode(phone, await codeAfter(phone, () => press(phone, 'Send me a code')));
}

/** From the home of a visitor, by the login of the native app. Ends at the choice of a loan. */
export async function signInByShell(phone: Phone, { mobile }: Borrower): Promise<void> {
  await onScreen(phone, 'Hello');
  await press(phone, 'Apply');
  const sheet = phone.page.getByRole('dialog', { name: 'Sign in to the phone' });
  await sheet.getByRole('textbox', { name: 'Mobile number' }).fill(mobile);
  const code = await codeAfter(phone, () => sheet.getByRole('button', { name: 'Send the code' }).click());
  await sheet.getByRole('textbox', { name: /^Code sent to/ }).fill(code);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await onScreen(phone, 'Choose your loan');
}

async function enterCode(phone: Phone, code: string, look: Look = nothing): Promise<void> {
  await onScreen(phone, 'Enter the verification code');
  await look();
  await type(phone, 'Verification code', code);
  await press(phone, 'Confirm the code');
}

/** Step 1, first half: the fields until a birthday is chosen, and those that appear then. */
export async function fillName(phone: Phone, { firstName, lastName }: Borrower): Promise<void> {
  await onScreen(phone, 'Personal information');
  await type(phone, 'First name', firstName);
  await type(phone, 'Last name', lastName);
  await choose(phone, 'Gender', 'Female');
  await pickDate(phone, 'Date of birth', { day: 15, month: 'Mar', year: 1992 });
}

/** Step 1, second half. */
export async function fillRestOfPersonalInformation(phone: Phone): Promise<void> {
  await pick(phone, 'Education', 'Secondary');
  await pick(phone, 'Marital status', 'Married');
  await type(phone, 'ID number', '12345678');
  await type(phone, 'WhatsApp number', '712345678');
  await type(phone, 'Email address', 'amina.wanjiku@gmail.com');
  await pick(phone, 'Type of home', 'Rented');
  await pick(phone, 'Province', 'Nairobi');
  await pick(phone, 'District', 'Nairobi');
  await type(phone, 'Address', '12 Moi Avenue');
  await fillOthers(phone, 'personalInfo');
}

/** Step 2: work, then two contacts, one from the phone book and one typed. */
export async function fillAdditionalInformation(phone: Phone): Promise<void> {
  await onScreen(phone, 'Additional information');
  await pick(phone, 'Employment', 'Employee');
  await pick(phone, 'Industry', 'Education and training');
  await pick(phone, 'Time in this work', '1-3 years');
  await pick(phone, 'Monthly income', 'KSh 15,000 to 29,999');
  await pick(phone, 'How often you are paid', 'Every month');
  await pick(phone, 'Payday', '25');
  await type(phone, 'Work phone number', '0201234567');
  await pick(phone, 'Province of your work', 'Nairobi');
  await pick(phone, 'District of your work', 'Nairobi');
  await type(phone, 'Work address', 'Kenyatta Avenue 3');
  await pickContact(phone, 1, 'Mary Njeri');
  await pick(phone, 'Relationship of contact 1', 'Sibling');
  await type(phone, 'Name of contact 2', 'Peter Otieno');
  await type(phone, 'Phone number of contact 2', '0733 200 300');
  await pick(phone, 'Relationship of contact 2', 'Friend');
  await fillOthers(phone, 'additionalInfo');
}

/** Fills in required fields that the steps above do not name, such as new ones, with the values of the samples. */
async function fillOthers(phone: Phone, section: 'personalInfo' | 'additionalInfo'): Promise<void> {
  const values = complete[section];
  const scope = scopeOf(context);
  for (const one of shownFields(section, values, scope).filter((shown) => isRequired(shown, values, scope))) {
    const label = say('en')(one.label, one.params);
    const value = values[one.name] ?? '';
    const option = one.options?.(values, scope).find(({ id }) => id === value);
    if (isTyped(one)) {
      if ((await field(phone, label).inputValue()) === '') await type(phone, label, value);
    } else if (option && one.kind === 'radio') {
      const isChosen = await phone.app.getByRole('group', { name: label, exact: true }).getByRole('radio', { checked: true }).count();
      if (isChosen === 0) await choose(phone, label, labelOf(option, 'en'));
    } else if (option) {
      const isEmpty = await phone.app.getByRole('button', { name: `${label} ${formText('en')('select')}`, exact: true }).count();
      if (isEmpty > 0) await pick(phone, label, labelOf(option, 'en'));
    }
  }
}

/** Picks a contact in the shell's phone book, which covers the app. The number arrives without spaces and prefix. */
async function pickContact(phone: Phone, n: number, name: string): Promise<void> {
  await press(phone, `Pick contact ${n} from your phone`);
  const sheet = phone.page.getByRole('dialog', { name: 'Choose a contact' });
  await sheet.getByRole('button', { name }).click();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => field(phone, `Name of contact ${n}`).inputValue()).toBe(name);
}

/** Step 3: photos of Amina's card and of a face, as files of a phone's camera app. */
export async function takePhotos(phone: Phone, look: Look = nothing): Promise<void> {
  await onScreen(phone, 'Photos of your ID');
  // A page in this browser cannot open a camera, so the phone's camera app takes the photo.
  await press(phone, 'Photograph the front');
  await phone.app.getByText('Use the camera of your phone, or choose a photo you have.').waitFor();
  for (const [action, side] of [
    ['Photograph the front', 'Front of ID'],
    ['Photograph the back', 'Back of ID'],
    ['Photograph your face', 'Your face'],
  ] as const) {
    const photo = await photoFile(side);
    const chooser = phone.page.waitForEvent('filechooser');
    await phone.app.getByRole('button', { name: action, exact: true }).last().click();
    await (await chooser).setFiles(photo);
    // After the photo of the face, the page asks for one with the head turned instead of offering to take it again.
    if (side !== 'Your face') await phone.app.getByRole('button', { name: `Take again: ${side}` }).waitFor();
  }
  await turnHead(phone.app, phone.page);
  await look();
  await press(phone, 'Continue');
}

/** The second photo of the face: the lender draws the side, and the page shows it. */
export async function turnHead(
  app: Page | FrameLocator,
  page: Page,
  pressed: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<void> {
  const button = app.getByRole('button', { name: /^Turn (left|right) and take the photo$/ });
  const turn = (await button.textContent())?.includes('left') ? 'left' : 'right';
  const chooser = page.waitForEvent('filechooser');
  await pressed(button);
  await (await chooser).setFiles({ name: 'turned.jpeg', mimeType: 'image/jpeg', buffer: await turnedFacePhoto(turn) });
  await app.getByRole('button', { name: 'Take again: Your face' }).waitFor();
}

/** Step 4: the payout number, verified by a code. */
export async function bindMpesa(phone: Phone, { mobile }: Borrower, look: Look = nothing): Promise<void> {
  await onScreen(phone, 'Where we pay you');
  await choose(phone, 'Send my loan to', 'M-PESA');
  await type(phone, 'Mobile number', mobile);
  await proveNumber(phone, look);
}

export async function bindBankAccount(phone: Phone, look: Look = nothing): Promise<void> {
  await onScreen(phone, 'Where we pay you');
  await choose(phone, 'Send my loan to', 'Bank account');
  await type(phone, 'Name of the account holder', 'Amina Wanjiku');
  await pick(phone, 'Bank', 'Equity Bank Kenya Limited');
  await type(phone, 'Account number', '0123456789012');
  await type(phone, 'Account number again', '0123456789012');
  await proveNumber(phone, look);
}

async function proveNumber(phone: Phone, look: Look): Promise<void> {
  // Codes are texted at least a minute apart. This test types faster than people do, so it moves the clock. The page has to be
  // opened again, because it shows the old countdown otherwise. It keeps the typed values.
  await moveClock(phone, '+10 min');
  await reopenWebView(phone);
  await onScreen(phone, 'Where we pay you');
  const code = await codeAfter(phone, () => press(phone, /^Send (me a|the) code/));
  await type(phone, 'Verification code', code);
  await look();
  await press(phone, 'Continue');
}

export const GOOD_HISTORY = [
  ['How would you rate your credit history?', 'Good'],
  ['Which lender do you owe money now?', 'None'],
  ['Which lender did you pay late in the past?', 'None'],
  ['What was your longest delay in paying?', 'Never overdue'],
  ['How much do you owe in total?', 'None'],
  ['How many digital loans have you had?', '2 loans'],
  ['How many digital loans do you have now?', 'None'],
  ['How many digital loans did you repay on time?', '2 loans'],
  ['How many of your digital loans are overdue?', 'None'],
] as const;

/** Step 5: eleven answers that the lender's rules accept. */
export async function answerQuestions(phone: Phone): Promise<void> {
  await onScreen(phone, 'Your credit history');
  await choose(phone, 'Did you miss a payment in the last 6 months?', 'No');
  await choose(phone, 'Are you listed with a credit bureau (CRB)?', 'No');
  for (const [question, answer] of GOOD_HISTORY) await pick(phone, question, answer);
}

/** From the last answer: checks the review, then sends. */
export async function sendApplication(phone: Phone, look: Look = nothing): Promise<void> {
  await press(phone, 'Continue');
  await onScreen(phone, 'Check your answers');
  await look();
  await press(phone, 'Send application');
}

/** A clerk signs in at the desk beside the phone, approves the oldest application, and leaves if the desk has a button for it. */
export async function approve(phone: Phone): Promise<void> {
  const desk = await atDesk(phone);
  await takeFirstCase(desk, 'Applications');
  await desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('button', { name: 'Approve the application' }).click();
  await desk.getByText('Done, and written to the log.').waitFor();
  const leave = panel(phone, "Lender's desk").getByRole('button', { name: 'Leave the desk' });
  if ((await leave.count()) > 0) await leave.click();
}

/** Moves the slider to the ceiling of a first loan. */
export async function chooseMost(phone: Phone): Promise<void> {
  await onScreen(phone, 'Choose your loan');
  await phone.app.getByRole('slider', { name: 'How much do you need?' }).press('End');
}

/** From the offer to the money on its way. @param sent the amount on the offer's button. */
export async function drawLoan(phone: Phone, sent: Cents): Promise<void> {
  await onScreen(phone, 'Your loan offer');
  await phone.app.getByRole('checkbox').check();
  await press(phone, `Get ${formatKsh(sent)}`);
}

export const openTab = (phone: Phone, name: 'Home' | 'Records' | 'Me'): Promise<void> =>
  phone.app.getByRole('navigation').getByRole('link', { name, exact: true }).click();
