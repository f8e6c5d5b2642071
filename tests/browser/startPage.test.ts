/** Home as the page has it before any script of the app: figures of the lender, and a press that is kept. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { setBrowserFixture } from './browserFixture.ts';
import type { WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

/** Files of the app wait until they are let through. */
async function open(stored?: object, hash = ''): Promise<WebView & { letThrough: () => Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  const view = await fixture.open({
    hash,
    until: 'commit',
    before: async (context: BrowserContext) => {
      await context.route(/\/assets\/.*\.js/, (route) => (isHeld ? void held.push(route) : route.continue()));
      if (stored)
        await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, JSON.stringify(stored)] as const);
    },
  });
  await view.page.locator('#start main').waitFor();
  return {
    ...view,
    letThrough: async () => {
      isHeld = false;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

type Point = { x: number; y: number };

/** Name, place and size of everything in sight, in pixels. */
const boxes = ({ page }: WebView): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, header *, main, main *, nav, nav *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.nodeName, ...[x, y, width, height].map((one) => one.toFixed(1))].join(' ');
    }),
  );

describe('start page, no file of the app has come', () => {
  it.each([
    ['nobody known', undefined, 'You can borrow up to', 'Apply'],
    ['language chosen before', { language: 'sw' }, 'Unaweza kukopa hadi', 'Omba mkopo'],
  ])('%s: shows what a visitor may borrow, in figures', async (_, stored, words, button) => {
    const { page } = await open(stored);
    await page.getByText(words).first().waitFor();
    expect(await page.locator('#start main').innerText()).toMatch(/KSh\s+5,000/);
    await page.getByRole('button', { name: button }).waitFor();
  });

  it.each([
    ['session on this phone', { isSignedIn: true }, ''],
    ['secrets on this phone', { sealed: 'AAAA' }, ''],
    ['session that the lender ended', { lostSession: true }, ''],
    ['link to another place', undefined, '#/me'],
  ])('%s: offers nothing', async (_, stored, hash) => {
    const { page } = await open(stored, hash);
    expect(await page.locator('#start main').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('#start').innerText()).not.toContain('KSh');
  });
});

describe('start page, the app comes', () => {
  it('nothing was pressed: every box of home stays where it is', async () => {
    const view = await open();
    const before = await boxes(view);
    await view.letThrough();
    await view.page.locator('#start').waitFor({ state: 'detached' });
    expect(await boxes(view)).toEqual(before);
    expect(before.length).toBeGreaterThan(40);
  });

  it.each([
    [
      'mouse',
      async (page: Page, at: Point) => {
        await page.mouse.move(at.x, at.y);
        await page.mouse.down();
        return () => page.mouse.up();
      },
    ],
    [
      'finger',
      async (page: Page, at: Point) => {
        const devtools = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchEnd') =>
          devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] });
        await touch('touchStart');
        return () => touch('touchEnd');
      },
    ],
  ])('%s pressed Apply and is lifted when the app is there: is answered once', async (_, pressDown) => {
    const view = await open();
    const { page } = view;
    const box = await page.getByRole('button', { name: 'Apply' }).boundingBox();
    if (!box) throw new Error('Apply is not in sight');
    const lift = await pressDown(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await view.letThrough();
    await page.locator('#start').waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const counted = window as Window & { clicks?: number };
      counted.clicks = 0;
      addEventListener('click', () => void (counted.clicks = (counted.clicks ?? 0) + 1), true);
    });
    await lift();
    await view.heading('Sign in');
    expect(await page.evaluate(() => (window as Window & { clicks?: number }).clicks)).toBe(1);
  });

  it('Apply was pressed: looks pressed at once, and is answered by the app', async () => {
    const view = await open();
    const apply = view.page.getByRole('button', { name: 'Apply' });
    await apply.click();
    expect(await apply.getAttribute('aria-busy')).toBe('true');
    await view.letThrough();
    await view.heading('Sign in');
    expect(view.path()).toBe('/user/login');
  });
});
