/** Every rule with what it accepts and refuses at its borders, through the check that form and lender share. */
import { describe, expect, it } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import { say, type MessageKey } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/schema.ts';
import { presets, type Market } from '#src/market/market.ts';
import { complete, context, failureFor, wider } from './samples.ts';

interface Row {
  section: SectionName;
  field: string;
  accepted: readonly string[];
  /** Refused value to the reason given. */
  refused: Readonly<Record<string, MessageKey>>;
  change?: Values;
  market?: Market;
}

const letters = (n: number): string => 'a'.repeat(n);
const digits = (n: number): string => '1234567890'.repeat(3).slice(0, n);

const names = (field: string, empty: Record<string, MessageKey>): Row => ({
  section: 'personalInfo',
  field,
  accepted: ['Ann', 'Wanjiku', letters(50)],
  refused: {
    ...empty,
    Jo: 'invalid.nameShort',
    A: 'invalid.nameShort',
    "Ng'ang'a": 'invalid.nameLetters',
    'Ann Mary': 'invalid.nameLetters',
    José: 'invalid.nameLetters',
    Ann1: 'invalid.nameLetters',
    [letters(51)]: 'invalid.long',
  },
});

const contact = (n: number, mobile: string, relation: string): Row[] => [
  {
    section: 'additionalInfo',
    field: `emergencyContactName${n}`,
    accepted: ['A', 'Mama Njeri 2', "Ng'ang'a wa duka", 'Ñandú', letters(50)],
    refused: { '': 'required.contactName', '   ': 'required.contactName', '...': 'invalid.contactName', [letters(51)]: 'invalid.long' },
    change: { [`emergencyContactMobile${n}`]: mobile, [`emergencyContactRelation${n}`]: relation },
  },
  {
    section: 'additionalInfo',
    field: `emergencyContactMobile${n}`,
    accepted: [mobile, `0${mobile}`, `254${mobile}`],
    refused: {
      '': 'required.contactMobile',
      '72200011': 'invalid.contactMobile',
      '7220001112': 'invalid.contactMobile',
      '072200011': 'invalid.contactMobile',
      '822000111': 'invalid.contactMobile',
      '712345678': 'invalid.contactIsBorrower',
      '0712345678': 'invalid.contactIsBorrower',
    },
    change: { [`emergencyContactName${n}`]: 'Grace', [`emergencyContactRelation${n}`]: relation },
  },
];

const everyField = presets.everyField;

