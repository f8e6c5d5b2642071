/** One test, or more, for each reading of the specification that the forms settle. The numbers are those of `docs/readings.md`. */
import { describe, expect, it } from 'vitest';
import { ageOn } from '#machines/model/calendar.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import type { Values } from '#machines/model/application.ts';
import { viewsOf } from '#src/forms/fieldViews.ts';
import { say } from '#src/forms/messages/index.ts';
import { birthYears, listOf } from '#src/forms/rules.ts';
import { fieldNamed, normaliseSection, scopeOf, shownFields } from '#src/forms/scope.ts';
import { contactDigits, fromPhoneBook, localDigits, removedFrom } from '#src/forms/text.ts';
import { labelOf } from '#src/market/options.ts';
import { bracketOf, payFrequencies, salaryBrackets } from '#src/market/lists/work.ts';
import { market, presets } from '#src/market/market.ts';
import { complete, context, failureFor, wider } from './sectionSamples.ts';

const scope = scopeOf(context);
const typed = (section: 'personalInfo' | 'additionalInfo' | 'bankAccount', name: string, text: string, of = scope): string =>
  fieldNamed(section, name)?.sanitise?.(text, of) ?? text;

describe('reading 1, national ID', () => {
  it('reading 1, national ID, as shipped: is exactly eight digits', () => {
    expect(failureFor('personalInfo', 'nationalId', '12345678')).toBeNull();
    expect(typed('personalInfo', 'nationalId', '12-34 56789')).toBe('12345678');
    expect(say('en')('required.nationalId')).toBe('Please enter the ID number');
  });
  it('national ID, configured as dashed: takes up to 18 digits, with dashes after the 4th and 11th', () => {
    const other = scopeOf({ ...context, market: presets.dashed18 });
    const field = fieldNamed('personalInfo', 'nationalId');
    const maxLength = field?.input?.maxLength;
    expect(typed('personalInfo', 'nationalId', '1234567890123456789', other)).toBe('123456789012345678');
    expect(field?.display?.('123456789012345678', other)).toBe('1234-5678901-2345678');
    expect(field?.display?.('1234', other)).toBe('1234');
    expect(typeof maxLength === 'function' && maxLength(other)).toBe(9);
    expect(failureFor('personalInfo', 'nationalId', '123456789012345678', {}, presets.dashed18)).toBeNull();
    expect(failureFor('personalInfo', 'nationalId', '1234567890123456789', {}, presets.dashed18)?.key).toBe('invalid.nationalId18');
  });
});

describe('reading 2, e-mail hosts', () => {
  it('e-mail hosts, any host: rule, hint and suggestions come from one list', () => {
    const email = fieldNamed('personalInfo', 'email');
    expect(email?.suggest?.('amina', scope)).toEqual(['amina@gmail.com', 'amina@yahoo.com', 'amina@outlook.com']);
    expect(say('en')('hint.email', { hosts: listOf(market.emailHosts, scope) })).toBe('A gmail.com, yahoo.com or outlook.com address');
    for (const address of email?.suggest?.('amina', scope) ?? []) expect(failureFor('personalInfo', 'email', address)).toBeNull();
  });
  it('reading 2, e-mail hosts, shorter list: shortens rule, hint and suggestions', () => {
    const two = scopeOf({ ...context, market: presets.twoEmailHosts });
    expect(fieldNamed('personalInfo', 'email')?.suggest?.('amina', two)).toHaveLength(2);
    expect(failureFor('personalInfo', 'email', 'amina@outlook.com', {}, presets.twoEmailHosts)).toEqual({
      key: 'invalid.emailHost',
      params: { hosts: 'gmail.com or yahoo.com' },
    });
  });
});

describe('reading 11, prefixes of the phone book', () => {
  it.each(['+234', '234', '+2340', '2340', '+254', '254', '+2540', '2540', '0', ''])(
    'prefix of the phone book %s: is removed',
    (prefix) => {
      expect(fromPhoneBook(`${prefix}712 345-678`, market)).toBe('712345678');
    },
  );
});

