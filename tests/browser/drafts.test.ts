/** One application in two tabs of a phone, and in two web views of one session: nothing is overwritten without notice. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { givenEverything, keptAnswers, type Applicant } from '#tests/support/applying.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { storedText } from './storedText.ts';
import type { WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

const FORM = '#/auth/personal_infomation';
const applying = (): Promise<Applicant> => givenEverything(fixture.lender, fixture.newMobile());

async function open({ session }: Applicant, hash = FORM): Promise<WebView> {
  return fixture.open({ hash, shell: { session } });
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Types and leaves the field. */
async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).blur();
}

/** The app goes to the background, as the page sees it. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Two tabs at the personal form. */
async function twoTabs(applicant: Applicant): Promise<readonly [Page, Page]> {
  const { page, context } = await open(applicant);
  await title(page, 'Personal information');
  const other = await context.newPage();
  await other.goto(`${fixture.lender.url}/${FORM}`);
  await title(other, 'Personal information');
  return [page, other];
}

/** Everything that a copy of the phone's storage contains, without the key, which does not leave IndexedDB. */
const copiedStorage = (page: Page) =>
  page.evaluate(async () => {
    const text = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await caches.keys()]);
    const databases = await indexedDB.databases();
    const workers = await navigator.serviceWorker.getRegistrations();
    return { text, databases: databases.map(({ name }) => name), workers: workers.length };
  });

describe('text being typed', () => {
  it.each(['#/user/login', '#/user/register'])(
    'number typed by a visitor at %s, page reloaded: is there again, stored encrypted',
    async (hash) => {
      const { page } = await fixture.open({ hash });
      const number = page.getByLabel('Mobile number');
      await number.fill('0712345');
      await hide(page);
      // The first text waits for the key, which the app makes now. A reload before that would lose it.
      await expect.poll(() => storedText(page), { timeout: 20_000 }).toContain('712345');
      await number.fill('0712345678');
      await page.reload();
      await number.waitFor();
      expect(await number.inputValue()).toBe('712 345 678');
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('712345678');
    },
  );

  it('ID, contact and income typed by a borrower who is signed in: a copied storage shows none of them, nor the token', async () => {
    const applicant = await applying();
    const canaries = { id: '87654321', contact: '799000002', name: 'Canarynjeri' };
    const { page } = await open(applicant);
    const said: string[] = [];
    page.on('console', (line) => said.push(line.text()));
    await title(page, 'Personal information');
    await type(page, 'ID number', canaries.id);
    await page.evaluate(() => void (window.location.hash = '#/auth/additionalInfomation'));
    await title(page, 'Additional information');
    await field(page, 'Name of contact 1').fill(canaries.name);
    await type(page, 'Phone number of contact 1', canaries.contact);
    await page.getByRole('button', { name: /^Monthly income/ }).click();
    await page.getByRole('radio', { name: 'KSh 40,000 and more' }).check();
    await press(page, 'Confirm');
    // The field still has the focus when the page is closed.
    await field(page, 'Name of contact 2').fill('Canaryasha');
    await page.reload();
    await title(page, 'Additional information');
    expect(await field(page, 'Name of contact 2').inputValue()).toBe('Canaryasha');

    const { text, databases, workers } = await copiedStorage(page);
    const secrets = [...Object.values(canaries), 'from40000', 'Canary', applicant.session.token, applicant.session.mobile];
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(said.join()).not.toContain(secret);
    }
    expect({ databases, workers }).toEqual({ databases: ['loan-journey'], workers: 0 });
    const readable = await storedText(page);
    for (const secret of secrets) expect(readable).toContain(secret);
  });

  it('draft, app in the background: is stored', async () => {
    const { page, context } = await open(await applying());
    await title(page, 'Personal information');
    await field(page, 'Last name').fill('Njeri');
    await hide(page);
    await expect.poll(() => storedText(page)).toContain('Njeri');
    await page.close();
    const again = await context.newPage();
    await again.goto(`${fixture.lender.url}/${FORM}`);
    await title(again, 'Personal information');
    expect(await field(again, 'Last name').inputValue()).toBe('Njeri');
  });

  it('draft of a form left by Back of the phone: is stored', async () => {
    const { page } = await open(await applying(), '#/home');
    await page.evaluate((form) => void (window.location.hash = form), FORM);
    await title(page, 'Personal information');
    await field(page, 'Last name').fill('Njeri');
    await page.goBack();
    await field(page, 'Last name').waitFor({ state: 'detached' });
    await expect.poll(() => storedText(page)).toContain('Njeri');
    await page.goForward();
    await title(page, 'Personal information');
    expect(await field(page, 'Last name').inputValue()).toBe('Njeri');
  });
});

