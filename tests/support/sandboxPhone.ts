/**
 * The sandbox page, or the example shell, as a person uses it: every element is found by role and name, in the page around the
 * phone and in the app on it. No selector, test id or state of the chart is used.
 */
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeComplaints } from './axe.ts';
import { inTurn } from './effort.ts';

export interface Phone {
  page: Page;
  /** The app in its web view. */
  app: FrameLocator;
  /** Errors that the page threw or wrote to its console so far. */
  errors: string[];
  close(): Promise<void>;
}

export interface PhoneOptions {
  /** Lines of the console that are expected, with the address of their file or request, such as failed requests while a lender restarts. */
  tolerated?: RegExp;
  /** Path of the page with the phone; the sandbox by default. */
  at?: string;
  /** Runs before the page is opened. */
  before?: (context: BrowserContext) => void;
}

export async function openPhone(
  browser: Browser,
  url: string,
  { tolerated = /^(?!)/, at = '/sandbox', before }: PhoneOptions = {},
): Promise<Phone> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Without motion, because an endless animation is painted sixty times a second and no test needs it.
    reducedMotion: 'reduce',
  });
  before?.(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (line) => {
    const text = `${line.text()} ${line.location().url}`;
    if (line.type() === 'error' && !tolerated.test(text)) errors.push(text);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url + at);
  return { page, app: page.getByTitle('App').contentFrame(), errors, close: () => context.close() };
}