describe('reading 12, two spellings of one number', () => {
  it('WhatsApp and spare phone: have nine digits; contacts: ten with a leading 0, shown as nine once they are whole', () => {
    expect(typed('personalInfo', 'whatsappNo', '7123456789')).toBe('712345678');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '071234567')).toBe('071234567');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '07123456789')).toBe('712345678');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '7123456789')).toBe('712345678');
  });
  it.each(['0712345678', '+254 712 345 678', '254712345678', '712-345-678', '\u202A+254 712 345 678\u202C', '+254 712 345 678 (Mum)'])(
    'reading 12, %s pasted: it is the same number',
    (text) => {
      expect(localDigits(text)).toBe('712345678');
      expect(`254${contactDigits(text).replace(/^0/, '')}`).toBe('254712345678');
    },
  );
  it("00254 or another country's prefix pasted: is read", () => {
    expect(typed('personalInfo', 'whatsappNo', '00254712345678')).toBe('712345678');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '00254712345678')).toBe('712345678');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '+234 0745 600 700')).toBe('745600700');
    expect(typed('additionalInfo', 'emergencyContactMobile1', '00234745600700')).toBe('745600700');
    expect(typed('additionalInfo', 'companyPhone', '00254 20 1234567')).toBe('201234567');
  });
  it.each([
    ['personalInfo', 'whatsappNo', '+234 0745 600 700'],
    ['personalInfo', 'sparePhone', '+44 7911 123456'],
    ['additionalInfo', 'emergencyContactMobile1', '+44 7911 123456'],
    ['additionalInfo', 'emergencyContactMobile1', '+234 7456 007 001'],
    ['additionalInfo', 'emergencyContactMobile1', '0712345678 / 0722'],
    ['additionalInfo', 'companyPhone', '+234 0745 600 700'],
    ['additionalInfo', 'companyPhone', '020 123 4567 / 89'],
  ] as const)('field %s %s: "%s" pasted is refused, not cut to another number', (section, field, text) => {
    const kept = typed(section, field, text);
    expect(kept).toBe(text.replace(/\D/g, ''));
    expect(failureFor(section, field, kept)).not.toBeNull();
  });
  it('too long number from the phone book: is not cut to another number', () => {
    expect(fromPhoneBook('+234 7456 007 001', market)).toBe('7456007001');
  });
  it('number typed with its country code: is read once it is complete', () => {
    let kept = '';
    for (const key of '254712345678') kept = typed('personalInfo', 'whatsappNo', kept + key);
    expect(kept).toBe('712345678');
  });
  it('phone number in any spelling: is stored as 254...', () => {
    const values = normaliseSection('additionalInfo', complete.additionalInfo, context);
    expect([values['emergencyContactMobile1'], values['emergencyContactMobile2']]).toEqual(['254722000111', '254733000222']);
  });
});

describe('reading 13, account number', () => {
  it('reading 13, account number, as shipped: is 8 to 16 digits or an M-PESA number', () => {
    expect(failureFor('bankAccount', 'accountNumber', '12345678')).toBeNull();
    expect(checkSection('bankAccount', { accountKind: 'mpesa', mobile: '712345678', verificationCode: '123456' }, context)).toEqual({});
  });
  it('account number pasted with blanks: loses them; pasted with too many digits: stays wrong', () => {
    expect(typed('bankAccount', 'accountNumber', '0123 4567 8901 2345')).toBe('0123456789012345');
    expect(failureFor('bankAccount', 'accountNumber', typed('bankAccount', 'accountNumber', '01234567890123456'))?.key).toBe(
      'invalid.account',
    );
  });
  it('reading 13, account number, configured otherwise: is 16 digits of a card or 18 of a CLABE', () => {
    expect(failureFor('bankAccount', 'accountNumber', '12345678', { cardType: 'card' }, presets.card16)).toEqual({
      key: 'invalid.accountExact',
      params: { count: 16 },
    });
    expect(failureFor('bankAccount', 'accountNumber', '12345678', { cardType: 'clabe' }, presets.clabe18)).toEqual({
      key: 'invalid.accountExact',
      params: { count: 18 },
    });
  });
});

