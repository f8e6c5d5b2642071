/** Every rule of the additional information: work, and the people to call. */
import { presets } from '#src/market/market.ts';
import { letters, type Row } from './ruleRow.ts';

const everyField = presets.everyField;

const contact = (n: number, mobile: string, relation: string): Row[] => [
  {
    section: 'additionalInfo',
    field: `emergencyContactName${n}`,
    accepted: ['A', 'Mama Njeri 2', "Ng'ang'a wa duka", 'Ñandú', letters(50)],
    refused: {
      '': 'required.contactName',
      'Gra\u202Ece': 'invalid.unseen',
      // A Hangul filler is a letter that shows nothing.
      '\u3164\u3164\u3164': 'invalid.unseen',
      '   ': 'required.contactName',
      '...': 'invalid.contactName',
      [letters(51)]: 'invalid.long',
    },
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
      // The number of contact 1, which no other contact may have.
      ...(n === 1 ? {} : { '0722000111': 'additionalInfomation.sameContactMobileTip' }),
      '712345678': 'invalid.contactIsBorrower',
      '0712345678': 'invalid.contactIsBorrower',
    },
    change: { [`emergencyContactName${n}`]: 'Grace', [`emergencyContactRelation${n}`]: relation },
  },
];

export const additionalInfo: readonly Row[] = [
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
    refused: { '': 'required.monthlyPaydayTwo', '28': 'invalid.samePayday', '32': 'invalid.option' },
  },
  {
    section: 'additionalInfo',
    field: 'monthlyPaydayTwo',
    change: { payFrequency: 'fourteen', monthlyPayday: '1' },
    accepted: ['7', ''],
    refused: { '1': 'invalid.samePayday', '8': 'invalid.option' },
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
    accepted: [
      '',
      'linkedin.com/in/amina',
      'https://www.linkedin.com/in/amina-wanjiku-1a2b/',
      'http://ke.linkedin.com/in/amina?trk=x',
      'LinkedIn.com/pub/amina',
    ],
    refused: {
      amina: 'invalid.linkedin',
      'linkedin.com': 'invalid.linkedin',
      'linkedin.com/in/': 'invalid.linkedin',
      'linkedin.com/company/kq': 'invalid.linkedin',
      'facebook.com/in/amina': 'invalid.linkedin',
      'https://linkedin.com.evil.example/in/amina': 'invalid.linkedin',
      'https://evil.example/linkedin.com/in/amina': 'invalid.linkedin',
      'linkedin.com/in/amina wanjiku': 'invalid.linkedin',
      [`linkedin.com/in/${letters(100)}`]: 'invalid.long',
    },
  },
  { section: 'additionalInfo', field: 'facebook', accepted: ['', 'ann'], refused: { a: 'invalid.socialMedia' } },
];
