/** Random text, emoji, right-to-left marks and very long input: nothing crashes, nothing is stored wrongly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { loadSection, normaliseSection, scopeOf, takeIn, withChange } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { fromPhoneBook, removedFrom, showDate } from '#src/forms/text.ts';
import { fitInside } from '#src/forms/shrinkPhoto.ts';
import { presets } from '#src/market/market.ts';
import { complete, context, wider } from './sectionSamples.ts';

const market = presets.everyField;
const everything = { ...context, market };
const scope = scopeOf(everything);

const marks = fc.constantFrom('\u202E', '\u200F', '\u0000', '\uD83D', '👩‍👩‍👧', '🇰🇪', '\uFEFF', "'", '＠', '٣', '\n', '\t');
const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(marks, fc.string({ maxLength: 3 })), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ minLength: 1, maxLength: 20 }).map((part) => part.repeat(Math.ceil(10_240 / part.length))),
  fc.constantFrom('__proto__', 'constructor', '<script>', '{{n}}', "'; drop table app_user; --"),
);

const names = Object.keys(sections) as SectionName[];
const anySection = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    values: fc
      .record(Object.fromEntries(sections[name].fields.map((field) => [field.name, nasty])), { requiredKeys: [] })
      .map((values) => values as Values),
  }),
);

const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/;
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

describe('any typed text', () => {
  it('typed text, sanitised twice: stays the same, short and without invisible characters', () => {
    const fields = names.flatMap((name) => sections[name].fields).filter((field) => field.sanitise);
    fc.assert(
      fc.property(fc.constantFrom(...fields), nasty, (field, text) => {
        const once = field.sanitise?.(text, scope) ?? '';
        expect(field.sanitise?.(once, scope)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(100);
        expect(once).not.toMatch(UNSEEN);
        expect(once).not.toMatch(LONE);
      }),
      { numRuns: 5_000 },
    );
  });
  it('typed text, checked, stored and loaded: nothing throws, and only known fields are stored', () => {
    fc.assert(
      fc.property(anySection, ({ name, values }) => {
        checkSection(name, values, everything);
        const stored = normaliseSection(name, values, everything);
        expect(Object.keys(stored).sort()).toEqual(sections[name].fields.map((field) => field.name).sort());
        loadSection(name, stored, everything);
        takeIn(name, values, stored, everything);
      }),
      { numRuns: 300 },
    );
  });
  it('typed text, accepted and stored: is accepted again and stays the same', () => {
    const right = { ...wider, loanQuestion: complete.loanQuestion };
    const fields = names.flatMap((name) => sections[name].fields.map((field) => ({ name, field: field.name })));
    fc.assert(
      fc.property(fc.constantFrom(...fields), nasty, ({ name, field }, text) => {
        const values = { ...right[name], [field]: text };
        const stored = normaliseSection(name, values, everything);
        if (!checkSection(name, values, everything)[field]) expect(checkSection(name, stored, everything)[field]).toBeUndefined();
        expect(normaliseSection(name, stored, everything)).toEqual(stored);
      }),
      { numRuns: 2_000, examples: [[{ name: 'additionalInfo', field: 'companyPhone' }, '0'.repeat(20)]] },
    );
  });
  it('form, any field changed: every other field stays a string', () => {
    fc.assert(
      fc.property(anySection, fc.nat(), nasty, ({ name, values }, i, text) => {
        const field = sections[name].fields[i % sections[name].fields.length];
        const next = withChange(name, values, field?.name ?? '', text, everything);
        expect(Object.values(next).every((value) => typeof value === 'string')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  it('number from the phone book: becomes a limited number of digits', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(fromPhoneBook(text, market)).toMatch(/^\d{0,16}$/);
      }),
    );
  });
  it('typed text, characters removed: at most a few are named', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect([...removedFrom(text, text.replace(/[^A-Za-z]/g, ''))].length).toBeLessThanOrEqual(15);
      }),
    );
  });
});

describe('birthday', () => {
  it('birthday, any language: is shown with an abbreviated month on one line', () => {
    expect([showDate('15-03-1992', 'en'), showDate('05-03-1992', 'sw'), showDate('01-01-2000', 'es')]).toEqual([
      '15\u00A0Mar\u00A01992',
      '5\u00A0Mac\u00A01992',
      '1\u00A0ene\u00A02000',
    ]);
    expect(showDate('31-02-1992', 'en')).toBe('');
  });
});

describe('photo', () => {
  it('photo, any size: fits into 1600 pixels, keeps its proportions and is never enlarged', () => {
    expect(fitInside({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 });
    expect(fitInside({ width: 3000, height: 4000 }, 1600)).toEqual({ width: 1200, height: 1600 });
    expect(fitInside({ width: 640, height: 400 }, 1600)).toEqual({ width: 640, height: 400 });
    expect(fitInside({ width: 10_000, height: 1 }, 1600)).toEqual({ width: 1600, height: 1 });
  });
});
