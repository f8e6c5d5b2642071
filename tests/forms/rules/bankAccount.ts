/** Every rule of the payout account. */
import { presets } from '#src/market/market.ts';
import { digits, letters, type Row } from './ruleRow.ts';

const everyField = presets.everyField;

export const bankAccount: readonly Row[] = [
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
      // No character remains that can be stored.
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
    field: 'mobileVerificationCode',
    change: { accountKind: 'mpesa', mobile: '722000111' },
    accepted: ['000000', '123456'],
    refused: {
      '': 'required.verificationCode',
      '12345': 'invalid.verificationCode',
      '1234567': 'invalid.verificationCode',
      '12345a': 'invalid.verificationCode',
    },
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
];
