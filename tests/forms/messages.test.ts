/**
 * Every message exists in every language with the same placeholders, and every description names texts that exist. The
 * sentences that the specification prescribes are compared word for word.
 */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { messages, say, type MessageKey } from '#src/forms/messages/index.ts';
import { failureOf } from '#src/forms/checkValues.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { labelOf, type Option } from '#src/market/options.ts';
import { presets } from '#src/market/market.ts';
import { context, wider } from './sectionSamples.ts';

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const keys = Object.keys(messages.en) as MessageKey[];

describe.each(LANGUAGES)('in %s', (language) => {
  it(`messages in ${language}: are complete`, () => {
    expect(Object.keys(messages[language]).sort()).toEqual([...keys].sort());
    expect(keys.filter((key) => messages[language][key].trim() === '')).toEqual([]);
  });
  it(`messages in ${language}: have the placeholders of the English ones`, () => {
    expect(keys.filter((key) => placeholders(messages[language][key]).join() !== placeholders(messages.en[key]).join())).toEqual([]);
  });
  it(`messages in ${language}: do not end in an exclamation mark`, () => {
    expect(keys.filter((key) => /[!¡]/.test(messages[language][key]))).toEqual([]);
  });
});

const fields = Object.values(sections).flatMap((section) => section.fields);
const scope = scopeOf({ ...context, market: presets.everyField });

describe('every field', () => {
  it('every field, any section: has a label, a group and a message for no value', () => {
    for (const field of fields) {
      for (const key of [field.label, field.empty, `group.${field.group}` as MessageKey, field.hint?.(scope) ?? field.label])
        expect(messages.en, key).toHaveProperty([key]);
      expect(say('en')(field.label, { ...field.params, hosts: 'x' })).not.toMatch(/[{}]/);
    }
  });
  it('every field, any section: has a unique name, and an event name with a known prefix', () => {
    for (const section of Object.values(sections)) {
      const names = section.fields.map((field) => field.name);
      expect(new Set(names).size).toBe(names.length);
      for (const field of section.fields) expect(field.analytics).toMatch(/^(basicInfo|personalInfo)_(select|input)_\w+$/);
    }
  });
  it('every field that clears others: names fields of its section', () => {
    for (const section of Object.values(sections)) {
      const names = section.fields.map((field) => field.name);
      for (const field of section.fields) expect(names).toEqual(expect.arrayContaining([...(field.clears ?? [])]));
    }
  });
  it('every choice or date: has options or years', () => {
    const values = { ...wider.personalInfo, ...wider.additionalInfo, payFrequency: 'biweekly' };
    const choices = fields.filter((field) => field.kind === 'radio' || field.kind === 'picker');
    expect(choices.filter((field) => !field.options?.(values, scope).length).map((field) => field.name)).toEqual([]);
    const dates = fields.filter((field) => field.kind === 'date');
    expect(dates.map((field) => field.dates?.(scope).years.to)).toEqual([2007, 2025]);
  });
});

describe('options', () => {
  const lists = fields
    .map((field) => field.options?.({ ...wider.personalInfo, ...wider.additionalInfo }, scope) ?? [])
    .filter((list) => list.length > 0);
  it('options, any list: have unique ids, and labels in every language', () => {
    for (const list of lists) {
      expect(new Set(list.map((option) => option.id)).size).toBe(list.length);
      for (const language of LANGUAGES) {
        const labels = list.map((option: Option) => labelOf(option, language));
        expect(labels.filter((label) => label.trim() === '')).toEqual([]);
        expect(new Set(labels).size, labels.join()).toBe(labels.length);
      }
    }
  });
});

describe('a failure', () => {
  it('e-mail host not accepted: the message names the accepted ones', () => {
    const email = sections.personalInfo.fields.find((field) => field.name === 'email');
    const failure = email && failureOf(email, { ...wider.personalInfo, email: 'a@b' }, { ...scope, lang: 'en' });
    expect(failure && say('en')(failure.key, failure.params)).toBe('Use a gmail.com, yahoo.com or outlook.com address');
  });
  it('list in a message: joins it with "or" of the borrower\'s language', () => {
    const email = sections.personalInfo.fields.find((field) => field.name === 'email');
    const of = (lang: 'en' | 'es' | 'sw') =>
      email && failureOf(email, { ...wider.personalInfo, email: 'a@b.co' }, { ...scope, lang })?.params['hosts'];
    expect([of('en'), of('es'), of('sw')]).toEqual([
      'gmail.com, yahoo.com or outlook.com',
      'gmail.com, yahoo.com o outlook.com',
      'gmail.com, yahoo.com au outlook.com',
    ]);
  });
});

describe('messages the specification gives', () => {
  const words = say('en');
  it.each<[MessageKey, string]>([
    ['required.nationalId', 'Please enter the ID number'],
    ['invalid.whatsapp', 'Please enter the correct WhatsApp number'],
    ['invalid.curpLength', 'CURP must be 18 digits'],
    ['invalid.curp', 'The ID Card format is incorrect'],
    ['questionnaire.complete', 'Complete the credit history questionnaire'],
    ['invalid.verificationCode', 'Invalid verification code'],
    ['required.mobile', 'Mobile number cannot be empty'],
  ])("message %s: has the specification's words verbatim", (key, text) => {
    expect(words(key)).toBe(text);
  });
  it.each<[MessageKey, string]>([['required.verificationCode', 'cannot be empty']])(
    "message %s: it contains the specification's words",
    (key, text) => {
      expect(words(key)).toContain(text);
    },
  );
});
