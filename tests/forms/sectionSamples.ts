/** Complete, valid values of each section, and the failure of one changed field. */
import type { SectionName, Values } from '#machines/model/application.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { completed, SAMPLE_DAY } from '#src/forms/sampleValues.ts';
import type { CheckContext, Failure } from '#src/forms/types.ts';
import { presets, type Market } from '#src/market/market.ts';
import { filled as additionalInfo } from '#screens/apply/additionalInfo/examples.ts';
import { filled as bankAccount } from '#screens/apply/bankAccount/examples.ts';
import { filled as loanQuestion } from '#screens/apply/loanQuestion/examples.ts';
import { filled as personalInfo } from '#screens/apply/personalInfo/examples.ts';

export const TODAY = SAMPLE_DAY;

export const context: CheckContext = { today: TODAY, ownMobile: '254712345678', lang: 'en' };

export const complete: Readonly<Record<SectionName, Values>> = { personalInfo, additionalInfo, bankAccount, loanQuestion };

/** The optional groups, filled in. */
export const wider: Readonly<Record<'personalInfo' | 'additionalInfo' | 'bankAccount', Values>> = {
  personalInfo: completed(
    'personalInfo',
    {
      ...personalInfo,
      loanPurpose: 'health',
      familyMonthlyIncome: 'from40000',
      religion: 'none',
      language: 'sw',
      alternativePhone: '',
      cityOfBirth: 'Nakuru',
      age: '33',
      rfc: 'ABCD123456EF7',
      nss: '12345678901',
      curp: 'WAMA920315MNEXXX09',
      county: '032',
      pincode: '20100',
    },
    presets.everyField,
  ),
  additionalInfo: completed(
    'additionalInfo',
    {
      ...additionalInfo,
      payMethod: 'cash',
      incomeSource: 'ownself',
      designation: '9',
      startWorkingDate: '01-02-2020',
      companyName: 'Duka Moja',
      companyCounty: '047',
      companyPincode: '00100',
      linkedin: '',
      facebook: '',
    },
    presets.everyField,
  ),
  bankAccount: completed(
    'bankAccount',
    {
      ...bankAccount,
      mobile: '712345678',
      cardType: 'card',
      accountNumber: '1234567890123456',
      confirmAccountNumber: '1234567890123456',
      validPeriod: '12/29',
      cvc: '',
      bvn: '12345678901',
      branch: 'Moi Avenue',
      state: 'nairobi',
      city: 'nairobi',
    },
    presets.everyField,
  ),
};

/** The failure of one field when all other fields are valid. */
export const failureFor = (
  section: SectionName,
  field: string,
  value: string,
  change: Values = {},
  market: Market = presets.kenya,
): Failure | null => {
  const isWider = Object.values(market.groups).filter(Boolean).length > 1;
  const base = isWider && section !== 'loanQuestion' ? wider[section] : complete[section];
  return checkSection(section, { ...base, ...change, [field]: value }, { ...context, market })[field] ?? null;
};
