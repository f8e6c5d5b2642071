/** The code of an SMS: six cells are drawn, one input takes typing, pasting and autofill. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setGallery } from './galleryPages.ts';

const gallery = setGallery();
let page: Page;
beforeAll(async () => {
  page = await gallery.open();
});

const LABEL = 'Verification code';
const show = async (screen: string, example: string) => {
  await page.evaluate(([a, b]) => window.live?.start(a, b), [screen, example] as const);
  return page.getByRole('textbox', { name: LABEL, exact: true });
};

describe('code of six digits', () => {
  it('code of six digits: it is one input that the keyboard of a phone can fill in', async () => {
    const code = await show('login', 'enteringCode');
    expect(await page.getByRole('textbox').count()).toBe(1);
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await code.getAttribute('inputmode')).toBe('numeric');
  });

  it.each(['123456', '123 456', '123456 is your Example Loan code. It is good for 10 minutes.', 'Loan 24: 123456'])(
    'code of six digits, pasted "%s": leaves its six digits',
    async (text) => {
      const code = await show('login', 'enteringCode');
      await code.focus();
      await page.keyboard.insertText(text);
      expect(await code.inputValue()).toBe('123456');
    },
  );

  it('seventh digit: is not taken', async () => {
    const code = await show('login', 'enteringCode');
    await code.pressSequentially('1234567');
    expect(await code.inputValue()).toBe('123456');
  });

  it.each([
    [360, '16px'],
    [320, '16px'],
    [360, '32px'],
    [320, '32px'],
  ])(
    'code field, %i pixels wide with text of %s: each digit stands in its own cell, and the cells are as wide as the page',
    async (width, size) => {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((font) => document.documentElement.style.setProperty('font-size', font), size);
      const code = await show('login', 'enteringCode');
      await code.fill('888888');
      const off = await code.evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input);
        const context = document.createElement('canvas').getContext('2d');
        if (!context) return null;
        // `style.font` is empty where digits are tabular.
        context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const digit = context.measureText('8').width;
        const cells = Array.from(input.closest('form')?.querySelectorAll('[aria-hidden] > span') ?? [], (cell) =>
          cell.getBoundingClientRect(),
        );
        const left = input.getBoundingClientRect().left + Number.parseFloat(style.paddingLeft) - input.scrollLeft;
        return {
          cells: cells.length,
          // Largest distance between the middle of a digit and the middle of its cell, in pixels.
          most: Math.max(
            ...cells.map((cell, i) => {
              const middle = left + i * (digit + Number.parseFloat(style.letterSpacing)) + digit / 2;
              return Math.abs(middle - (cell.left + cell.width / 2));
            }),
          ),
          // Distance between the right edge of the cells and of the form, where every other field ends, in pixels.
          ends: input.closest('form')!.getBoundingClientRect().right - (cells.at(-1)?.right ?? 0),
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          scrolled: input.scrollLeft,
        };
      });
      expect(off).toEqual({ cells: 6, most: expect.any(Number), ends: expect.any(Number), sideways: 0, scrolled: 0 });
      expect(off?.most).toBeLessThan(2);
      expect(Math.abs(off?.ends ?? Infinity)).toBeLessThan(1);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      await page.setViewportSize({ width: 360, height: 740 });
    },
  );
});

describe('browser that reads codes of an SMS (WebOTP)', () => {
  /** Stands in for Chrome on Android: the promise of the code is open until the test gives a code. */
  const withWebOtp = () =>
    page.evaluate(() => {
      const browser = window as unknown as {
        OTPCredential: unknown;
        giveCode: (code: string) => void;
        signal?: AbortSignal;
        asked: number;
      };
      browser.asked = 0;
      browser.OTPCredential = function OTPCredential() {};
      Object.defineProperty(navigator, 'credentials', {
        configurable: true,
        value: {
          get: (options: { otp?: unknown; signal: AbortSignal }) =>
            new Promise((resolve, reject) => {
              if (!options.otp) reject(new Error('another credential was asked for'));
              browser.signal = options.signal;
              browser.asked++;
              browser.giveCode = (code) => resolve({ code });
            }),
        },
      });
    });

  it('browser that reads codes of an SMS, code arrives: stands in the field and is sent with the press', async () => {
    await withWebOtp();
    const code = await show('login', 'enteringCode');
    await page.evaluate(() => (window as unknown as { giveCode: (code: string) => void }).giveCode('246810'));
    await expect.poll(() => code.inputValue()).toBe('246810');
    await page.getByRole('button', { name: 'Confirm the code' }).click();
    expect(await page.evaluate(() => window.live?.sent)).toContainEqual({ type: 'code.submitted', code: '246810' });
  });

  it('browser that reads codes of an SMS (WebOTP), page left: the browser waits for no code any more', async () => {
    await withWebOtp();
    await show('login', 'enteringCode');
    await show('home', 'visitor');
    expect(await page.evaluate(() => (window as unknown as { signal?: AbortSignal }).signal?.aborted)).toBe(true);
  });

  it('payout account with a code for each of two numbers: only the code of this phone is waited for', async () => {
    await withWebOtp();
    await page.evaluate(() => window.live?.start('bankAccount', 'both codes sent'));
    await page.getByRole('textbox', { name: `${LABEL} for the other number` }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1);
    expect(await page.getByRole('textbox', { name: `${LABEL} for the other number` }).getAttribute('autocomplete')).toBe('off');
  });
});
