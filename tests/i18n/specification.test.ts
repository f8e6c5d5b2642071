/**
 * The sentences and figures of the specification (its sections 5, 8 and 9), held against the texts and values that ship.
 * Where the specification contradicts itself, docs/readings.md says which reading these are.
 */
import { expect, it } from 'vitest';
import { initialContext, LANGUAGES } from '#machines/context.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { UPLOAD_STATUSES } from '#machines/model/collection.ts';
import { FEEDBACK_LIMITS } from '#machines/model/feedback.ts';
import { shillings } from '#machines/model/money.ts';
import { interestFor } from '#machines/model/terms.ts';
import { strings as idPhotos } from '#screens/apply/idPhotos/strings.ts';
import { text as addFeedback } from '#screens/feedback/addFeedback/strings.ts';
import { COUPON } from '#server/books/couponState.ts';
import { readConfig } from '#server/config.ts';
import { FILE_LIMIT } from '#server/wire/payload.ts';
import { TIMEOUT } from '#src/api/client.ts';
import { en as lender } from '#src/api/messages/en.ts';
import { en as forms } from '#src/forms/messages/en.ts';
import { CONTACTS, REQUIRED_CONTACTS } from '#src/forms/sections/additionalInfo.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { problemText } from '#src/i18n/problems.ts';
import { APP_NAME } from '#src/market/app.ts';
import { LIMITS } from '#src/market/limits.ts';
import { provinces } from '#src/market/lists/provinces.ts';
import { market } from '#src/market/market.ts';
import { firstLoan, longerLoan } from '#src/market/products.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';

const problem = (name: keyof typeof LOCAL): string => problemText('en', { code: LOCAL[name], message: '' });
const notice = (key: Parameters<typeof noticeText>[1]['key']): string => noticeText('en', { key, message: '' });

/**
 * A sentence of the specification, and the texts that must contain its words. Only articles before it and words after it may
 * differ. Decision 71 names the sentences that borrowers read in other words.
 */
const SENTENCES: readonly (readonly [says: string, ...texts: string[]])[] = [
  ['Please enter the ID number', forms['required.nationalId']],
  ['Please enter the correct WhatsApp number', forms['invalid.whatsapp']],
  ['CURP must be 18 digits', forms['invalid.curpLength']],
  ['The ID Card format is incorrect', forms['invalid.curp']],
  ['Verification code cannot be empty', forms['required.verificationCode'], lender.verificationCodeRequired],
  ['Please agree to the loan agreement', problem('agreementMissing')],
  ['Complete the credit history questionnaire', forms['questionnaire.complete']],
  [
    'cannot be less than 10',
    addFeedback('en')('missing_description', { num: 10 }),
    lender['feedback.descriptionShort'].replace('{num}', '10'),
  ],
  ['Mobile number cannot be empty', problem('mobileMissing'), forms['required.mobile']],
  ['Repayment order number cannot be empty', lender['field.orderNo']],
  ['payOrderId cannot be empty', lender['field.payOrderId']],
  ['User not logged in', lender.notLoggedIn],
  ['Token expired, please login again', lender.tokenExpired],
  ['The account is logged in from another device', lender.loggedInElsewhere],
  ['Token invalid, please login again', lender.tokenInvalid],
  // "ooops,network failed ,please reload the page" of the specification, spelled correctly and with a first step.
  ['Oops, the network failed', problem('networkFailed')],
  ['reload the page', problem('networkFailed')],
  ['Copy failed', notice('copyFailed')],
  ['Copied', notice('copied')],
  ['channelId cannot be empty', lender.channelMissing],
  ['This order has timed out, please try again', lender['lender.orderTimedOut']],
  ['There is no payment method, please choose another channel', lender['lender.noPaymentMethod']],
  ['Invalid verification code', lender.invalidVerificationCode, forms['invalid.verificationCode']],
  ['5 to 10 seconds', idPhotos('en')('nextFace')],
];

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

it.each(SENTENCES)('sentence of the specification "%s": is in every text that needs it', (says, ...texts) => {
  expect(texts.filter((text) => !plain(text).includes(plain(says)))).toEqual([]);
});

