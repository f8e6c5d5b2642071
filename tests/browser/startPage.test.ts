/** Home before any script of the app runs: figures of the lender, and a press that takes effect later. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { boxes } from './boxes.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { borrower, type WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

/** Opens the page. Requests for files of the app wait until `letThrough`. */
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

/** Sets the connection that the browser reports: the owner saves data, or the link is slow. */
const sayConnection = (said: { saveData?: boolean; effectiveType?: string }) => (context: BrowserContext) =>
  context.addInitScript((said) => Object.defineProperty(navigator, 'connection', { value: said }), said);

/** The chunks that draw the app. */
const DRAWING = /\/assets\/(react|page)-/;

type Point = { x: number; y: number };

describe('start page, no file of the app loaded', () => {
  it.each([
    ['nobody known', undefined, 'You can borrow up to', 'Apply'],
    ['language chosen before', { language: 'sw' }, 'Unaweza kukopa hadi', 'Omba mkopo'],
  ])('start page, %s: shows what a visitor may borrow, in figures', async (_, stored, words, button) => {
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
  ])('start page, %s: offers nothing', async (_, stored, hash) => {
    const { page } = await open(stored, hash);
    expect(await page.locator('#start main').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('#start').innerText()).not.toContain('KSh');
  });

  it('start page, session on this phone, entry lost: says so, and offers to try again', async () => {
    const { page } = await fixture.open({
      until: 'commit',
      before: async (context) => {
        await context.route(/\/assets\/index-.*\.js/, (route) => route.abort());
        await context.addInitScript((key) => localStorage.setItem(key, '{"isSignedIn":true}'), STORAGE_KEY);
      },
    });
    await page.getByRole('alert').getByText('The app has not loaded yet').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});

describe('start page, app being loaded', () => {
  it('start page, nothing was pressed: every box of home stays where it is', async () => {
    const view = await open();
    const before = await boxes(view.page);
    await view.letThrough();
    await view.page.locator('#start').waitFor({ state: 'detached' });
    expect(await boxes(view.page)).toEqual(before);
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
  ])('press of Apply by %s, lifted when the app is there: is answered once', async (_, pressDown) => {
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

  it('mouse pressed Apply and is lifted the moment home replaces the start page: is answered', async () => {
    const view = await open();
    const { page } = view;
    const box = await page.getByRole('button', { name: 'Apply' }).boundingBox();
    if (!box) throw new Error('Apply is not in sight');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    // Releases the pointer right after home was drawn, before any later task.
    await page.evaluate(() =>
      new MutationObserver(() => {
        if (document.getElementById('start')) return;
        const apply = document.querySelector('#app main button');
        apply?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'mouse' }));
      }).observe(document.body, { childList: true }),
    );
    await view.letThrough();
    await view.heading('Sign in');
  });

  it('start page, Apply was pressed: looks pressed at once, and is answered by the app', async () => {
    const view = await open();
    const apply = view.page.getByRole('button', { name: 'Apply' });
    await apply.click();
    expect(await apply.getAttribute('aria-busy')).toBe('true');
    await view.letThrough();
    await view.heading('Sign in');
    expect(view.path()).toBe('/user/login');
  });
});

describe('sign-in requested at home', () => {
  const OPENING = 'Opening sign-in on your phone';

  it('sign-in requested at home, no shell: its form is drawn, and nothing before the form', async () => {
    const view = await open();
    await view.letThrough();
    await view.page.locator('#start').waitFor({ state: 'detached' });
    await view.page.evaluate(() => {
      const noted = window as Window & { drawn?: string };
      noted.drawn = '';
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) noted.drawn += node.textContent ?? '';
      }).observe(document.getElementById('app') as HTMLElement, { childList: true, subtree: true });
    });
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.page.getByLabel(/^Mobile number/).waitFor();
    const drawn = await view.page.evaluate(() => (window as Window & { drawn?: string }).drawn);
    expect(drawn).toContain('Sign in');
    expect(drawn).not.toContain(OPENING);
  });

  it('sign-in requested at home, slow shell: the page says that it waits for the shell', async () => {
    const view = await fixture.open({
      before: (context) =>
        context.addInitScript(() => {
          Object.assign(window, {
            AndroidBridge: {
              postMessage: (text: string) => {
                const { bridge, v, id, action } = JSON.parse(text) as Record<string, string>;
                const answer = JSON.stringify({ bridge, v, id, ok: true, result: { token: null } });
                if (action === 'getLoginInfo')
                  setTimeout(() => (window as Window & { onLoanShellMessage?: (said: string) => void }).onLoanShellMessage?.(answer), 20);
              },
            },
          });
        }),
    });
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.page.getByText(OPENING).waitFor();
  });
});

