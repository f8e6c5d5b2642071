/** Section 9: business constants and limits. Amounts are cents, rates basis points, times milliseconds. */
import { onScreen, source, value, type Entry, type Use } from './types.ts';

const PRODUCTS = 'src/market/products.ts';
const PROMISES = 'src/market/support.ts';
const LIMITS = 'src/market/limits.ts';
const TERMS = 'machines/model/terms.ts';
const RULES = 'src/forms/rules.ts';
const ADDITIONAL = 'src/forms/sections/additionalInfo.ts';

const product = (field: string, expected: unknown, use: Use, because?: string) =>
  value(PRODUCTS, `firstLoan.${field}`, expected, use, because ? { because } : {});
const promise = (field: string, expected: unknown, use: Use) => value(PROMISES, `PROMISES.${field}`, expected, use);
const limit = (field: string, expected: unknown, use: Use) => value(LIMITS, `LIMITS.${field}`, expected, use);

const rule = (says: string, ...places: Entry['places'][number][]): Entry => ({ says, is: 'rule', places });

export const constants: readonly Entry[] = [
  rule('Request timeout: 60 s', value('src/api/client.ts', 'TIMEOUT', 60_000, ['src/api/client.ts', 'timeout = TIMEOUT'])),
  rule('Token header prefix: Bearer', source('src/api/client.ts', 'Authorization: `Bearer ${token}`')),
  rule(
    "Default language English; 'es' maps to Spanish",
    value('machines/context.ts', 'initialContext.language', 'en', ['machines/journey.machine.ts', 'initialContext']),
    value('machines/context.ts', 'LANGUAGES', ['en', 'es', 'sw'], ['server/wire/messageText.ts', 'LANGUAGES'], {
      because: 'Reading 29.',
    }),
  ),
  rule(
    'Loan amount: KSh 1,000 to 60,000, first up to 5,000',
    product('minPrincipal', 100_000, [TERMS, 'minPrincipal']),
    product('maxPrincipal', 6_000_000, [TERMS, 'maxPrincipal']),
    product('firstLoanMax', 500_000, ['server/books/lendingConfig.ts', 'firstLoanMax'], 'Reading 3.'),
  ),
  rule(
    'Tenure: 91-365 days',
    product('termDays', [91], ['machines/setup/order.ts', 'termDays'], 'Reading 4.'),
    value(PRODUCTS, 'longerLoan.termDays', [91, 180, 365], ['server/apply/applicationSteps.ts', 'termDays'], { because: 'Reading 4.' }),
  ),
  rule(
    'Interest: max 36% per year',
    product('aprCap', 3_600, [TERMS, 'aprCap']),
    product('interestRate', 3_000, [TERMS, 'interestRate'], 'Reading 5.'),
  ),
  rule(
    'Processing fee: up to 0.98%/day plus 18% tax',
    product('fee', { rate: 98, mode: 'flat' }, [TERMS, 'fee.rate'], 'Reading 6.'),
    product('tax.rate', 1_800, [TERMS, 'tax.rate']),
  ),
  rule('Overdue penalty: 2% per day', product('penaltyRate', 200, ['server/repay/debt.ts', 'penaltyRate'])),
  rule('Example: 10,000 at 30% for 91 days gives interest 748', {
    is: 'result',
    file: TERMS,
    name: 'interestFor',
    arguments: [1_000_000, 3_000, 91],
    value: 74_800,
    use: [TERMS, 'interestFor(principal'],
  }),
  rule(
    'Review result: within 10 minutes / 1 working day',
    promise('reviewMinutes', 10, ['server/books/lendingConfig.ts', 'PROMISES.reviewMinutes']),
    promise('reviewWorkingDays', 1, ['screens/shared/facts.ts', 'PROMISES']),
  ),
  rule(
    'Disbursement: 10-60 minutes',
    promise('disbursementMinutes', { from: 10, to: 60 }, ['server/books/lendingConfig.ts', 'PROMISES.disbursementMinutes']),
  ),
  rule('Confirm order cancellation: after 24 hours', product('offerHours', 24, ['server/lending/timers.ts', 'offerHours'])),
  rule(
    'ID verification: 5-10 seconds',
    onScreen(
      'idPhotos',
      'strings',
      'nextFace',
      'Next. Takes 5 to 10 seconds. Look straight at the phone.',
      ['screens/idPhotos/screen.tsx', "'nextFace'"],
      { because: 'A sentence of ours with the figures of the specification.' },
    ),
  ),
  rule('Repayment credit: within 15 minutes', promise('repaymentMinutes', 15, ['screens/shared/facts.ts', 'PROMISES'])),
  rule('Repayment proof review: within 48 hours', promise('proofHours', 48, ['server/feedback/questions.ts', 'PROMISES.proofHours'])),
  rule(
    'Card authorisation coupon: KSh 100',
    value('server/books/coupon.ts', 'COUPON', 10_000, ['server/books/coupon.ts', 'amount: COUPON']),
  ),
  rule(
    'Minimum offline repayment: 500 or 1000 shillings',
    product('repayment.offlineMinimum', 50_000, ['machines/model/repaymentAmount.ts', 'offlineMinimum'], 'Reading 15.'),
  ),
  rule('Reapply after rejection: 30 days', promise('reapplyDays', 30, ['server/books/lendingConfig.ts', 'PROMISES.reapplyDays'])),
  rule(
    'Data deletion (non-borrowers): after one week',
    value(PROMISES, 'DATA_PROMISES.nonBorrowersDays', 7, ['server/collection/collectionState.ts', 'DATA_PROMISES.nonBorrowersDays']),
  ),
  rule(
    'Feedback file: max 20 MB',
    value('machines/model/feedback.ts', 'FEEDBACK_LIMITS.pictureBytes', 20_971_520, [
      'machines/setup/feedback.ts',
      'FEEDBACK_LIMITS.pictureBytes',
    ]),
    value('server/wire/payload.ts', 'FILE_LIMIT', 20_971_520, ['server/wire/plugin.ts', 'fileSize: FILE_LIMIT']),
  ),
  rule('Minimum age: 18', limit('age.minimum', 18, [RULES, 'LIMITS.age.minimum'])),
  rule('Birth years: spanning 65', limit('age.span', 65, [RULES, 'LIMITS.age.span'])),
  rule('Name: letters only, minimum 3', limit('name.min', 3, [RULES, 'LIMITS.name.min'])),
  rule(
    'National ID: 8 digits or capped at 18',
    limit('nationalId.digits8', 8, [RULES, 'LIMITS.nationalId.digits8']),
    limit('nationalId.dashed18.max', 18, [RULES, 'LIMITS.nationalId.dashed18.max']),
  ),
  rule('Address: 2-100 characters', limit('address', { min: 2, max: 100 }, [RULES, 'LIMITS.address.min'])),
  rule(
    'RFC / NSS / CURP: 13 / 11 / 18',
    limit('rfc', 13, ['src/forms/sections/personalInfo.ts', 'LIMITS.rfc']),
    limit('nss', 11, [RULES, 'LIMITS.nss']),
    limit('curp', 18, [RULES, 'LIMITS.curp']),
  ),
  rule(
    'Account number: 16 (card) or 18 (CLABE) digits',
    limit('account.card16.max', 16, [RULES, 'LIMITS.account']),
    limit('account.clabe18.max', 18, [RULES, 'LIMITS.account']),
  ),
  rule('WhatsApp and spare phone: max 9 digits', limit('phone.digits', 9, ['src/forms/text.ts', 'LIMITS.phone.digits'])),
  rule('Contact name: max 50', limit('contactName.max', 50, [RULES, 'LIMITS.contactName.max'])),
  rule(
    'Contact phone: max 9 digits, 10 if starting with 0',
    limit('phone.digitsWithZero', 10, ['src/forms/text.ts', 'LIMITS.phone.digitsWithZero']),
  ),
  rule(
    'Emergency contact slots: 5, of which 2 required',
    value(ADDITIONAL, 'CONTACTS', [1, 2, 3, 4, 5], [ADDITIONAL, 'CONTACTS.flatMap']),
    value(ADDITIONAL, 'REQUIRED_CONTACTS', 2, [ADDITIONAL, 'n <= REQUIRED_CONTACTS']),
  ),
  rule('Payday day-of-month range: 1 to 31', limit('payday', { first: 1, last: 31 }, [ADDITIONAL, 'LIMITS.payday'])),
  rule('Picker sheet height: 50% of screen', source('src/ui/form/Sheet.module.css', '  height: 50%;')),
  rule(
    'Country prefix handled in contact import: 234',
    value('src/market/market.ts', 'market.contactPrefixes.3', '234', ['src/forms/text.ts', 'contactPrefixes']),
  ),
  rule('Provinces: 8', value('src/market/lists/provinces.ts', 'provinces.length', 8, ['src/forms/sections/personalInfo.ts', 'provinces'])),
  rule(
    'Default app name and support contact: fixed values, not reproduced',
    value('src/market/app.ts', 'APP_NAME', 'Example Loan', ['screens/settings/screen.tsx', 'APP_NAME'], { because: 'Of our own.' }),
    value(PROMISES, 'SUPPORT.email', 'support@example.ke', ['server/config.ts', 'SUPPORT'], { because: 'Of our own, and configurable.' }),
  ),
];
