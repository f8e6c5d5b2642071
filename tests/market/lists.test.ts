/** The reference lists: number of entries, hidden entries, and that no code of our own reaches a payment rail. */
import { describe, expect, it } from 'vitest';
import { bankByCode, bankOptions, banks, hasClearingCode, walletOptions } from '#src/market/lists/banks.ts';
import { counties } from '#src/market/lists/counties.ts';
import { lenders } from '#src/market/lists/lenders.ts';
import { educations, loanPurposes, maritalStatuses, relations, residenceTypes } from '#src/market/lists/person.ts';
import { districtsOf, provinces } from '#src/market/lists/provinces.ts';
import { counts } from '#src/market/lists/questionnaire.ts';
import { labelOf } from '#src/market/options.ts';
import {
  designations,
  employmentTypes,
  incomeSources,
  industries,
  jobExperiences,
  payFrequencies,
  payMethods,
  weekdays,
} from '#src/market/lists/work.ts';

describe('lists of places', () => {
  it('lists of places: they contain 8 provinces with 70 districts, and 47 counties', () => {
    expect(provinces.map((province) => province.label)).toEqual([
      'Central',
      'Coast',
      'Eastern',
      'Nairobi',
      'North Eastern',
      'Nyanza',
      'Rift Valley',
      'Western',
    ]);
    const districts = provinces.flatMap((province) => districtsOf(province.id));
    expect(districts).toHaveLength(70);
    expect(new Set(districts.map((district) => district.id)).size).toBe(70);
    expect(counties).toHaveLength(47);
  });
  it('lists of places, unknown province: has no districts', () => {
    expect([districtsOf(''), districtsOf('constructor'), districtsOf('Central')]).toEqual([[], [], []]);
  });
});

describe('list of banks', () => {
  it('list of banks: it contains about sixty, without closed ones and wallets', () => {
    expect(banks).toHaveLength(67);
    expect(new Set(banks.map((bank) => bank.code)).size).toBe(67);
    expect(bankOptions.map((option) => option.id)).not.toEqual(expect.arrayContaining(['41']));
    expect(bankOptions.map((option) => option.id)).not.toEqual(expect.arrayContaining(['63902']));
    expect(walletOptions.map((option) => option.label)).toEqual(['M-PESA (Safaricom)', 'Airtel Money', 'T-Kash (Telkom Kenya)']);
    expect(bankByCode('41')).toMatchObject({ name: 'NIC Bank', offer: false });
  });
  it('list of banks: it is sorted by name', () => {
    const names = bankOptions.map((option) => labelOf(option, 'en'));
    expect(names).toEqual([...names].sort());
  });
  it('list of banks, own codes: differ from clearing codes', () => {
    const house = banks.filter((bank) => !hasClearingCode(bank));
    expect(house.map((bank) => bank.code)).toEqual(['X01', 'X02', 'X03', 'X04', 'X05', 'X06', 'X07', 'X08', 'X09', 'X10']);
  });
});

describe('lists of the specification', () => {
  it.each([
    ['job experience', jobExperiences, 3],
    ['residence type', residenceTypes, 3],
    ['work type', employmentTypes, 8],
    ['pay method', payMethods, 3],
    ['income source', incomeSources, 5],
    ['industry', industries, 16],
    ['contact relation', relations, 8],
    ['marital status', maritalStatuses, 4],
    ['education', educations, 5],
    ['loan purpose', loanPurposes, 5],
    ['pay frequency', payFrequencies, 4],
    ['weekdays', weekdays, 7],
    ['counts', counts, 12],
    ['designations', designations, 20],
    ['lenders with none', lenders, 36],
  ])('list of the specification, %s: has its number of entries', (_name, list, entries) => {
    expect(list).toHaveLength(entries);
  });
});
