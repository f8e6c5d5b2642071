/** What went wrong, in the words of the business: the same words for the same problem, whatever was typed. */
import { CODE, toProblem } from '#machines/model/codes.ts';
import { faultWords } from '../../journey/sentences.ts';
import { plainName } from '../../names.ts';

/** Calls by their id; every other is named by it. */
const CALLS: Readonly<Record<string, string>> = {
  savePersonalInfo: 'Personal information',
  saveAdditionalInfo: 'Additional information',
  uploadPhoto: 'Photo',
  checkIdentity: 'Reading the ID',
  finishPhotos: 'Photos of the ID',
  bindAccount: 'Payout account',
  saveQuestionnaire: 'Sending the application',
  startApplication: 'Choosing the loan',
  registerBorrower: 'Registering',
  findMobile: 'Mobile number',
  loadHome: 'Opening the app',
  refreshHome: 'Home',
  loadOffer: 'Opening the offer',
  drawLoan: 'Accepting the offer',
  declineOffer: 'Declining the offer',
  requestPayment: 'Payment',
};

const CAUSES: Readonly<Record<number, string>> = {
  [CODE.invalidField]: 'a field was not accepted',
  [CODE.tooManyRequests]: 'too many tries',
  [CODE.savedElsewhere]: 'it was changed on another phone',
  [CODE.serverError]: 'the lender had an error',
  [CODE.tryLater]: 'the lender was too busy',
  [CODE.orderRefused]: 'the order does not allow it any more',
  [CODE.orderTimedOut]: 'it came too late',
  [CODE.oneLoanAtATime]: 'there is a loan already',
  [CODE.reapplyTooEarly]: 'it is too early to apply again',
  [CODE.invalidVerificationCode]: 'the code was wrong',
  [CODE.tooManyWrongCodes]: 'the code was wrong too often',
  [CODE.photoUnreadable]: 'the photo could not be read',
  [CODE.idTaken]: 'the ID has an account already',
  [CODE.numberBlocked]: 'the number is blocked',
};

/** "the photo could not be read". */
export const causeWords = (error: unknown): string => CAUSES[toProblem(error).code] ?? faultWords(error);

/** "Personal information", for the id of a call. */
export const callName = (id: string): string => CALLS[id] ?? CALLS[id.replace(/\..*$/, '')] ?? plainName(id);