it('Apply pressed on home: the document keeps its language untouched, so that no page is styled twice', async () => {
  const { page } = await fixture.open();
  await page.locator('#app').getByRole('button', { name: 'Apply' }).waitFor();
  await page.evaluate(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    new MutationObserver((changes) => written.push(...changes.map(({ attributeName }) => attributeName ?? ''))).observe(
      document.documentElement,
      { attributes: true },
    );
  });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel(/^Mobile number/).waitFor();
  const written = await page.evaluate(() => Reflect.get(window, 'written') as string[]);
  // The heights of the bars are written as styles.
  expect([...new Set(written)]).toEqual(['style']);
});

describe('start page, phone that saves data', () => {
  const open = async (said: Parameters<typeof sayConnection>[0], hash = '') => {
    const asked: string[] = [];
    const view = await fixture.open({
      hash,
      until: 'commit',
      before: async (context) => {
        context.on('request', (request) => void asked.push(request.url()));
        await sayConnection(said)(context);
      },
    });
    const drawing = () => asked.filter((url) => DRAWING.test(url));
    return { ...view, asked, drawing };
  };

  it.each([
    ['saving is switched on', { saveData: true }],
    ['link of 2G', { effectiveType: '2g' }],
  ])('start page, %s: stays until it is touched; then the app draws and answers the press', async (_, said) => {
    const { page, asked, drawing, heading } = await open(said);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /\/assets\/chart-|\/api\//.test(url)).length).toBeGreaterThan(1);
    expect(drawing()).toEqual([]);
    expect(await page.locator('#start main').innerText()).toMatch(/KSh\s+5,000/);
    await page.getByRole('button', { name: 'Apply' }).click();
    await heading('Sign in');
    expect(drawing().length).toBeGreaterThan(1);
  });

  it('number at login, phone that saves data: the file of the code is requested when the number is sent', async () => {
    const mobile = fixture.newMobile();
    await borrower(fixture.lender, mobile);
    const { page, asked, heading } = await open({ saveData: true }, '#/user/login');
    await page.getByLabel(/^Mobile number/).fill(mobile);
    await page.waitForLoadState('networkidle');
    const ofTheCode = () => asked.filter((url) => /\/assets\/signIn-/.test(url));
    expect(ofTheCode()).toEqual([]);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await heading('Enter the verification code');
    expect(ofTheCode()).not.toEqual([]);
  });

  it('start page, lender does not answer: the app draws the problem', async () => {
    const view = await fixture.open({
      until: 'commit',
      before: async (context) => {
        await sayConnection({ saveData: true })(context);
        await context.route(/\/api\//, (route) => route.abort());
      },
    });
    await view.page.locator('#app').getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('start page, link to another place: the app draws at once', async () => {
    const { page } = await open({ saveData: true }, '#/me');
    await page.locator('#app main').waitFor();
  });

  it('connection is lost while the start page stays: the app draws it', async () => {
    const { page } = await open({ saveData: true });
    await page.waitForLoadState('networkidle');
    // Only the events say that the phone is offline. The files still arrive.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      window.dispatchEvent(new Event('offline'));
    });
    await page.locator('#app main').waitFor();
  });
});