/** Amounts in cents, rates in basis points, times in milliseconds. */
const FIGURES: readonly (readonly [says: string, value: unknown, expected: unknown])[] = [
  [
    'codes that end a session',
    [CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid],
    [10010301, 10010303, 10010304, 100103],
  ],
  ['request timeout: 60 s', TIMEOUT, 60_000],
  ['default language English', initialContext.language, 'en'],
  ['languages (reading 29)', LANGUAGES, ['en', 'es', 'sw']],
  ['upload flow: 0 success, 1 started, -1 failed', UPLOAD_STATUSES, [0, 1, -1]],

  ['loan amount: KSh 1,000', firstLoan.minPrincipal, shillings(1_000)],
  ['loan amount: to KSh 60,000', firstLoan.maxPrincipal, shillings(60_000)],
  ['first loan: up to KSh 5,000 (reading 3)', firstLoan.firstLoanMax, shillings(5_000)],
  ['tenure of the first product (reading 4)', firstLoan.termDays, [91]],
  ['tenure: 91-365 days (reading 4)', longerLoan.termDays, [91, 180, 365]],
  ['interest: max 36% a year', firstLoan.aprCap, 3_600],
  ['interest: 30% a year (reading 5)', firstLoan.interestRate, 3_000],
  ['processing fee: 0.98% once (reading 6)', firstLoan.fee, { rate: 98, mode: 'flat' }],
  ['tax: 18% of the fee', firstLoan.tax.rate, 1_800],
  ['overdue penalty: 2% a day', firstLoan.penaltyRate, 200],
  ['10,000 at 30% for 91 days gives interest 748', interestFor(shillings(10_000), 3_000, 91), shillings(748)],
  ['repayment: steps of KSh 100', firstLoan.repayment.step, shillings(100)],
  ['minimum offline repayment: KSh 500 (reading 15)', firstLoan.repayment.offlineMinimum, shillings(500)],
  ['card authorisation coupon: KSh 100', COUPON, shillings(100)],
  ['an offer lapses after 24 hours', firstLoan.offerHours, 24],

  ['review: within 10 minutes', PROMISES.reviewMinutes, 10],
  ['review: 1 working day', PROMISES.reviewWorkingDays, 1],
  ['disbursement: 10-60 minutes', PROMISES.disbursementMinutes, { from: 10, to: 60 }],
  ['repayment credit: within 15 minutes', PROMISES.repaymentMinutes, 15],
  ['repayment proof review: within 48 hours', PROMISES.proofHours, 48],
  ['reapply after rejection: 30 days', PROMISES.reapplyDays, 30],
  ['data of non-borrowers: deleted after a week', DATA_PROMISES.nonBorrowersDays, 7],

  ['feedback: at most 4 pictures', FEEDBACK_LIMITS.pictures, 4],
  ['feedback: at least 10 characters', FEEDBACK_LIMITS.description.min, 10],
  ['feedback file: max 20 MB on the phone', FEEDBACK_LIMITS.pictureBytes, 20 * 1024 * 1024],
  ['feedback file: max 20 MB at the lender', FILE_LIMIT, 20 * 1024 * 1024],

  ['age: from 18, years spanning 65', LIMITS.age, { minimum: 18, span: 65 }],
  ['name: at least 3 letters', LIMITS.name.min, 3],
  [
    'national ID, both presets (reading 1)',
    LIMITS.nationalId,
    { digits8: 8, dashed18: { max: 18, dashesAfter: [4, 11, 18], inputMaxLength: 9 } },
  ],
  ['address: 2-100 characters', LIMITS.address, { min: 2, max: 100 }],
  ['RFC, NSS, CURP: 13, 11, 18', [LIMITS.rfc, LIMITS.nss, LIMITS.curp], [13, 11, 18]],
  [
    'account number: card 16, CLABE 18, bank 8-16 (reading 13)',
    LIMITS.account,
    { card16: { min: 16, max: 16 }, clabe18: { min: 18, max: 18 }, bank: { min: 8, max: 16 } },
  ],
  ['phones: 9 digits, 10 with a leading 0', LIMITS.phone, { digits: 9, digitsWithZero: 10 }],
  ['contact name: max 50', LIMITS.contactName.max, 50],
  ['contacts: 5, of which 2 are required', [CONTACTS, REQUIRED_CONTACTS], [[1, 2, 3, 4, 5], 2]],
  ['payday: 1 to 31', LIMITS.payday, { first: 1, last: 31 }],
  [
    'prefixes taken off picked contacts (reading 11)',
    market.contactPrefixes,
    ['+2340', '2340', '+234', '234', '+2540', '2540', '+254', '254', '0'],
  ],
  ['what is read from a card (reading 28)', market.cardRead, ['number', 'name', 'birthday']],
  ['provinces: 8', provinces.length, 8],
  [
    'name and address of the lender, before an operator sets them',
    [APP_NAME, readConfig({ SANDBOX: '1' }).support.email],
    ['Example Loan', 'support@example.ke'],
  ],
];

it.each(FIGURES)('figure of the specification, %s: is the configured one', (_, value, expected) => expect(value).toEqual(expected));
