/** What the lender says to a borrower. `{name}` is filled in; the keys are the vocabulary of every refusal. */
export const en = {
  notLoggedIn: 'User not logged in',
  tokenExpired: 'Token expired, please login again',
  loggedInElsewhere: 'The account is logged in from another device',
  tokenInvalid: 'Token invalid, please login again',

  invalidField: 'Please check the marked fields',
  unknownPath: 'There is nothing at this address',
  badEnvelope: 'The request could not be read',
  tooManyRequests: 'Too many tries. Please wait {minutes} min and try again',
  staleTimestamp: 'The clock of this phone differs too much. Please try again',
  wrongMethod: 'This address does not take that kind of request',
  tooLarge: 'This is too large to be sent. A photo may have at most {limit} MB',
  notAvailableYet: 'This is not available yet',
  wrongPackage: 'This app does not belong to this lender',
  savedElsewhere: 'This part was saved from another device meanwhile',
  serverError: 'Something went wrong on our side. Please try again',

  'lender.orderNotFound': 'This loan was not found',
  'lender.orderRefused': 'This is not possible for this loan now',
  'lender.orderTimedOut': 'This order has timed out, please try again',
  'lender.amountRefused': 'Please choose an amount from {minimum} to {maximum}, in steps of {step}',
  'lender.termRefused': 'This term is not on offer',
  'lender.productUnknown': 'This product is not on offer any more',
  'lender.repaymentRefused': 'Please pay a multiple of {step} from {minimum}, or exactly {left}',
  'lender.termsChanged': 'The terms have changed since they were shown. Please read them again',
  'lender.payoutAccountMissing': 'Please add the account for the money first',
  'lender.reapplyTooEarly': 'You can apply again from {date}',
  'lender.oneLoanAtATime': 'You already have a loan. Only one at a time is possible',
  'lender.paymentInProgress': 'A payment is still open. Please wait for its result',
  'lender.paymentNotFound': 'This payment was not found',
  'lender.photosMissing': 'Please take all photos first',
  'lender.stepsMissing': 'A part of the application is still missing',
  'lender.noPaymentMethod': 'There is no payment method, please choose another channel',

  invalidVerificationCode: 'Invalid verification code',
  verificationCodeRequired: 'The verification code cannot be empty',
  mobileExists: 'This number already has an account. Please log in',
  mobileUnknown: 'There is no account with this number yet. Please register',
  termsNotAccepted: 'Please agree to the loan agreement',
  photoUnreadable: 'The photo could not be read. Please take it again',
  photoTooSmall: 'The photo is too small to be read. Please take it again, closer',

  'field.text': 'Please fill this in',
  'field.long': 'This is too long',
  'field.number': 'Please enter a whole number',
  'field.unknown': 'This field is not expected here',
  'field.option': 'Please choose one of the options',
  'field.mobile': 'Please enter a Kenyan mobile number',

  'sms.code': '{code} is your {app} code. It is good for 5 minutes. Do not tell it to anyone.',

  'country.name': 'Kenya',
} as const;

export type MessageKey = keyof typeof en;