describe('reading 17, contacts 1 and 2', () => {
  it('reading 17, contacts 1 and 2, submitted: are compared, and not only when picked', () => {
    expect(
      Object.keys(checkSection('additionalInfo', { ...complete.additionalInfo, emergencyContactMobile2: '722000111' }, context)),
    ).toEqual(['emergencyContactMobile2']);
  });
});

describe('reading 18, required only where shown', () => {
  it('optional group switched off: its fields are not required', () => {
    for (const name of ['religion', 'loanPurpose', 'pincode', 'county', 'cityOfBirth', 'age']) {
      expect(checkSection('personalInfo', {}, context)).not.toHaveProperty(name);
      expect(checkSection('personalInfo', {}, { ...context, market: presets.everyField })).toHaveProperty(name);
    }
  });
  it('optional field configured as required: is required', () => {
    expect(failureFor('additionalInfo', 'facebook', '')).toBeNull();
    expect(failureFor('additionalInfo', 'facebook', '', {}, presets.socialMediaRequired)?.key).toBe('required.facebook');
  });
  it('optional groups, all switched on: are shown', () => {
    const names = (section: 'personalInfo' | 'additionalInfo' | 'bankAccount', of: typeof market) =>
      shownFields(section, wider[section], scopeOf({ ...context, market: of })).map((field) => field.name);
    for (const section of ['personalInfo', 'additionalInfo', 'bankAccount'] as const) {
      expect(names(section, presets.everyField).length).toBeGreaterThan(names(section, presets.kenya).length);
    }
    expect(names('bankAccount', presets.everyField)).toEqual(expect.arrayContaining(['cardType', 'validPeriod', 'cvc', 'bvn', 'branch']));
  });
});

describe('reading 19, names', () => {
  it('names, other characters typed: are removed and named', () => {
    expect(typed('personalInfo', 'firstName', "Ng'ang'a 2")).toBe('Nganga');
    expect(removedFrom("Ng'ang'a 2", 'Nganga')).toBe("' ␣ 2");
    expect(removedFrom(' Jane9', 'Jane', (character) => character === ' ')).toBe('9');
  });
  it('letters with marks typed: become their base letters, without a message', () => {
    expect(typed('personalInfo', 'firstName', 'Émile')).toBe('Emile');
    expect(typed('personalInfo', 'lastName', 'Mũthoni wa Njeri\u0303')).toBe('MuthoniwaNjeri');
    expect(typed('bankAccount', 'cardholderName', 'Señora Mũthoni')).toBe('Senora Muthoni');
    expect(removedFrom('Émile', 'Emile', (character) => character === 'É')).toBe('');
    expect(removedFrom('Mu\u0303thoni', 'Muthoni')).toBe('');
  });
  it('reading 19, names, characters removed: says why', () => {
    const noteOf = (name: string) => {
      const looks = {
        values: {},
        entered: {},
        scope,
        errors: {},
        remark: { field: name, kind: 'removed' as const, text: 'Taken out: 2' },
        picked: undefined,
      };
      return viewsOf('personalInfo')(looks)
        .flatMap(({ views }) => views)
        .find(({ field }) => field.name === name)?.note;
    };
    expect(noteOf('lastName')).toBe('Taken out: 2. Only letters A to Z.');
  });
  it('names, configured to keep apostrophe and hyphen: keep them', () => {
    expect(typed('personalInfo', 'firstName', "Ng'ang'a", scopeOf({ ...context, market: presets.namesWithMarks }))).toBe("Ng'ang'a");
    expect(failureFor('personalInfo', 'firstName', "Ng'ang'a", {}, presets.namesWithMarks)).toBeNull();
  });
});