export const panel = ({ page }: Phone, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The first control of this role and name in the app. */
export const button = (phone: Phone, name: string | RegExp): Locator => phone.app.getByRole('button', exactly(name));
/** A field to type in; with suggestions it has the role of a combo box. */
export const field = (phone: Phone, name: string | RegExp): Locator =>
  phone.app.getByRole('textbox', exactly(name)).or(phone.app.getByRole('combobox', exactly(name)));
const exactly = (name: string | RegExp) => (typeof name === 'string' ? { name, exact: true } : { name });

export const press = (phone: Phone, name: string | RegExp): Promise<void> => button(phone, name).click();

/** Waits for the screen with this title. */
export async function onScreen(phone: Phone, title: string | RegExp): Promise<void> {
  await phone.app.getByRole('heading', { level: 1, ...exactly(title) }).waitFor();
}

/** Types into a field and leaves it, as a person does who goes on to the next field. */
export async function type(phone: Phone, name: string | RegExp, text: string): Promise<void> {
  const input = field(phone, name);
  await input.fill(text);
  await input.blur();
}

/** Opens the sheet of a field, chooses and confirms. Options of long lists are searched first. */
export async function pick(phone: Phone, label: string, option: string): Promise<void> {
  await button(phone, new RegExp(`^${escaped(label)}`)).click();
  const sheet = phone.app.getByRole('dialog', { name: label });
  await sheet.waitFor();
  const search = sheet.getByRole('textbox', { name: 'Search' });
  if ((await search.count()) > 0) await search.fill(option);
  await sheet.getByRole('radio', { name: option, exact: true }).check();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await button(phone, `${label} ${option}`).waitFor();
}

/** Turns the wheels of a date with the arrow keys. */
export async function pickDate(phone: Phone, label: string, date: { day: number; month: string; year: number }): Promise<void> {
  await button(phone, new RegExp(`^${escaped(label)}`)).click();
  const sheet = phone.app.getByRole('dialog', { name: label });
  await sheet.waitFor();
  // The year comes first, because the number of days depends on it.
  await turn(sheet, 'Year', String(date.year));
  await turn(sheet, 'Month', date.month);
  await turn(sheet, 'Day', String(date.day));
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

async function turn(sheet: Locator, wheel: string, to: string): Promise<void> {
  const column = sheet.getByRole('listbox', { name: wheel });
  const rows = await column.getByRole('option').allTextContents();
  const chosen = column.getByRole('option', { selected: true });
  await column.focus();
  for (let from = rows.indexOf((await chosen.textContent()) ?? ''); from !== rows.indexOf(to);) {
    const step = from < rows.indexOf(to) ? 1 : -1;
    await column.press(step > 0 ? 'ArrowDown' : 'ArrowUp');
    from += step;
    await column.getByRole('option', { name: rows[from] ?? '', exact: true, selected: true }).waitFor();
  }
}

export async function choose(phone: Phone, group: string | RegExp, option: string | RegExp): Promise<void> {
  await phone.app.getByRole('group', exactly(group)).getByRole('radio', exactly(option)).check();
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// Around the phone ------------------------------------------------------------

/** Runs the act that sends a code, and reads that code from the inbox. */
export async function codeAfter(phone: Phone, act: () => Promise<void>): Promise<string> {
  // Other messages may arrive meanwhile.
  const codes = panel(phone, 'Text messages').getByRole('button', { name: /^Copy code \d{6}$/ });
  const before = await codes.count();
  await act();
  await expect.poll(() => codes.count(), { message: 'a text message with a code' }).toBeGreaterThan(before);
  return ((await codes.first().getAttribute('aria-label')) ?? '').slice(-6);
}

export const pressIn = (phone: Phone, name: string, control: string): Promise<void> =>
  panel(phone, name).getByRole('button', { name: control, exact: true }).click();

/** The lender's desk in its frame beside the phone. A clerk signs in first if nobody is. @param by the button for that. */
export async function atDesk(phone: Phone, by = 'Be the clerk'): Promise<FrameLocator> {
  if ((await phone.page.getByTitle('Desk').count()) === 0) await pressIn(phone, "Lender's desk", by);
  return phone.page.getByTitle('Desk').contentFrame();
}

/** Opens the first case of a queue and takes it, in the frame of the desk. */
export async function takeFirstCase(desk: FrameLocator, queue: string): Promise<void> {
  await desk
    .getByRole('navigation', { name: 'Queues' })
    .getByRole('button', { name: new RegExp(`^${queue}`) })
    .click();
  await desk.getByRole('table').getByRole('rowheader').getByRole('button').first().click();
  await desk.getByRole('button', { name: 'Take the case' }).click();
}

/** Sets a switch beside the phone, and waits until the page shows it as set, because the lender confirms some switches first. */
export async function setIn(phone: Phone, name: string, group: string, option: string): Promise<void> {
  const radio = panel(phone, name).getByRole('group', { name: group }).getByRole('radio', { name: option, exact: true });
  await radio.click();
  await expect.poll(() => radio.isChecked(), { message: `${group}: ${option}` }).toBe(true);
}

/** Moves the lender's clock and waits until the page shows the later time. */
export async function moveClock(phone: Phone, step: '+10 min' | '+1 hour' | '+1 day' | '+30 days' | '+91 days'): Promise<void> {
  const clock = panel(phone, 'Clock');
  await clock.getByRole('button', { name: step, exact: true }).click();
  await expect.poll(() => clock.textContent(), { message: 'the clock at rest' }).not.toContain('Working through');
}

/** The dialog of the SIM over the phone that asks for the PIN. */
export const pinPrompt = ({ page }: Phone): Locator => page.getByRole('dialog', { name: 'M-PESA' });

export async function enterPin(phone: Phone, pin: string): Promise<void> {
  const prompt = pinPrompt(phone);
  await prompt.waitFor();
  await prompt.getByRole('textbox', { name: 'M-PESA PIN' }).fill(pin);
  await prompt.getByRole('button', { name: 'Send' }).click();
  await prompt.waitFor({ state: 'hidden' });
}

export async function reopenWebView(phone: Phone): Promise<void> {
  await pressIn(phone, 'Web view', 'Close the web view');
  await phone.page.getByTitle('App').waitFor({ state: 'detached' });
  await pressIn(phone, 'Web view', 'Reopen the web view');
}

/** Roles and names in the tool page and in the app on its phone, for the report of a failed test. */
export const described = async ({ page, app }: Phone): Promise<string> => {
  const ofBody = (view: Page | FrameLocator): Promise<string> =>
    view
      .locator('body')
      .ariaSnapshot({ timeout: 20_000 })
      .catch((error: Error) => error.message);
  return `${await ofBody(page)}\n${await ofBody(app)}`;
};

// What must hold on every page --------------------------------------------------

/** Waits until the page has loaded its content. */
export const atRest = async (phone: Phone): Promise<void> => {
  await expect.poll(() => phone.app.locator('[aria-busy="true"]').count(), { message: 'the page at rest' }).toBe(0);
};

/** Every visible amount in the app, in cents, with the words around it. */
export async function amountsShown(phone: Phone): Promise<{ cents: number; words: string }[]> {
  const text = await phone.app.locator('body').innerText();
  return Array.from(text.matchAll(/KSh\s+(\d[\d,]*)(?:\.(\d{2}))?/g), ({ 0: amount, 1: whole = '', 2: cents = '0', index }) => ({
    cents: Number(whole.replace(/,/g, '')) * 100 + Number(cents),
    words: text
      .slice(Math.max(0, index - 40), index + amount.length + 20)
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

/** Violations that axe finds in the app, one line per rule, and whether the page scrolls sideways. */
export async function accessibilityComplaints(phone: Phone): Promise<string[]> {
  const frame = await (await phone.page.locator('iframe[title="App"]').elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no app in the phone');
  const complaints = await axeComplaints(frame);
  const sideways = await phone.app.locator('html').evaluate((root) => {
    if (root.scrollWidth <= root.clientWidth) return [];
    const culprits = Array.from(root.querySelectorAll('body *')).filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
    );
    const deepest = culprits.filter((element) => !culprits.some((other) => other !== element && element.contains(other)));
    return deepest.map(
      (element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').slice(0, 30)}" makes the page scroll sideways`,
    );
  });
  return [...complaints, ...sideways];
}

/** Violations in the tool page itself, without the app. */
export async function sandboxComplaints({ page }: Phone): Promise<string[]> {
  return axeComplaints(page);
}

const LOOKS = [
  { width: '360 px', textSize: '100%' },
  { width: '320 px', textSize: '200%' },
] as const;

/**
 * Checks accessibility on the phone as it is, or on the narrowest phone with the largest text. The two alternate from page to page,
 * and a long run checks both. The phone is left as it was.
 */
export async function expectAccessible(phone: Phone, where: string): Promise<void> {
  for (const look of inTurn(LOOKS)) {
    if (look !== LOOKS[0]) await setLook(phone, look);
    expect(await accessibilityComplaints(phone), `${where} at ${look.width} and ${look.textSize}`).toEqual([]);
    if (look !== LOOKS[0]) await setLook(phone, LOOKS[0]);
  }
}

async function setLook(phone: Phone, { width, textSize }: (typeof LOOKS)[number]): Promise<void> {
  await setIn(phone, 'Web view', 'Width', width);
  await setIn(phone, 'Web view', 'Text size', textSize);
}
