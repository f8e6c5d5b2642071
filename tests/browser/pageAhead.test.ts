/** The page that a visitor opens from home: a copy is drawn before the press, and shown until the app has drawn its own. */
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { boxes, boxesIn } from './boxes.ts';
import { setBrowserFixture } from './browserFixture.ts';
import type { OpenOptions, WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

/** What the page has noted about copies. */
interface Noted {
  /** How many were drawn. Each is laid out once, and removed again before a paint. */
  drawn: number;
  /** Those that were shown after a press, and the address while the browser painted them; null: it was gone by then. */
  shown: { words: string; typed: string | undefined; boxes: string[]; addressAtPaint: string | null }[];
}

/** Runs in the page. It uses only its argument. */
function noteCopies(boxesIn: (screen: ParentNode) => string[]): void {
  const noted: Noted = { drawn: 0, shown: [] };
  Object.assign(window, { noted });
  const note = (copy: HTMLElement): void => {
    if (!copy.isConnected) return void noted.drawn++;
    const typed = copy.querySelector('input')?.value;
    const one: Noted['shown'][number] = { words: copy.innerText, typed, boxes: boxesIn(copy), addressAtPaint: null };
    noted.shown.push(one);
    requestAnimationFrame(() => {
      if (copy.isConnected) one.addressAtPaint = location.hash;
    });
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of addedNodes) if (target === document.body && node instanceof HTMLElement && node.ariaHidden === 'true') note(node);
  }).observe(document, { childList: true, subtree: true });
}

const noted = (page: Page): Promise<Noted> => page.evaluate('noted');
const whenDrawn = (page: Page, count = 1) => expect.poll(async () => (await noted(page)).drawn, { timeout: 20_000 }).toBe(count);

/** A visitor at home. @param stored what the phone remembers. */
async function visit(options: OpenOptions = {}, stored: object = {}): Promise<WebView> {
  const view = await fixture.open({
    ...options,
    before: async (context: BrowserContext) => {
      await context.addInitScript(`(${String(noteCopies)})(${String(boxesIn)})`);
      await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, JSON.stringify(stored)] as const);
      await options.before?.(context);
    },
  });
  await apply(view.page).waitFor();
  return view;
}

const apply = (page: Page) => page.locator('#app').getByRole('button', { name: /^(Apply|Omba mkopo)$/ });
const field = (page: Page) => page.locator('#app').getByRole('textbox');
const wordsOf = (page: Page): Promise<string> => page.locator('#app').innerText();

/** Presses Apply. Until `go()` in the page, neither a frame nor a timer ends the wait for the paint, so the copy stays. */
async function pressHeld(page: Page): Promise<void> {
  await page.evaluate(`{
    const own = { requestAnimationFrame, setTimeout }, held = [];
    const hold = (work) => held.push(work);
    Object.assign(window, { requestAnimationFrame: hold, setTimeout: hold });
    window.go = () => { Object.assign(window, own); for (const work of held) work(); };
  }`);
  await apply(page).evaluate((button: HTMLButtonElement) => button.click());
  expect((await noted(page)).shown.length).toBe(1);
}

describe('page after home, drawn before the press', () => {
  it.each([
    ['in English', {}],
    ['in Swahili, dark', { language: 'sw', appearance: 'dark' }],
  ])('press of Apply, %s: shows it in the next paint, and every box stays where it is when the app draws it', async (_, stored) => {
    const view = await visit({}, stored);
    const { page } = view;
    await whenDrawn(page);
    await apply(page).tap();
    await field(page).waitFor();
    await expect.poll(() => page.locator('body > [aria-hidden]').count()).toBe(0);
    const [copy, ...others] = (await noted(page)).shown;
    expect(others).toEqual([]);
    expect(copy).toEqual({ words: await wordsOf(page), typed: '', boxes: await boxes(page), addressAtPaint: '' });
    expect(copy?.boxes.length).toBeGreaterThan(20);
    expect(view.path()).toBe('/user/login');
  });

  it('two presses of Apply at once: one page is opened, and Back leads home', async () => {
    const view = await visit();
    const { page } = view;
    await whenDrawn(page);
    const before = await view.historyLength();
    await apply(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await field(page).waitFor();
    expect(await view.historyLength()).toBe(before + 1);
    expect((await noted(page)).shown.length).toBe(1);
    await page.goBack();
    await apply(page).waitFor();
    await whenDrawn(page, 2);
  });

  it('home, connection lost: the page is drawn again, and shows that too', async () => {
    const { page, context } = await visit();
    await whenDrawn(page);
    await context.setOffline(true);
    await whenDrawn(page, 2);
    await apply(page).tap();
    await field(page).waitFor();
    const [copy] = (await noted(page)).shown;
    expect(copy?.words).toContain('offline');
    expect(copy).toMatchObject({ words: await wordsOf(page), boxes: await boxes(page) });
    await context.setOffline(false);
  });

  it.each([
    ['link', 'a[href="#/user/register"]'],
    ['field', 'input'],
  ])('press of Apply, %s of the copy tapped: nothing happens but the press, and the page begins at its title', async (_, selector) => {
    const { page, path } = await visit();
    await whenDrawn(page);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate('scrollTo(0, 100)');
    await pressHeld(page);
    const box = await page.locator(`body > [aria-hidden] ${selector}`).boundingBox();
    if (!box) throw new Error(`the copy has no ${selector}`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    expect(path()).toBe('/');
    await page.evaluate('go()');
    await field(page).waitFor();
    await expect.poll(() => page.evaluate(() => [document.activeElement?.nodeName, scrollY])).toEqual(['H1', 0]);
    expect(path()).toBe('/user/login');
  });

  it('press of Apply, connection lost before the chart gets it: the copy makes way for the page all the same', async () => {
    const { page, context, path } = await visit();
    await whenDrawn(page);
    await pressHeld(page);
    await context.setOffline(true);
    await whenDrawn(page, 2);
    expect(path()).toBe('/');
    await page.evaluate('go()');
    await field(page).waitFor();
    await expect.poll(() => page.locator('body > [aria-hidden]').count()).toBe(0);
    expect(path()).toBe('/user/login');
    await context.setOffline(false);
  });

  it('number typed there, Back, and Apply again: the page has the number', async () => {
    const { page } = await visit();
    await whenDrawn(page);
    await apply(page).tap();
    await field(page).fill('712 000 001');
    await field(page).blur();
    await page.goBack();
    await apply(page).waitFor();
    await whenDrawn(page, 2);
    await apply(page).tap();
    await expect.poll(() => field(page).inputValue()).toBe('712 000 001');
    const [, copy] = (await noted(page)).shown;
    expect(copy).toMatchObject({ typed: '712 000 001', boxes: await boxes(page) });
  });

  it('app in a shell: no page is drawn, because the shell may have a login', async () => {
    const { page, heading } = await visit({ shell: {} });
    // The number is fetched ahead all the same.
    await page.locator('link[href*="/firstForm-"]').waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    expect((await noted(page)).drawn).toBe(0);
    await apply(page).tap();
    await heading('Sign in');
    expect((await noted(page)).shown).toEqual([]);
  });
});