describe('reading 20, unemployed and no work', () => {
  const has = (employmentType: string, of = market) =>
    shownFields('additionalInfo', { employmentType }, scopeOf({ ...context, market: of })).some(
      (field) => field.name === 'industryCategory',
    );
  it('reading 20, unemployed and no work, either chosen: hides the work fields', () => {
    expect([has('unemployed'), has('noWork'), has('employee')]).toEqual([false, false, true]);
  });
  it('reading 20, unemployed and no work, configured apart: differ', () => {
    expect([has('unemployed', presets.noWorkIsWork), has('noWork', presets.noWorkIsWork)]).toEqual([false, true]);
  });
});

describe('reading 21, salary brackets', () => {
  it('reading 21, salary brackets, any income: has a bracket', () => {
    expect([0, 7_999, 8_000, 14_999, 15_000, 29_999, 30_000, 39_999, 40_000, 1_000_000].map(bracketOf)).toEqual([
      'upTo7999',
      'upTo7999',
      '8000-14999',
      '8000-14999',
      '15000-29999',
      '15000-29999',
      '30000-39999',
      '30000-39999',
      'from40000',
      'from40000',
    ]);
    expect(salaryBrackets.map((option) => labelOf(option, 'en'))).toEqual([
      'Up to KSh 7,999',
      'KSh 8,000 to 14,999',
      'KSh 15,000 to 29,999',
      'KSh 30,000 to 39,999',
      'KSh 40,000 and more',
    ]);
  });
});

describe('reading 22, pay frequency', () => {
  it('reading 22, pay frequency, any language: keeps the ids and labels them', () => {
    expect(Object.fromEntries(payFrequencies.map((option) => [option.id, labelOf(option, 'en')]))).toMatchObject({
      fourteen: 'Every 14 days',
      biweekly: 'Twice a month',
    });
  });
});

describe('reading 22, paydays', () => {
  it('payday every 14 days: has one weekday, or two that differ; twice a month: has two days', () => {
    const refused = (change: Values): unknown => checkSection('additionalInfo', { ...complete.additionalInfo, ...change }, context);
    expect(refused({ payFrequency: 'fourteen', monthlyPayday: '5', monthlyPaydayTwo: '' })).toEqual({});
    expect(refused({ payFrequency: 'fourteen', monthlyPayday: '5', monthlyPaydayTwo: '2' })).toEqual({});
    expect(refused({ payFrequency: 'fourteen', monthlyPayday: '5', monthlyPaydayTwo: '5' })).toMatchObject({
      monthlyPaydayTwo: { key: 'invalid.samePayday' },
    });
    expect(refused({ payFrequency: 'biweekly', monthlyPayday: '5', monthlyPaydayTwo: '' })).toMatchObject({
      monthlyPaydayTwo: { key: 'required.monthlyPaydayTwo' },
    });
  });
});

describe('reading 27, data of the phone', () => {
  it('no phone book: every contact can be typed', () => {
    expect(checkSection('additionalInfo', complete.additionalInfo, context)).toEqual({});
  });
});

describe('reading 28, values read from the identity card', () => {
  it("identity card read: gives number, name and birthday, and no father's name", () => {
    expect(market.cardRead).toEqual(['number', 'name', 'birthday']);
  });
});

describe('reading 30, age', () => {
  it('age on the day before the birthday and on the birthday: is counted by calendar date', () => {
    expect(ageOn('2007-11-20', '2025-11-20')).toBe(18);
    expect(failureFor('personalInfo', 'inputBirthday', '20-11-2007')).toBeNull();
    expect(failureFor('personalInfo', 'inputBirthday', '21-11-2007')?.key).toBe('invalid.tooYoung');
  });
  it('years on the wheel: are 65, the last of them 18 years ago', () => {
    const { from, to } = birthYears('2025-11-20');
    expect([from, to, to - from + 1]).toEqual([1943, 2007, 65]);
  });
});
