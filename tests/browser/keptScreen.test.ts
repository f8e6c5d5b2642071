/** The last screen of a borrower, which the phone shows until the app has drawn. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#machines/model/calendar.ts';
import { STORED_PLACE } from '#src/app/safe/keyRecord.ts';
import { givenEverything } from '#tests/support/applying.ts';
import { addBorrowers } from '../../scripts/lib/manyBorrowers.ts';
import { boxes } from './boxes.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { borrower, type WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

const FORM = '#/auth/personal_infomation';
const OWED = /^(Left to pay by .*|To pay now)$/;
const NOTE = /^As of \w+\s\d+\s\w+, \d+:\d+\. Checking for changes\.$/;

let loans = 0;
/** A borrower with a running loan, at home. @param age since the loan was paid out, ms. */
async function owing(age = HOUR): Promise<WebView> {
  const { store, clock } = fixture.lender.inside();
  await addBorrowers(store, { stage: 'lent', count: 1, first: ++loans, now: clock.now() - age });
  const session = await borrower(fixture.lender, `254${700_000_000 + loans}`);
  const view = await fixture.open({ shell: { session } });
  await view.page.getByText(OWED).first().waitFor();
  return view;
}

/** An applicant at the personal form, in which everything is filled in. */
async function applying(): Promise<WebView> {
  const { session } = await givenEverything(fixture.lender, fixture.newMobile());
  const view = await fixture.open({ hash: FORM, shell: { session } });
  await field(view.page, 'First name').waitFor();
  return view;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** The screen that is stored on the phone, encrypted; null: none. No two writes are alike. */
const kept = (page: Page): Promise<string | null> =>
  page.evaluate(
    ([database, store, , id]) =>
      new Promise<string | null>((resolve) => {
        const opening = indexedDB.open(database);
        // The app has not made it yet.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve(null));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(store).objectStore(store).get(id) as IDBRequest<Uint8Array | undefined>;
          reading.addEventListener('success', () => resolve(reading.result ? reading.result.join(' ') : null));
          opening.result.close();
        });
      }),
    STORED_PLACE,
  );
/** Waits until another screen than this one is stored. @param earlier null: none. */
async function whenKept(page: Page, earlier: string | null = null): Promise<void> {
  await expect.poll(async () => ![null, earlier].includes(await kept(page)), { timeout: 20_000 }).toBe(true);
}
const whenGone = (page: Page) => expect.poll(() => kept(page), { timeout: 20_000 }).toBeNull();

/**
 * Opens the app again. The last file of the start waits until `letThrough`, so the app cannot draw.
 * @param hash of the link that is opened.
 */
async function startAgain({ page }: WebView, hash = ''): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.goto('about:blank');
  await page.route(/\/assets\/page-.*\.js/, (route) => (isHeld ? void held.push(route) : route.continue()));
  await page.goto(`${fixture.lender.url}/${hash}`, { waitUntil: 'commit' });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
    await page.locator('#app main').waitFor();
  };
}

/** Waits for the loading home, which a start shows where there is no kept screen. */
const nothingShown = async (page: Page): Promise<void> => {
  await page.locator('#start main[aria-busy=true]').waitFor();
  expect(await page.locator('#start').innerText()).not.toMatch(/KSh|First name/);
};