describe('two tabs of one phone', () => {
  it('draft, stored in one tab: appears in the other tab, which names the changed field', async () => {
    const [one, two] = await twoTabs(await applying());
    await type(two, 'Last name', 'Njeri');
    await expect.poll(() => field(one, 'Last name').inputValue()).toBe('Njeri');
    await one.getByText('Updated in another window: Last name').waitFor();
    await type(one, 'First name', 'Asha');
    await expect.poll(() => field(two, 'First name').inputValue()).toBe('Asha');
    expect(await field(two, 'Last name').inputValue()).toBe('Njeri');
    await one.getByText('Updated in another window').waitFor({ state: 'detached' });
  });

  it('two tabs of one phone, text being typed: stays, and the difference is shown', async () => {
    const [one, two] = await twoTabs(await applying());
    await field(one, 'Last name').fill('Otie');
    await type(two, 'Last name', 'Njeri');
    await one.getByText('Changed in another window to “Njeri”: Last name. What you are typing here stays.').waitFor();
    expect(await field(one, 'Last name').inputValue()).toBe('Otie');
    await type(one, 'Last name', 'Otieno');
    await expect.poll(() => field(two, 'Last name').inputValue()).toBe('Otieno');
    await two.getByText('Updated in another window: Last name').waitFor();
  });

  it('two tabs of one phone, logged out in one: the other ends too, and no draft stays on the phone', async () => {
    const applicant = await applying();
    const [one, two] = await twoTabs(applicant);
    await type(one, 'Last name', 'Njeri');
    await field(one, 'First name').fill('Asha');
    expect(await storedText(one)).toMatch(/Njeri|Asha/);
    await two.evaluate(() => void (window.location.hash = '#/user_center/settings'));
    await title(two, 'Settings');
    await press(two, 'Sign out');
    await one.getByText('You were signed out. Please sign in again.').waitFor();
    await title(one, 'Hello');
    for (const page of [one, two]) {
      expect(await storedText(page)).not.toMatch(/Njeri|Asha/);
      // The token stays until the lender has ended its session.
      await expect.poll(() => storedText(page)).not.toContain(applicant.session.token);
    }
  });

  it('two tabs of one phone, logged out in one: the next start shows no lost session', async () => {
    const applicant = await applying();
    const { page: one, context } = await fixture.open({
      before: (opened) =>
        opened.addInitScript(([key, text]) => {
          if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
        }, keptAnswers(applicant)),
    });
    const two = await context.newPage();
    await two.goto(`${fixture.lender.url}/`);
    await two.getByRole('link', { name: 'Help and messages', exact: true }).waitFor();
    await one.evaluate(() => void (window.location.hash = '#/user_center/settings'));
    await title(one, 'Settings');
    await press(one, 'Sign out');
    await two.getByText('You were signed out. Please sign in again.').waitFor();
    // The other tab knows of it before this one has left the settings, which a visitor may not open.
    await title(one, 'Hello');
    await one.reload();
    // A visitor's home has the first button, the note of a lost session the second one.
    await one.getByRole('button', { name: /^(Apply|Sign in)$/ }).waitFor();
    expect(await one.getByText('You were signed out').count()).toBe(0);
  });

  it('application sent in one: the other loads the order, and no draft stays on the phone', async () => {
    const applicant = await applying();
    const view = await fixture.open({
      hash: FORM,
      shell: { session: applicant.session },
      before: (context) =>
        context.addInitScript(([key, text]) => {
          if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
        }, keptAnswers(applicant)),
    });
    await title(view.page, 'Personal information');
    const other = await view.context.newPage();
    await other.goto(`${fixture.lender.url}/#/auth/loan_question`);
    await title(other, 'Check your answers');
    await field(view.page, 'Last name').fill('Njeri');
    await press(other, 'Send application');
    await title(other, 'Your application');
    await expect.poll(() => view.path()).toBe('/');
    expect(await storedText(other)).not.toMatch(/Njeri|loanQuestion/);
  });
});

describe('two devices with one session, same section saved', () => {
  /** Both have read the same version; the other one has saved another last name since. */
  async function savedElsewhere(): Promise<{ page: Page; applicant: Applicant }> {
    const applicant = await applying();
    const [{ page }, { page: other }] = [await open(applicant), await open(applicant)];
    await title(page, 'Personal information');
    await title(other, 'Personal information');
    await type(other, 'Last name', 'Njeri');
    await press(other, 'Continue');
    await title(other, 'Your credit history');
    await type(page, 'Last name', 'Otieno');
    await press(page, 'Continue');
    await title(page, 'Saved on another phone');
    return { page, applicant };
  }
  const lastName = async ({ phone }: Applicant) => (await phone.call('getUserInfo', {})).sections.personalInfo?.['lastName'];

  it('section saved on two devices, later one: shows both versions, and can take the newer one', async () => {
    const { page, applicant } = await savedElsewhere();
    expect(await page.getByRole('main').innerText()).toMatch(/Last name\s+On the other phone\s+Njeri\s+On this phone\s+Otieno/);
    expect(await lastName(applicant)).toBe('Njeri');
    await press(page, 'Use what is on the other phone');
    await title(page, 'Personal information');
    expect(await field(page, 'Last name').inputValue()).toBe('Njeri');
    await press(page, 'Continue');
    await title(page, 'Your credit history');
    expect(await lastName(applicant)).toBe('Njeri');
  });

  it('section saved on two devices, later one: can keep its own version', async () => {
    const { page, applicant } = await savedElsewhere();
    await press(page, 'Keep what is on this phone');
    await title(page, 'Your credit history');
    expect(await lastName(applicant)).toBe('Otieno');
  });

  it('section saved on two devices, later one: Back returns to the complete form, and the next save asks again', async () => {
    const { page, applicant } = await savedElsewhere();
    await press(page, 'Back');
    await title(page, 'Personal information');
    expect(await field(page, 'Last name').inputValue()).toBe('Otieno');
    await press(page, 'Continue');
    await title(page, 'Saved on another phone');
    expect(await lastName(applicant)).toBe('Njeri');
  });
});
