import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { defineFirstTexts, loadFirstTexts, takeFirstTexts } from '#src/i18n/firstPaint.ts';
import { filesOfFirstTexts } from '#src/i18n/firstTextFiles.ts';
import { defineStrings } from '#src/i18n/index.ts';

const texts = {
  en: {
    hello: 'Hello, {{name}}',
    left_one: '{{count}} day left',
    left_other: '{{count}} days left',
    twice: '{{a}} and {{a}}',
    plain: 'Pay',
    mpesa: 'Pay with M-PESA to {{account}}',
  },
  es: {
    hello: 'Hola, {{name}}',
    left_one: 'Queda {{count}} día',
    left_other: 'Quedan {{count}} días',
    twice: '{{a}} y {{a}}',
    plain: 'Pagar',
    mpesa: 'Pague con M-PESA a {{account}}',
  },
  sw: {
    hello: 'Habari, {{name}}',
    left_one: 'Siku {{count}} imebaki',
    left_other: 'Siku {{count}} zimebaki',
    twice: '{{a}} na {{a}}',
    plain: 'Lipa',
    mpesa: 'Lipa kwa M-PESA kwa {{account}}',
  },
} as const;

describe('texts of the first paint', () => {
  const first = defineFirstTexts(texts);
  const usual = defineStrings('firstPaintTest', texts);

  it.each(LANGUAGES)('texts of the first paint in %s: equal those of i18next', (language) => {
    const [a, b] = [first(language), usual(language)];
    expect(a('plain')).toBe(b('plain'));
    // Non-breaking hyphens keep the name on one line, also in a value that is filled in.
    expect(a('mpesa', { account: 'M-PESA +254' })).toMatch(/M\u2011PESA .* M\u2011PESA \+254$/);
    expect(a('mpesa', { account: 'M-PESA' })).toBe(b('mpesa', { account: 'M-PESA' }));
    expect(a('hello', { name: 'Amina <&> $1 {{x}}' })).toBe(b('hello', { name: 'Amina <&> $1 {{x}}' }));
    expect(a('twice', { a: 7 })).toBe(b('twice', { a: 7 }));
    for (const count of [0, 1, 2, 5, 30, 91]) expect(a('left', { count })).toBe(b('left', { count }));
  });

  it('texts of the first paint, missing value: the placeholder stays', () => {
    expect(first('en')('hello')).toBe('Hello, {{name}}');
  });

  it('file of a language, lost at the start: English is shown until the next page fetches the file again, once', async () => {
    // In a build this file has English only; each other language is a file of its own.
    const built = defineFirstTexts({ en: { plain: 'Pay' } } as never, 'firstPaintTest');
    const fetched = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementation(() => Promise.resolve(takeFirstTexts('sw', { firstPaintTest: { plain: 'Lipa' } })));
    filesOfFirstTexts.sw = fetched;
    try {
      await loadFirstTexts('sw');
      expect(built('sw')('plain' as never)).toBe('Pay');
      await loadFirstTexts();
      expect(built('sw')('plain' as never)).toBe('Lipa');
      await loadFirstTexts();
      expect(fetched).toHaveBeenCalledTimes(2);
    } finally {
      delete filesOfFirstTexts.sw;
    }
  });
});