const table: readonly Row[] = [
  names('firstName', { '': 'required.firstName', '  ': 'required.firstName' }),
  names('lastName', { '': 'required.lastName' }),
  { ...names('middleName', {}), accepted: ['', 'Ann', letters(50)] },
  {
    section: 'personalInfo',
    field: 'gender',
    accepted: ['1', '2'],
    refused: { '': 'required.gender', '3': 'invalid.option', male: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'inputBirthday',
    accepted: ['20-11-2007', '29-02-2004', '01-01-1943'],
    refused: {
      '': 'required.inputBirthday',
      '21-11-2007': 'invalid.tooYoung',
      '20-11-2025': 'invalid.tooYoung',
      '01-01-2030': 'invalid.tooYoung',
      '31-12-1942': 'invalid.date',
      '29-02-2003': 'invalid.date',
      '31-04-1990': 'invalid.date',
      '1-1-1990': 'invalid.date',
      '1990-01-01': 'invalid.date',
      '00-00-0000': 'invalid.date',
    },
  },
  {
    section: 'personalInfo',
    field: 'education',
    accepted: ['none', 'postGraduate'],
    refused: { '': 'required.education', phd: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'maritalStatus',
    accepted: ['single', 'widowed'],
    refused: { '': 'required.maritalStatus', Single: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'nationalId',
    accepted: ['12345678', '00000001'],
    refused: {
      '': 'required.nationalId',
      '1234567': 'invalid.nationalId8',
      '123456789': 'invalid.nationalId8',
      '1234567a': 'invalid.nationalId8',
      '١٢٣٤٥٦٧٨': 'invalid.nationalId8',
    },
  },
  {
    section: 'personalInfo',
    field: 'whatsappNo',
    accepted: ['712345678', '112345678', '0712345678', '254712345678'],
    refused: {
      '': 'required.whatsappNo',
      '71234567': 'invalid.whatsapp',
      '7123456789': 'invalid.whatsapp',
      '212345678': 'invalid.whatsapp',
      abc: 'invalid.whatsapp',
    },
  },
  {
    section: 'personalInfo',
    field: 'sparePhone',
    accepted: ['', '712345678'],
    refused: { '71234567': 'invalid.sparePhone', '812345678': 'invalid.sparePhone' },
  },
  {
    section: 'personalInfo',
    field: 'email',
    accepted: ['a@gmail.com', 'amina.w+loan@yahoo.com', 'A_B-C@OUTLOOK.COM'],
    refused: {
      '': 'required.email',
      'amina@hotmail.com': 'invalid.emailHost',
      'amina@mail.gmail.com': 'invalid.emailHost',
      'amina@gmail': 'invalid.emailHost',
      'a@b': 'invalid.emailHost',
      'amina@': 'invalid.emailHost',
      amina: 'invalid.emailHost',
      'amina@gmail .com': 'invalid.emailFormat',
      '@gmail.com': 'invalid.emailFormat',
      'a b@gmail.com': 'invalid.emailFormat',
      'a@b@gmail.com': 'invalid.emailFormat',
      '.a@gmail.com': 'invalid.emailFormat',
      'a..b@gmail.com': 'invalid.emailFormat',
      'a,b@gmail.com': 'invalid.emailFormat',
      [`${letters(91)}@gmail.com`]: 'invalid.emailFormat',
    },
  },
  {
    section: 'personalInfo',
    field: 'residenceType',
    accepted: ['ownHouse', 'others'],
    refused: { '': 'required.residenceType', tent: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'state',
    accepted: ['rift-valley'],
    refused: { '': 'required.state', 'Rift Valley': 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'city',
    accepted: ['nakuru', 'west-pokot'],
    refused: { '': 'required.city', nairobi: 'invalid.option', kiambu: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'address',
    accepted: ['12', 'P.O. Box 4', letters(100)],
    refused: {
      '': 'required.address',
      '  ': 'required.address',
      a: 'invalid.address',
      ' a ': 'invalid.address',
      // Two characters nobody sees, and one beside one.
      '\u200B\u200B': 'required.address',
      'a\u0000': 'invalid.address',
      [letters(101)]: 'invalid.long',
    },
  },

  // the wider personal form
  {
    section: 'personalInfo',
    field: 'loanPurpose',
    market: everyField,
    accepted: ['family', 'other'],
    refused: { '': 'required.loanPurpose', car: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'familyMonthlyIncome',
    market: everyField,
    accepted: ['upTo7999'],
    refused: { '': 'required.familyMonthlyIncome', '8000': 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'religion',
    market: everyField,
    accepted: ['muslim'],
    refused: { '': 'required.religion', x: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'language',
    market: everyField,
    accepted: ['sw'],
    refused: { '': 'required.language', de: 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'alternativePhone',
    market: everyField,
    accepted: ['', '112345678'],
    refused: { '11234567': 'invalid.sparePhone' },
  },
  {
    section: 'personalInfo',
    field: 'cityOfBirth',
    market: everyField,
    accepted: ['Wa', letters(60)],
    refused: { '': 'required.cityOfBirth', a: 'invalid.short', [letters(61)]: 'invalid.long' },
  },
  {
    section: 'personalInfo',
    field: 'age',
    market: everyField,
    accepted: ['33'],
    refused: {
      '': 'required.age',
      '17': 'invalid.age',
      '84': 'invalid.age',
      '32': 'invalid.ageBirthday',
      '34': 'invalid.ageBirthday',
      '3x': 'invalid.age',
    },
  },
  {
    section: 'personalInfo',
    field: 'rfc',
    market: everyField,
    accepted: ['', 'ABCD123456EF7', 'abcd123456ef7'],
    refused: { [letters(12)]: 'invalid.rfc', [letters(14)]: 'invalid.rfc', 'ABCD-23456EF7': 'invalid.rfc' },
  },
  {
    section: 'personalInfo',
    field: 'nss',
    market: everyField,
    accepted: ['', digits(11)],
    refused: { [digits(10)]: 'invalid.nss', [digits(12)]: 'invalid.nss', '1234567890a': 'invalid.nss' },
  },
  {
    section: 'personalInfo',
    field: 'curp',
    market: everyField,
    accepted: ['WAMA920315MNEXXX09', 'wama920315mnexxxA9'],
    refused: {
      '': 'required.curp',
      WAMA920315MNEXXX0: 'invalid.curpLength',
      WAMA920315MNEXXX090: 'invalid.curpLength',
      '123456789012345678': 'invalid.curp',
    },
  },
  {
    section: 'personalInfo',
    field: 'county',
    market: everyField,
    accepted: ['001', '047'],
    refused: { '': 'required.county', '048': 'invalid.option' },
  },
  {
    section: 'personalInfo',
    field: 'pincode',
    market: everyField,
    accepted: ['00100'],
    refused: { '': 'required.pincode', '0010': 'invalid.pincode', '001000': 'invalid.pincode' },
  },

  // work
  {
    section: 'additionalInfo',
    field: 'employmentType',
    accepted: ['employee', 'partTime'],
    refused: { '': 'required.employmentType', pirate: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'industryCategory',
    accepted: ['1', '16'],
    refused: { '': 'required.industryCategory', '17': 'invalid.option', '0': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'jobExperience',
    accepted: ['lessThan1', 'moreThan3'],
    refused: { '': 'required.jobExperience', '2': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlySalary',
    accepted: ['upTo7999', 'from40000'],
    refused: { '': 'required.monthlySalary', '7999': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'payFrequency',
    accepted: ['monthly'],
    refused: { '': 'required.payFrequency', yearly: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlyPayday',
    accepted: ['1', '31'],
    refused: { '': 'required.monthlyPayday', '0': 'invalid.option', '32': 'invalid.option', '01': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlyPayday',
    change: { payFrequency: 'weekly' },
    accepted: ['1', '7'],
    refused: { '8': 'invalid.option', '28': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlyPaydayTwo',
    change: { payFrequency: 'biweekly' },
    accepted: ['1', '31'],
    refused: { '': 'required.monthlyPaydayTwo', '32': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlyPaydayTwo',
    change: { payFrequency: 'fourteen', monthlyPayday: '1' },
    accepted: ['7'],
    refused: { '': 'required.monthlyPaydayTwo', '8': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'companyPhone',
    accepted: ['0201234567', '201234567', '712345678', '254712345678', '05212345678'.slice(0, 10)],
    refused: {
      '': 'required.companyPhone',
      '123': 'invalid.companyPhone',
      '0901234567': 'invalid.companyPhone',
      '02012345678': 'invalid.companyPhone',
    },
  },
  {
    section: 'additionalInfo',
    field: 'companyState',
    accepted: ['nairobi'],
    refused: { '': 'required.companyState', x: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'companyCity',
    accepted: ['nairobi'],
    refused: { '': 'required.companyCity', nakuru: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'companyAddress',
    accepted: ['12', letters(100)],
    refused: { '': 'required.companyAddress', a: 'invalid.address', [letters(101)]: 'invalid.long' },
  },
  {
    section: 'additionalInfo',
    field: 'companyName',
    market: everyField,
    accepted: ['KQ', letters(60)],
    refused: { '': 'required.companyName', K: 'invalid.companyName', [letters(61)]: 'invalid.long' },
  },
  {
    section: 'additionalInfo',
    field: 'companyCounty',
    market: everyField,
    accepted: ['047'],
    refused: { '': 'required.companyCounty', '99': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'companyPincode',
    market: everyField,
    accepted: ['00100'],
    refused: { '': 'required.companyPincode', '1': 'invalid.pincode' },
  },
  {
    section: 'additionalInfo',
    field: 'payMethod',
    market: everyField,
    accepted: ['cheque', 'bankTransfer'],
    refused: { '': 'required.payMethod', gold: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'incomeSource',
    market: everyField,
    accepted: ['mother'],
    refused: { '': 'required.incomeSource', x: 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'designation',
    market: everyField,
    accepted: ['1', '20'],
    refused: { '': 'required.designation', '21': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'startWorkingDate',
    market: everyField,
    accepted: ['20-11-2025', '01-01-1990'],
    refused: { '': 'required.startWorkingDate', '21-11-2025': 'invalid.futureDate', '30-02-2020': 'invalid.date' },
  },

  // emergency contacts
  ...contact(1, '722000111', 'siblings'),
  ...contact(2, '733000222', 'friends'),
  ...contact(3, '744000333', 'others'),
  ...contact(4, '755000444', 'others'),
  ...contact(5, '766000555', 'others'),
  {
    section: 'additionalInfo',
    field: 'emergencyContactRelation1',
    accepted: ['parents'],
    refused: { '': 'required.contactRelation', boss: 'invalid.option', friends: 'additionalInfomation.sameContactRelationTip' },
  },
  {
    section: 'additionalInfo',
    field: 'emergencyContactRelation2',
    accepted: ['parents'],
    refused: { '': 'required.contactRelation', siblings: 'additionalInfomation.sameContactRelationTip' },
  },
  ...[3, 4, 5].map((n): Row => ({
    section: 'additionalInfo',
    field: `emergencyContactRelation${n}`,
    accepted: ['', 'siblings'],
    refused: { boss: 'invalid.option' },
  })),
  {
    section: 'additionalInfo',
    field: 'linkedin',
    accepted: ['', 'ann', letters(60)],
    refused: { an: 'invalid.socialMedia', [letters(61)]: 'invalid.long' },
  },
  { section: 'additionalInfo', field: 'facebook', accepted: ['', 'ann'], refused: { a: 'invalid.socialMedia' } },

  // payout account
  { section: 'bankAccount', field: 'accountKind', accepted: ['bank'], refused: { '': 'required.accountKind', paypal: 'invalid.option' } },
  {
    section: 'bankAccount',
    field: 'mobile',
    change: { accountKind: 'mpesa' },
    accepted: ['712345678', '0112345678'],
    refused: { '': 'required.mobile', '71234567': 'invalid.mobile', '254': 'invalid.mobile' },
  },
  {
    section: 'bankAccount',
    field: 'cardholderName',
    accepted: ['Amina Wanjiku', 'Li'],
    refused: {
      '': 'required.cardholderName',
      A: 'invalid.short',
      [letters(61)]: 'invalid.long',
      // Nothing that could be stored.
      '\u674E\u5C0F\u9F8D': 'required.cardholderName',
    },
  },
  {
    section: 'bankAccount',
    field: 'bankCode',
    accepted: ['01', '68', 'X01'],
    refused: { '': 'required.bankCode', '99': 'invalid.option', '41': 'invalid.option', '63902': 'invalid.option' },
  },
  {
    section: 'bankAccount',
    field: 'accountNumber',
    accepted: [digits(8), digits(16)],
    refused: {
      '': 'required.accountNumber',
      [digits(7)]: 'invalid.account',
      [digits(17)]: 'invalid.account',
      '1234567a': 'invalid.account',
    },
  },
  {
    section: 'bankAccount',
    field: 'confirmAccountNumber',
    accepted: ['0123456789'],
    refused: { '': 'required.confirmAccountNumber', '0123456788': 'invalid.confirmAccount', '123456789': 'invalid.confirmAccount' },
  },
  {
    section: 'bankAccount',
    field: 'accountNumber',
    market: presets.card16,
    change: { cardType: 'card' },
    accepted: [digits(16)],
    refused: { [digits(15)]: 'invalid.accountExact', [digits(17)]: 'invalid.accountExact' },
  },
  {
    section: 'bankAccount',
    field: 'accountNumber',
    market: presets.clabe18,
    change: { cardType: 'clabe' },
    accepted: [digits(18)],
    refused: { [digits(16)]: 'invalid.accountExact', [digits(19)]: 'invalid.accountExact' },
  },
  {
    section: 'bankAccount',
    field: 'cardType',
    market: everyField,
    accepted: ['clabe', 'card'],
    refused: { '': 'required.cardType', gold: 'invalid.option' },
  },
  {
    section: 'bankAccount',
    field: 'validPeriod',
    market: everyField,
    accepted: ['11/25', '12/29'],
    refused: {
      '': 'required.validPeriod',
      '10/25': 'invalid.cardExpired',
      '13/29': 'invalid.validPeriod',
      '1/29': 'invalid.validPeriod',
      '1229': 'invalid.validPeriod',
    },
  },
  {
    section: 'bankAccount',
    field: 'cvc',
    market: everyField,
    accepted: ['', '123'],
    refused: { '12': 'invalid.cvc', '1234': 'invalid.cvc' },
  },
  {
    section: 'bankAccount',
    field: 'bvn',
    market: everyField,
    accepted: [digits(11)],
    refused: { '': 'required.bvn', [digits(10)]: 'invalid.bvn', [digits(12)]: 'invalid.bvn' },
  },
  { section: 'bankAccount', field: 'branch', accepted: ['', 'Moi Avenue'], refused: { M: 'invalid.short' } },
  {
    section: 'bankAccount',
    field: 'state',
    market: everyField,
    accepted: ['nairobi'],
    refused: { '': 'required.state', x: 'invalid.option' },
  },
  {
    section: 'bankAccount',
    field: 'city',
    market: everyField,
    accepted: ['nairobi'],
    refused: { '': 'required.city', kiambu: 'invalid.option' },
  },
  {
    section: 'bankAccount',
    field: 'verificationCode',
    accepted: ['000000', '123456'],
    refused: {
      '': 'required.verificationCode',
      '12345': 'invalid.verificationCode',
      '1234567': 'invalid.verificationCode',
      '12345a': 'invalid.verificationCode',
    },
  },

  // credit history
  ...['1', '2'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['yes', 'no'],
    refused: { '': 'questionnaire.answerThis', maybe: 'invalid.option' },
  })),
  { section: 'loanQuestion', field: '3', accepted: ['1', '5'], refused: { '': 'questionnaire.answerThis', '6': 'invalid.option' } },
  ...['4', '5'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['1', '36'],
    refused: { '': 'questionnaire.answerThis', '37': 'invalid.option' },
  })),
  { section: 'loanQuestion', field: '6', accepted: ['0', 'over90'], refused: { '': 'questionnaire.answerThis', '5': 'invalid.option' } },
  {
    section: 'loanQuestion',
    field: '7',
    accepted: ['0', 'over8000'],
    refused: { '': 'questionnaire.answerThis', '9000': 'invalid.option' },
  },
  ...['8', '9', '10', '11'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['0', '1', '10', 'over10'],
    refused: { '': 'questionnaire.answerThis', '11': 'invalid.option' },
  })),
];

describe('a section that is filled in rightly', () => {
  it.each(Object.entries(complete))('%s has nothing to complain about', (section, values) => {
    expect(checkSection(section as SectionName, values, context)).toEqual({});
  });
  it.each(Object.entries(wider))('%s with every optional group has nothing to complain about', (section, values) => {
    expect(checkSection(section as SectionName, values, { ...context, market: everyField })).toEqual({});
  });
});

describe.each(
  table.map((row) => ({
    ...row,
    title: `${row.section}.${row.field}${row.change ? ` with ${Object.values(row.change).join(', ')}` : ''}`,
  })),
)('$title', (row) => {
  const ask = (value: string) => failureFor(row.section, row.field, value, row.change, row.market);
  it.each(row.accepted.map((value) => [value.slice(0, 40) || 'nothing', value]))('accepts %s', (_title, value) => {
    expect(ask(value)).toBeNull();
  });
  it.each(Object.entries(row.refused).map(([value, key]) => [value.slice(0, 40) || 'nothing', key, value] as const))(
    'refuses %s: %s',
    (_title, key, value) => {
      const failure = ask(value);
      expect(failure?.key).toBe(key);
      // Every placeholder of the message has its value.
      expect(say('en')(key, failure?.params)).not.toMatch(/[{}]/);
    },
  );
});

describe('the table above', () => {
  it('has a row for every field of every section', async () => {
    const { sections } = await import('#src/forms/sections/index.ts');
    const asked = new Set(table.map((row) => `${row.section}.${row.field}`));
    const missing = Object.values(sections).flatMap(({ name, fields }) =>
      fields.map((field) => `${name}.${field.name}`).filter((id) => !asked.has(id)),
    );
    expect(missing).toEqual([]);
  });
});

describe('messages the specification gives', () => {
  const words = say('en');
  it.each<[MessageKey, string]>([
    ['required.nationalId', 'Please enter the ID number'],
    ['invalid.whatsapp', 'Please enter the correct WhatsApp number'],
    ['invalid.curpLength', 'CURP must be 18 digits'],
    ['invalid.curp', 'The ID Card format is incorrect'],
    ['questionnaire.first', 'First answer the question'],
    ['questionnaire.complete', 'Complete the credit history questionnaire'],
    ['questionnaire.incomplete', 'There are still unanswered questions, please complete'],
    ['invalid.verificationCode', 'Invalid verification code'],
    ['required.mobile', 'Mobile number cannot be empty'],
  ])('%s is said verbatim', (key, text) => {
    expect(words(key)).toBe(text);
  });
  it.each<[MessageKey, string]>([
    ['invalid.confirmAccount', 'inconsistent with the confirmation number'],
    ['required.verificationCode', 'cannot be empty'],
    ['invalid.emailFormat', 'cannot contain spaces or others'],
  ])('%s holds the words given', (key, text) => {
    expect(words(key)).toContain(text);
  });
});
