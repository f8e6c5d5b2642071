/** The review before an application is sent, in the built app with a real lender. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { givenEverything, keptAnswers, type Applicant } from '#tests/support/applying.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { storedText } from './storedText.ts';
import type { WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

async function reviewing(): Promise<{ view: WebView; applicant: Applicant }> {
  const applicant = await givenEverything(fixture.lender, fixture.newMobile());
  const view = await fixture.open({
    hash: '#/auth/loan_question',
    shell: { session: applicant.session },
    before: (context) =>
      context.addInitScript<[string, string]>(([key, text]) => {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
      }, keptAnswers(applicant)),
  });
  await view.heading('Check your answers');
  return { view, applicant };
}

/** The value beside a label. */
const valueOf = ({ page }: WebView, label: string): Promise<string> =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .innerText()
    .then((text) => text.replaceAll('\u00A0', ' '));
const change = ({ page }: WebView, label: string) => page.getByRole('link', { name: `Change ${label}`, exact: true });
const hasFocus = (view: WebView, label: string) =>
  expect.poll(() => change(view, label).evaluate((link) => link === document.activeElement)).toBe(true);

describe('review of the application', () => {
  it('review of the application: it shows every part as a person reads it, also values typed on another device', async () => {
    const { view } = await reviewing();
    const expected = {
      'First name': 'Amina',
      'Date of birth': '15 Mar 1992',
      'Marital status': 'Married',
      'WhatsApp number': '+254 712 345 678',
      Employment: 'Employee',
      'Phone number of contact 2': '+254 733 000 222',
      'Middle name': 'Not given',
      'Front of ID': 'Taken',
      'Which lender do you owe money now\\?': 'None',
    };
    for (const [label, value] of Object.entries(expected)) expect(await valueOf(view, label), label).toBe(value);
    expect(await valueOf(view, 'Account')).toMatch(/^M-PESA \+254\s712\s•••\s\d{3}$/);
    expect(await valueOf(view, 'Amount')).toMatch(/^KSh/);
    expect(await view.page.getByRole('main').innerText()).not.toContain('You can ask for another code');
  });

  it('review of the application, second press where Continue was: meets no button, so nothing is sent that nobody has checked', async () => {
    const { view, applicant } = await reviewing();
    const { page } = view;
    const under = () =>
      page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 40)?.closest('button, a')?.textContent ?? null);
    expect(await under()).toBeNull();
    await page.mouse.dblclick(180, 700);
    await view.heading('Check your answers');
    expect((await applicant.phone.call('latestOrder', {})).order?.status).toBe(STATUS.question);
    await page.getByRole('button', { name: 'Send application' }).scrollIntoViewIfNeeded();
  });

  it('review of the application, line pressed: leads to its field with the focus, and Back returns to the line', async () => {
    const { view } = await reviewing();
    const names = await view.page.getByRole('link', { name: /^Change / }).allInnerTexts();
    const labels = names.map((name) => name.replace(/^Change\s+/, ''));
    expect(labels.length).toBeGreaterThan(35);
    expect(new Set(labels).size, 'each has a name of its own').toBe(labels.length);
    for (const label of labels) {
      await change(view, label).click();
      await view.page.getByRole('heading', { level: 1, name: 'Check your answers' }).waitFor({ state: 'detached' });
      const isPhoto = view.path() === '/auth/id_card_authentication';
      if (!isPhoto)
        await expect
          .poll(() => view.page.evaluate(() => (document.activeElement?.id ?? '').startsWith('field-')), {
            message: label,
          })
          .toBe(true);
      await view.page.getByRole('button', { name: 'Back', exact: true }).click();
      await view.heading('Check your answers');
      await hasFocus(view, label);
    }
  });

  it('review of the application, change saved: is shown; change not saved: is marked', async () => {
    const { view, applicant } = await reviewing();
    await change(view, 'Last name').click();
    await view.heading('Personal information');
    const lastName = view.page.getByRole('textbox', { name: 'Last name' });
    await expect.poll(() => lastName.evaluate((field) => field === document.activeElement)).toBe(true);
    await lastName.fill('Njeri');
    await view.page.getByRole('button', { name: 'Continue' }).click();
    await view.heading('Check your answers');
    expect(await valueOf(view, 'Last name')).toBe('Njeri');
    await hasFocus(view, 'Last name');
    expect(view.path(), 'the address of what is on the screen').toBe('/auth/loan_question');
    expect((await applicant.phone.call('getUserInfo', {})).sections.personalInfo).toMatchObject({ lastName: 'Njeri' });

    await change(view, 'First name').click();
    await view.page.getByRole('textbox', { name: 'First name' }).fill('Asha');
    await view.page.getByRole('button', { name: 'Back', exact: true }).click();
    await view.heading('Check your answers');
    expect(await valueOf(view, 'First name')).toBe('Amina\n\nTyped and not saved: Asha');
    await view.page.getByText(/^Some changes were typed and not saved/).waitFor();
  });

  it('review of the application, web view closed: is restored, an answer can be changed, and the shown values are sent', async () => {
    const { view, applicant } = await reviewing();
    await view.page.reload();
    await view.heading('Check your answers');
    await change(view, 'Are you listed with a credit bureau (CRB)?').click();
    await view.heading('Your credit history');
    await view.page
      .getByRole('group', { name: /credit bureau/ })
      .getByRole('radio', { name: 'Yes' })
      .check();
    await view.page.getByRole('button', { name: 'Continue' }).click();
    await view.heading('Check your answers');
    expect(await valueOf(view, 'Are you listed with a credit bureau \\(CRB\\)\\?')).toBe('Yes');
    expect((await applicant.phone.call('latestOrder', {})).order?.status, 'nothing is sent yet').toBe(STATUS.question);
    await view.page.getByRole('button', { name: 'Send application' }).click();
    await view.heading('Your application');
    const { sections } = await applicant.phone.call('getUserInfo', {});
    expect(sections.loanQuestion).toMatchObject({ 1: 'no', 2: 'yes' });
    expect(await storedText(view.page)).not.toContain('loanQuestion');
  });
});
