/** `/bank_account/add_bankcard`: the payout account. Saved by `kenya/bindBankCard`. */
import { LIMITS } from '#src/market/limits.ts';
import { bankOptions } from '#src/market/lists/banks.ts';
import { districtsOf, provinces } from '#src/market/lists/provinces.ts';
import { option } from '#src/market/options.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import * as rules from '../rules.ts';
import { codeDigits, line, monthYear, nameLetters, onlyDigits } from '../text.ts';
import type { Field, Scope, Section, Values } from '../types.ts';
import { fieldsOf, isGiven, optional, shownPhone } from './fieldBuilders.ts';

const account = fieldsOf('account', 'personalInfo');

export const MPESA = 'mpesa';
export const BANK = 'bank';

const accountKinds = [option(MPESA, 'M-PESA', 'M-PESA', 'M-PESA'), option(BANK, 'Bank account', 'Cuenta bancaria', 'Akaunti ya benki')];

const cardTypes = [option('clabe', 'CLABE', 'CLABE', 'CLABE'), option('card', 'Bank card', 'Tarjeta bancaria', 'Kadi ya benki')];

const isBank = (values: Values): boolean => values['accountKind'] === BANK;
const isCard = (values: Values, scope: Scope): boolean => isBank(values) && scope.market.groups.card;

/** Whether the M-PESA number is complete and not the borrower's own. Such a number needs a code of its own. */
const isOtherWallet = (values: Values, { ownMobile }: Scope): boolean => {
  const mobile = values['accountKind'] === MPESA ? toMsisdn(values['mobile'] ?? '') : null;
  return mobile !== null && mobile !== ownMobile;
};

/**
 * More digits than any account has: a pasted number that is too long stays too long, so that the rule refuses it instead of
 * a cut number being accepted.
 */
const TOO_MANY_DIGITS = 24;

const accountDigits = (text: string): string => onlyDigits(text).slice(0, TOO_MANY_DIGITS);

const walletCode = { name: 'mobileVerificationCode', label: 'label.mobileVerificationCode', empty: 'required.verificationCode' } as const;

const fields: readonly Field[] = [
  account.radio('accountKind', accountKinds, { sensitive: false }),
  account.phone('mobile', [rules.ownPhone], {
    sensitive: true,
    shown: (values, scope) => values['accountKind'] === MPESA || isCard(values, scope),
    initial: ({ ownMobile }) => (ownMobile === undefined ? '' : shownPhone(ownMobile)),
    clears: [walletCode.name],
    input: { autocomplete: 'tel-national' },
  }),
  account.field('text', 'cardholderName', 'name', {
    sensitive: true,
    rules: [rules.freeText],
    shown: isBank,
    hint: () => 'hint.cardholderName',
    removedWhy: 'removed.nameLetters',
    // The name of a holder has several words. Letters and single blanks can be compared with the identity card.
    sanitise: (typed, { market }) =>
      line(LIMITS.freeText.max)(typed)
        .split(' ')
        .map((part) => nameLetters(part, market))
        .join(' ')
        .replace(/ {2,}/g, ' ')
        .replace(/^ /, ''),
    store: (value) => value.trim(),
    input: { autocomplete: 'name', capitalise: 'words', maxLength: LIMITS.freeText.max },
  }),
  account.picker('cardType', cardTypes, { sensitive: false, shown: isCard, clears: ['accountNumber', 'confirmAccountNumber'] }),
  account.picker('bankCode', bankOptions, { sensitive: false, shown: isBank, clears: ['branch'] }),
  account.digits('accountNumber', 'money', rules.accountNumber, LIMITS.account.clabe18.max, {
    sensitive: true,
    shown: isBank,
    sanitise: accountDigits,
    input: { autocomplete: 'off' },
  }),
  account.digits('confirmAccountNumber', 'money', rules.repeats('accountNumber'), LIMITS.account.clabe18.max, {
    sensitive: true,
    shown: isBank,
    sanitise: accountDigits,
    input: { autocomplete: 'off' },
  }),
  account.field('digits', 'validPeriod', 'money', {
    sensitive: true,
    rules: [rules.validPeriod],
    shown: isCard,
    hint: () => 'hint.validPeriod',
    sanitise: monthYear,
    input: { mode: 'numeric', autocomplete: 'cc-exp' },
  }),
  account.digits('cvc', 'secret', rules.cvc, LIMITS.cvc, {
    sensitive: true,
    shown: isCard,
    required: optional,
    input: { autocomplete: 'cc-csc' },
  }),
  account.digits('bvn', 'identity', rules.bvn, LIMITS.bvn, {
    sensitive: true,
    shown: (values, scope) => isBank(values) && scope.market.groups.bvn,
  }),
  account.text('branch', 'place', rules.freeText, LIMITS.freeText.max, { sensitive: false, shown: isBank, required: optional }),
  account.picker('state', provinces, { sensitive: false, shown: isCard, clears: ['city'] }),
  account.picker('city', (values) => districtsOf(values['state'] ?? ''), {
    sensitive: false,
    shown: isCard,
    locked: (values) => (isGiven(values, 'state') ? null : 'personalInfomation.stateTip'),
  }),
  // The first code goes to the borrower's own number, for every kind of account. The lender verifies it before it sends the
  // second code, which goes to another phone, so this phone cannot fill in the second code.
  account.digits('verificationCode', 'secret', rules.verificationCode, LIMITS.verificationCode, {
    sensitive: true,
    shown: (values) => isGiven(values, 'accountKind'),
    sanitise: codeDigits,
    input: { code: 'here' },
  }),
  account.digits(walletCode, 'secret', rules.verificationCode, LIMITS.verificationCode, {
    sensitive: true,
    shown: isOtherWallet,
    sanitise: codeDigits,
    input: { code: 'elsewhere' },
  }),
];

export const bankAccount: Section = { name: 'bankAccount', fields };
