/** Every example of every screen: drawn, enlarged, narrowed, translated and checked for accessibility. */
import { basename, dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { screenFiles } from '../../scripts/build/screenFiles.ts';
import { axeComplaints } from '#tests/support/axe.ts';
import { printFigures } from '#tests/support/console.ts';
import { holdAnimations, skipDelays } from '#tests/support/drawn.ts';
import { inTurn } from '#tests/support/effort.ts';
import { setGallery } from './galleryPages.ts';

const SCREENS = [...new Set(Object.values(screenFiles('.')).map((file) => basename(dirname(file))))];
/** The usual phone, with text at 100% and 200%, and the narrowest phone with both. */
const SIZES = {
  usual: { width: 360, font: '16px' },
  large: { width: 360, font: '32px' },
  narrow: { width: 320, font: '16px' },
  narrowAndLarge: { width: 320, font: '32px' },
} as const;
type Size = keyof typeof SIZES;

const gallery = setGallery();
let page: Page;
let examples: Record<string, string[]>;

beforeAll(async () => {
  page = await gallery.open({ deviceScaleFactor: 1, reducedMotion: 'reduce' });
  examples = (await page.evaluate(() => window.gallery?.list())) ?? {};
});

const resize = async (size: Size) => {
  await page.setViewportSize({ width: SIZES[size].width, height: 740 });
  await page.evaluate((font) => document.documentElement.style.setProperty('font-size', font), SIZES[size].font);
};
const show = (screen: string, example: string, language?: Language, look?: 'light' | 'dark') =>
  page.evaluate(([a, b, c, d]) => window.gallery?.show(a, b, c, d), [screen, example, language, look] as const);
const sent = (): Promise<JourneyEvent[]> => page.evaluate(() => window.gallery?.sent ?? []);
/** Events without the choices, which are stored as they are made. */
const asked = async () => (await sent()).filter(({ type }) => type !== 'message.changed');

it('route table: every place has a screen with examples', () => {
  expect(SCREENS.filter((screen) => !examples[screen]?.length)).toEqual([]);
  printFigures(`${Object.values(examples).flat().length} examples of ${SCREENS.length} screens`);
});

it.each(SCREENS)('screen %s: has no violation of axe in any language, in either appearance or at any size', async (screen) => {
  // The first example represents the others, which have the same parts. `npm run storyboard` checks all, in every language.
  const example = examples[screen]?.[0] ?? '';
  const looks = (Object.keys(SIZES) as Size[]).map(
    (size, i) => [size, LANGUAGES[i % LANGUAGES.length] as Language, i % 2 === 0 ? 'light' : 'dark'] as const,
  );
  // One of the four sizes for this screen, the next one for the next screen.
  for (const [size, language, look] of inTurn(looks)) {
    await resize(size);
    await show(screen, example, language, look);
    expect(await axeComplaints(page), `${example}, ${language}, ${size}, ${look}`).toEqual([]);
  }
});

/** Every language must fit on the narrowest phone with the largest text. Targets are smallest at the usual size. */
const TIGHT: readonly [Size, () => readonly Language[]][] = [
  ['narrowAndLarge', () => inTurn(LANGUAGES)],
  ['usual', () => ['en']],
];

/** The findings of an example without a fault. */
const SOUND = { titles: 1, mains: 1, sideways: 0, small: [], raw: [], broken: [], overlapping: [], empty: null };

it.each(SCREENS)(
  'screen %s: has one title, touch targets of full size, whole amounts, no sideways scroll, and content to the middle of the phone',
  async (screen) => {
    const sizesOf = (examples[screen] ?? []).map((example) => [example, inTurn(TIGHT)] as const);
    for (const tight of TIGHT) {
      const [size, languages] = tight;
      const drawings = sizesOf
        .filter(([, sizes]) => sizes.includes(tight))
        .flatMap(([example]) => languages().map((language) => ({ example, language })));
      if (drawings.length === 0) continue;
      await resize(size);
      // All examples in one evaluation: between two evaluations the browser would paint.
      expect(await page.evaluate(inspectAll, { screen, drawings }), size).toEqual(
        drawings.map(({ example, language }) => ({ example, language, ...SOUND })),
      );
    }
  },
);

/** Runs in the page: draws one example after the other. @returns the findings of each. */
async function inspectAll({
  screen,
  drawings,
}: {
  screen: string;
  drawings: readonly { example: string; language: Language }[];
}): Promise<unknown[]> {
  /** The number of lines of a text. */
  const linesOf = (node: Node, start: number, length: number) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
  };

  /** The part of the room between title and foot that the content fills; null when it fills half or more. */
  function emptyShare(): number | null {
    const main = document.querySelector('main');
    const isUsual = window.innerWidth === 360 && getComputedStyle(document.documentElement).fontSize === '16px';
    if (!main || !isUsual || main.getAttribute('aria-busy') === 'true') return null;
    const foot = document.querySelector('footer, nav')?.getBoundingClientRect();
    const top = main.getBoundingClientRect().top;
    const bottom = foot && foot.height > 0 ? foot.top : window.innerHeight;
    const ends = Array.from(main.querySelectorAll('*'), (part) => part.getBoundingClientRect()).filter(({ width }) => width > 1);
    const share = (Math.max(...ends.map((part) => part.bottom)) - top) / (bottom - top);
    return share < 0.5 ? share : null;
  }

  /** File inputs are left out, because a button beside each opens it. */
  function inspect() {
    const targets = Array.from(document.querySelectorAll<HTMLElement>('a[href], button, summary, input:not([type=file])'));
    const small = targets
      .map((target) => {
        // A press on the card operates the native input inside it, so the card is measured.
        const touched = target instanceof HTMLInputElement ? (target.closest('label') ?? target) : target;
        const { width, height } = touched.getBoundingClientRect();
        const { visibility, display } = getComputedStyle(touched);
        // A link within a sentence is only as high as its line, and need not be larger.
        const isShown = visibility !== 'hidden' && width > 0 && display !== 'inline';
        return isShown && (width < 44 || height < 44)
          ? `${touched.textContent || touched.id} ${Math.round(width)}x${Math.round(height)}`
          : '';
      })
      .filter(Boolean);
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: amount, index } of (node.nodeValue ?? '').matchAll(/KSh\u00A0[\d,.]*\d|\d{1,3}(?:,\d{3})+|\d{1,2}:\d{2}/g)) {
        if (linesOf(node, index, amount.length) > 1) broken.push(`${amount} in "${node.nodeValue}"`);
      }
      // A title breaks between its words only.
      for (const { 0: word, index } of node.parentElement?.tagName === 'H1' ? (node.nodeValue ?? '').matchAll(/[^\s-]+/g) : []) {
        if (linesOf(node, index, word.length) > 1) broken.push(`${word} in the title "${node.nodeValue}"`);
      }
    }
    const overlapping = Array.from(document.querySelectorAll('nav a'))
      .filter((tab) => {
        const label = document.createRange();
        label.selectNodeContents(tab);
        return label.getBoundingClientRect().width > tab.getBoundingClientRect().width;
      })
      .map((tab) => tab.textContent);
    const words = document.body.innerText;
    return {
      broken,
      overlapping,
      titles: document.querySelectorAll('h1').length,
      mains: document.querySelectorAll('main').length,
      sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      small,
      // A placeholder without a value, or a value such as `undefined` drawn as text.
      raw: words.match(/\{\{|\bundefined\b|\bNaN\b|\bnull\b|\[object/g) ?? [],
      empty: emptyShare(),
    };
  }

  const found: unknown[] = [];
  for (const { example, language } of drawings) {
    await window.gallery?.show(screen, example, language);
    found.push({ example, language, ...inspect() });
  }
  return found;
}

describe('events of the screens', () => {
  beforeAll(() => resize('usual'));
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  it('events of the screens, home: requests an application', async () => {
    await show('home', 'canLoan');
    await press('Apply');
    expect(await sent()).toEqual([{ type: 'application.opened' }]);
  });

  it('mobile number, pasted in any format: is sent as typed behind +254', async () => {
    await show('login', 'enteringMobile');
    await page.getByLabel('Mobile number').fill('+254 712 345 678');
    await press('Send me a code');
    // The number is stored at every key press, so that a reload restores it.
    expect(await sent()).toEqual([
      { type: 'mobile.typed', mobile: '712345678' },
      { type: 'mobile.submitted', mobile: '712345678' },
    ]);
  });

  it('events of the screens, registration: no consent is preselected', async () => {
    await show('register', 'enteringMobile');
    const box = page.getByRole('checkbox');
    expect(await box.isChecked()).toBe(false);
    await page.getByLabel('Mobile number').fill('0712345678');
    await press('Send me a code');
    await box.click();
    expect(await sent()).toEqual([
      { type: 'mobile.typed', mobile: '712345678' },
      { type: 'registration.submitted', mobile: '712345678', acceptedTerms: false },
      { type: 'terms.ticked', accepted: true },
    ]);
    // The box shows what the chart holds.
    expect(await box.isChecked()).toBe(false);
    await show('register', 'filledIn');
    expect(await box.isChecked()).toBe(true);
    await press('Send me a code');
    expect(await sent()).toEqual([{ type: 'registration.submitted', mobile: '712345678', acceptedTerms: true }]);
  });

  it('amount of a loan: starts at the least, moves in steps, and its costs follow', async () => {
    await show('toBorrow', 'choosing');
    await page.getByRole('slider').press('ArrowRight');
    await press('More');
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe('KSh\u00A02,000');
    expect(await page.getByRole('term').filter({ hasText: 'Total cost' }).locator('xpath=following-sibling::dd').innerText()).toBe(
      'KSh\u00A0174',
    );
    await press(/^Apply for/);
    expect(await asked()).toEqual([{ type: 'loan.requested', amount: 200_000, termDays: 91 }]);
  });

  it.each(LANGUAGES)('amount of a loan in %s: amount sent, amount owed and APR are visible, in one size', async (language) => {
    await show('toBorrow', 'choosing', language);
    const top = (await page.getByRole('contentinfo').boundingBox())?.y ?? 0;
    const values = await page.getByRole('definition').evaluateAll((found) =>
      found.map((value) => {
        const { fontSize, fontWeight } = getComputedStyle(value);
        return { words: value.textContent, bottom: value.getBoundingClientRect().bottom, type: `${fontSize} ${fontWeight}` };
      }),
    );
    const seen = values.filter(({ bottom }) => bottom <= top);
    expect(seen.map(({ words }) => words)).toEqual(['KSh\u00A0988', 'KSh\u00A01,075', 'KSh\u00A087', '35.32%']);
    expect(new Set(seen.slice(0, 2).map(({ type }) => type)).size).toBe(1);
  });

  it('events of the screens, part payment: is named on its button, and each press has its own request id', async () => {
    await show('repayDetail', 'choosing');
    await page.getByLabel('Another amount').check();
    await page.getByLabel('Amount to pay').fill('1200');
    await press('Pay KSh\u00A01,200');
    await press('Pay KSh\u00A01,200');
    const presses = await sent();
    expect(presses).toMatchObject([
      { type: 'repayment.amountChosen', amount: 120_000, channel: 'mpesa' },
      { type: 'repayment.amountChosen', amount: 120_000, channel: 'mpesa' },
    ]);
    const names = presses.map((press) => ('requestId' in press ? press.requestId : ''));
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true);
  });

  it('part payment whose prompt failed: is offered again, and can be changed', async () => {
    await show('repayDetail', 'part again');
    expect(await page.getByLabel('Amount to pay').inputValue()).toBe('1200');
    await press('Pay KSh\u00A01,200');
    expect(await sent()).toMatchObject([{ type: 'repayment.amountChosen', amount: 120_000, channel: 'mpesa' }]);
  });

  it('events of the screens, refused amount: the reason with its limits is shown until it is right', async () => {
    await show('repayDetail', 'amountRefused');
    await page.getByLabel('Another amount').check();
    const amount = page.getByLabel('Amount to pay');
    const says = (words: string) => page.getByText(words.replace(/KSh /g, 'KSh\u00A0')).last().waitFor();
    await says('Enter how much you want to pay.');
    for (const text of ['12.5', '-5', '1e3']) {
      await amount.fill(text);
      await says('Enter the amount in whole shillings');
      expect(await amount.inputValue()).toBe(text);
    }
    await amount.fill('90');
    await says('That is too little. Pay at least KSh 500');
    await amount.fill('1250');
    await says('Choose a multiple of KSh 100');
    await amount.fill('90000');
    await says('That is more than you owe today. Pay at most KSh 3,325');
    // A button must not offer to pay what is refused above it.
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await amount.fill('0');
    await says('That is too little. Pay at least KSh 500');
    await amount.fill('500.00');
    await page.getByRole('button', { name: 'Pay KSh\u00A0500' }).waitFor();
    await expect.poll(() => amount.getAttribute('aria-invalid')).not.toBe('true');
    await amount.fill('1200');
    await expect.poll(() => amount.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('money requested without consent: the focus moves to the checkbox, with a message beside the button', async () => {
    await show('confirmBorrow', 'agreementMissing');
    const box = page.getByRole('checkbox');
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
    const { y = -1, height = 0 } = (await box.boundingBox()) ?? {};
    const footer = page.getByRole('contentinfo');
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThan((await footer.boundingBox())?.y ?? 0);
    await footer.getByText('Please agree to the loan agreement').waitFor();
  });

  it('offer, smaller amount chosen: its costs are shown before the draw, and the larger amount cannot be drawn', async () => {
    await show('confirmBorrow', 'agreed');
    const get = page.getByRole('button', { name: /^Get KSh/ });
    await get.waitFor();
    const slider = page.getByRole('slider', { name: 'Amount' });
    await slider.press('ArrowLeft');
    expect(await get.count()).toBe(0);
    await press('See KSh\u00A04,500 for 91 days');
    await expect.poll(asked).toEqual([{ type: 'offer.choiceMade', amount: 450_000, termDays: 91 }]);
    await slider.press('ArrowRight');
    await get.waitFor();
  });

  it('events of the screens, unknown payment: the paybill numbers stay visible, with the advice to check first', async () => {
    const look = page.getByText('If the money has left your account, do not send it again.');
    for (const example of ['promptClosed', 'notAnswered', 'offline', 'unknown']) {
      await show('cashier', example);
      await look.waitFor();
      await page.getByRole('button', { name: 'Copy business number' }).waitFor();
      expect(await page.getByText('No request on your phone?').count(), example).toBe(0);
    }
    await show('cashier', 'waiting');
    await page.getByText('No request on your phone?').waitFor();
    expect(await look.count()).toBe(0);
  });

  it('fee of more time overpaid: the excess is named, with its use', async () => {
    await show('rollover', 'overPaid');
    await page.getByText('You sent KSh\u00A076 more than the fee. It goes to your loan').waitFor();
  });

  it('paybill number copied: is on the clipboard', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await show('cashier', 'payingByPaybill');
    await press('Copy business number');
    await expect.poll(sent).toEqual([{ type: 'copy.finished', ok: true }]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('174379');
  });

  it('events of the screens, busy button: takes no second press', async () => {
    await show('login', 'verifying');
    await page.getByRole('button', { name: 'Checking' }).dispatchEvent('click');
    await page.getByLabel('Verification code').press('Enter');
    expect(await sent()).toEqual([]);
  });
});

describe('overlays of a screen', () => {
  beforeAll(() => resize('usual'));

  it('overlays of a screen, notice: covers no control, and its end is reported', async () => {
    await show('cashier', 'copied');
    const message = await page.getByText('Copied').boundingBox();
    const actions = await page.getByRole('contentinfo').boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0);
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    expect(await sent()).toEqual([{ type: 'notice.dismissed' }]);
  });

  it('overlays of a screen, notice: stays clear of the tab bar when the bar grows later', async () => {
    await show('home', 'declined');
    await resize('narrowAndLarge');
    const foot = () =>
      page.evaluate(() => {
        const message = document.querySelector('[class*="toast"]')?.getBoundingClientRect();
        const bar = document.querySelector('nav')?.getBoundingClientRect();
        return message && bar ? bar.top - message.bottom : NaN;
      });
    await expect.poll(foot).toBeCloseTo(16, 1);
    await resize('usual');
  });

  it('overlays of a screen, confirmation: waits for a pause of the screen reader; failure: does not', async () => {
    await show('cashier', 'copied');
    expect(await page.getByRole('status').filter({ hasText: 'Copied' }).count()).toBe(1);
    await show('home', 'movedOn');
    expect(await page.getByRole('alert').filter({ hasText: 'Your loan has changed' }).count()).toBe(1);
    expect(await page.getByRole('status').filter({ hasText: 'Your loan has changed' }).count()).toBe(0);
  });

  it('overlays of a screen, agreement: shows its title once', async () => {
    await show('agreement', 'shown');
    expect(await page.getByText('Loan agreement', { exact: true }).count()).toBe(1);
  });

  it('overlays of a screen, countdown: is at most the whole wait, and text and figure agree', async () => {
    for (const example of examples['reviewTips'] ?? []) {
      await show('reviewTips', example);
      const timer = page.getByRole('timer');
      if ((await timer.count()) === 0) continue;
      const figure = /(\d+):(\d\d)/.exec(await timer.innerText());
      const minutes = Number(figure?.[1]) + (figure?.[2] === '00' ? 0 : 1);
      expect(minutes, example).toBeLessThanOrEqual(10);
      expect(await timer.getAttribute('aria-label'), example).toBe(`About ${minutes} minutes left`);
    }
  });

  it.each([
    ['a quarter of the height holds all bars', 'the title stays below the note', 1_200, expect.closeTo(0, 1)],
    ['a quarter of the height does not', 'the title scrolls away', 700, expect.closeTo(-1_000, 1)],
  ] as const)('screen offline, form scrolled, %s: %s', async (_state, _behaviour, height, header) => {
    await page.setViewportSize({ width: 360, height });
    await show('personalInfo', 'offline');
    await page.getByText('Offline. Your answers are safe on this phone.').waitFor();
    await page.evaluate(() => window.scrollTo(0, 1_000));
    const tops = await page.evaluate(() => {
      const bar = document.querySelector('[class*="offline"]')?.getBoundingClientRect();
      return {
        scrolled: window.scrollY > 500,
        bar: bar?.top,
        header: (document.querySelector('header')?.getBoundingClientRect().top ?? 0) - (bar?.bottom ?? 0),
      };
    });
    expect(tops).toEqual({ scrolled: true, bar: 0, header });
    await resize('usual');
  });

  it('overlay, call that must not be repeated: covers the screen with a sentence, and after ten seconds offers a way out', async () => {
    const goOn = await holdAnimations(page);
    await show('confirmBorrow', 'drawing');
    await page.getByText('We are sending this to the lender').waitFor();
    expect(await page.getByRole('button', { name: 'Check again' }).count()).toBe(0);
    expect(await skipDelays(page)).toContain(10_000);
    await goOn();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
  });
});