describe('last screen, running loan', () => {
  it.each([
    ['loan', HOUR, 'Pay'],
    ['late loan', 100 * DAY, /^Pay KSh/],
  ])('home with a %s, kept: shows what is owed and when that was, until the app has drawn the same', async (_, age, pay) => {
    const view = await owing(age);
    const { page } = view;
    await whenKept(page);
    const letThrough = await startAgain(view);
    const start = page.locator('#start');
    await start.getByText(OWED).first().waitFor();
    expect(await start.getByText(NOTE).count()).toBe(1);
    expect(await start.getByRole('button', { name: pay, exact: true }).isVisible()).toBe(true);
    const before = await boxes(page);
    const words = await page.locator('#start main').innerText();
    await letThrough();
    expect(await page.getByText(NOTE).count()).toBe(0);
    expect(await page.locator('#app main').innerText()).toBe(words);
    expect(await boxes(page)).toEqual(before);
  });

  it('home with a loan, kept, Pay pressed: is shown as pressed, and the app opens the payment page', async () => {
    const view = await owing();
    await whenKept(view.page);
    const letThrough = await startAgain(view);
    const pay = view.page.locator('#start').getByRole('button', { name: 'Pay', exact: true });
    await pay.click();
    expect(await pay.getAttribute('aria-busy')).toBe('true');
    await letThrough();
    await view.page.getByText(/^Another amount/).waitFor();
  });

  it('home with a loan, kept, link in it pressed: the app opens that page', async () => {
    const view = await owing();
    await whenKept(view.page);
    const letThrough = await startAgain(view);
    await view.page.locator('#start').getByRole('link', { name: 'Records' }).click();
    await letThrough();
    await view.heading('Records');
  });

  it('home with a loan, kept, lender not reached: the app says so in its place, and the next start shows it again', async () => {
    const view = await owing();
    await whenKept(view.page);
    const letThrough = await startAgain(view);
    await view.page.locator('#start').getByText(OWED).waitFor();
    await view.page.route(/\/api\//, (route) => route.abort());
    await view.page.reload({ waitUntil: 'commit' });
    await letThrough();
    await view.page.getByRole('button', { name: 'Try again' }).first().waitFor();
    expect(await view.page.getByText(OWED).count()).toBe(0);
    // The failure says nothing about the loan, so the next start shows it again.
    await view.page.locator('#start').waitFor({ state: 'detached' });
    await startAgain(view);
    await view.page.locator('#start').getByText(OWED).waitFor();
  });

  it('home with a loan, kept, its due date past: nothing of it is shown', async () => {
    const view = await owing();
    await whenKept(view.page);
    await view.context.clock.setSystemTime(fixture.lender.inside().clock.now() + 100 * DAY);
    const letThrough = await startAgain(view);
    await nothingShown(view.page);
    await letThrough();
  });

  it('home with a loan, kept, another place linked: nothing of it is shown', async () => {
    const view = await owing();
    await whenKept(view.page);
    const letThrough = await startAgain(view, '#/me');
    await nothingShown(view.page);
    await letThrough();
    await view.heading('Me');
  });

  it('home with a loan, kept, left for another place: is removed from the phone, and kept again when it is shown', async () => {
    const { page } = await owing();
    await whenKept(page);
    await page.getByRole('link', { name: 'Records' }).click();
    await whenGone(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText(OWED).waitFor();
    await whenKept(page);
  });

  it('home with a loan, kept, borrower signs out: is removed, and the next start shows nothing of it', async () => {
    const view = await owing();
    const { page } = view;
    await whenKept(page);
    await view.typePath('/user_center/settings');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await whenGone(page);
    const letThrough = await startAgain(view);
    await page.locator('#start main').waitFor();
    expect(await page.getByText(OWED).count()).toBe(0);
    await letThrough();
  });
});

describe('last screen, form', () => {
  it('form, kept: has what was typed; what is typed before the app is there stays, and so does the caret', async () => {
    const view = await applying();
    const { page } = view;
    await whenKept(page);
    const earlier = await kept(page);
    await field(page, 'First name').fill('Wanjiku');
    await field(page, 'First name').blur();
    await whenKept(page, earlier);
    const letThrough = await startAgain(view, FORM);
    const early = page.locator('#start').getByRole('textbox', { name: 'First name', exact: true });
    await early.waitFor();
    expect(await early.inputValue()).toBe('Wanjiku');
    await early.press('End');
    await early.pressSequentially('njeri');
    await page.locator('#start').getByRole('radio', { name: 'Female', exact: true }).check();
    await early.press('Enter');
    await early.press('ArrowLeft');
    await letThrough();
    await page.locator('#start').waitFor({ state: 'detached' });
    const own = field(page, 'First name');
    expect(await own.inputValue()).toBe('Wanjikunjeri');
    expect(await page.getByRole('radio', { name: 'Female', exact: true }).isChecked()).toBe(true);
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
    await own.press('x');
    expect(await own.inputValue()).toBe('Wanjikunjerxi');
  });

  it.each([
    ['choice between texts', ['First name', 'Last name'], 'Male', ['ID number']],
    ['choice alone', [], 'Male', []],
    ['texts alone', ['First name', 'Middle name', 'ID number'], null, []],
  ])('form, kept, %s typed before the app is there: everything is entered and stored', async (_, above, choice, below) => {
    const view = await applying();
    const { page } = view;
    await whenKept(page);
    const letThrough = await startAgain(view, FORM);
    const start = page.locator('#start');
    const text = (name: string) => (name === 'ID number' ? '87654321' : `New${name.slice(0, 3).toLowerCase()}`);
    await start.getByRole('textbox', { name: 'First name', exact: true }).waitFor();
    const fill = async (names: readonly string[]): Promise<void> => {
      for (const name of names) await start.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(text(name));
    };
    await fill(above);
    if (choice) await start.getByRole('radio', { name: choice, exact: true }).check();
    await fill(below);
    await letThrough();
    await start.waitFor({ state: 'detached' });
    const expectAll = async (): Promise<void> => {
      for (const name of [...above, ...below])
        await expect.poll(() => page.getByRole('textbox', { name: new RegExp(`^${name}`) }).inputValue()).toBe(text(name));
      if (choice) await expect.poll(() => page.getByRole('radio', { name: choice, exact: true }).isChecked()).toBe(true);
    };
    await expectAll();
    // Leaves the last field, as a press elsewhere does.
    await page.getByRole('heading', { level: 1 }).click();
    await page.reload();
    await page.locator('#start').waitFor({ state: 'detached' });
    await expectAll();
  });

  it('form, kept, caret at the beginning of the email address: later letters go there too', async () => {
    const view = await applying();
    const { page } = view;
    await whenKept(page);
    const letThrough = await startAgain(view, FORM);
    const email = (within: string) => page.locator(within).getByLabel(/^Email address/);
    const before = await email('#start').inputValue();
    await email('#start').press('Home');
    await email('#start').pressSequentially('x');
    await letThrough();
    await page.locator('#start').waitFor({ state: 'detached' });
    await page.keyboard.type('yz');
    await expect.poll(() => email('#app').inputValue()).toBe(`xyz${before}`);
  });

  it('form, kept, another draft stored since: is not shown', async () => {
    const view = await applying();
    const { page } = view;
    await whenKept(page);
    const name = page.getByRole('textbox', { name: 'First name', exact: true });
    await name.fill('Beatrice');
    await name.blur();
    const letThrough = await startAgain(view, FORM);
    await nothingShown(page);
    await letThrough();
    await page.locator('#start').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Beatrice');
  });

  it('form, kept, its button pressed: the page stays, and the app sends what was typed', async () => {
    const view = await applying();
    const { page } = view;
    await whenKept(page);
    const letThrough = await startAgain(view, FORM);
    const start = page.locator('#start');
    await start.getByRole('textbox', { name: 'Last name', exact: true }).fill('Njeri');
    await start.getByRole('radio', { name: 'Male', exact: true }).check();
    await start.getByRole('textbox', { name: 'First name', exact: true }).fill('Asha');
    await start.getByRole('button', { name: 'Continue' }).click();
    await letThrough();
    await expect.poll(view.path).toBe('/auth/loan_question');
    await view.typePath(FORM);
    await field(page, 'First name').waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('Asha');
    expect(await field(page, 'Last name').inputValue()).toBe('Njeri');
    expect(await page.getByRole('radio', { name: 'Male', exact: true }).isChecked()).toBe(true);
  });
});
