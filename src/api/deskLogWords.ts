/** Translates the codes in the desk's log and in the history of a case into English. */
import type { DeskActName, ProofRefusalReason, RejectionReason } from './desk.ts';

const ACTS: Readonly<Record<DeskActName, string>> = {
  approve: 'Approved the application',
  reject: 'Rejected the application',
  askPhoto: 'Asked for new photos',
  countProof: 'Counted the proof',
  refuseProof: 'Refused the proof',
  answer: 'Answered the message',
  place: 'Placed the money',
  refusePayment: 'Refused the payment',
  refund: 'Refunded',
  returnPayment: 'Sent the payment back',
  payoutArrived: 'Recorded that the money arrived',
  payoutFailed: 'Recorded that the payout failed',
  writeOff: 'Wrote off a charge',
  correct: 'Moved a payment',
  closeAccount: 'Closed the account',
  keepAccount: 'Said why the account is not closed',
  blockNumber: 'Blocked the number',
  unblockNumber: 'Unblocked the number',
};

/** An act that waits for a second person. @param act name of it. */
export const deskActWords = (act: string): string => (isAct(act) ? WAITING[act] : act);

const WAITING: Readonly<Record<DeskActName, string>> = {
  approve: 'approve an application',
  reject: 'reject an application',
  askPhoto: 'ask for new photos',
  countProof: 'count a proof',
  refuseProof: 'refuse a proof',
  answer: 'answer a message',
  place: 'place money on a loan',
  refusePayment: 'refuse a payment',
  refund: 'refund',
  returnPayment: 'send a payment back',
  payoutArrived: 'record that the money arrived',
  payoutFailed: 'record that a payout failed',
  writeOff: 'write off a charge',
  correct: 'move a payment',
  closeAccount: 'close an account',
  keepAccount: 'say why an account is not closed',
  blockNumber: 'block a number',
  unblockNumber: 'unblock a number',
};

/** The request to a second person, and that person's decision. */
const SECOND: Readonly<Record<string, string>> = {
  waits: 'Asked a second person to confirm',
  confirm: 'Confirmed, as the second person',
  decline: 'Declined, as the second person',
};

const OTHERS: Readonly<Record<string, string>> = {
  look: 'Looked at the case',
  take: 'Took the case',
  putBack: 'Put the case back',
  find: 'Searched',
  'recordings list': 'Looked at the list of recordings',
  'recordings download': 'Downloaded recordings',
  'uncover photos': 'Saw the photos',
  'uncover idNumber': 'Saw the ID number',
  'uncover contacts': 'Saw the contacts',
  'uncover mobile': 'Saw the mobile number',
  'sign in password': 'Signed in with password and code',
  'sign in passkey': 'Signed in with a passkey',
  'sign in invitation': 'Accepted the invitation',
  'sign in sandbox': 'Signed in as a made-up clerk',
  'sign out': 'Signed out',
  'change password': 'Changed the own password',
  'add passkey': 'Added a passkey',
  'remove passkey': 'Removed a passkey',
  'renew authenticator': 'Moved to another authenticator app',
};

const STAFF: readonly (readonly [RegExp, string])[] = [
  [/^invite (\w+) (\S+)$/, 'Invited $2 as $1'],
  [/^change role to (\w+) (\S+)$/, 'Changed the role of $2 to $1'],
  [/^activate (\S+)$/, 'Gave $1 access again'],
  [/^deactivate (\S+)$/, 'Ended the access of $1'],
  [/^change ownMobile (\S+)$/, 'Changed the own number of $1'],
  [/^transitions (\S+)$/, 'Read what the lender did to order $1'],
  [/^reset (\S+)$/, 'Reset how $1 signs in'],
];

const isAct = (name: string): name is DeskActName => Object.keys(ACTS).includes(name);

/** @param what as `DeskLogLine.what`. @returns an unknown code unchanged, because another version may have written it. */
export function deskLogWords(what: string): string {
  const known = OTHERS[what];
  if (known !== undefined) return known;
  const [act = '', decision] = what.split(' ');
  if (isAct(act) && decision === undefined) return ACTS[act];
  const second = decision === undefined ? undefined : SECOND[decision];
  if (isAct(act) && second !== undefined) return `${second}: ${WAITING[act]}`;
  const staff = STAFF.find(([pattern]) => pattern.test(what));
  return staff ? what.replace(...staff) : what;
}

/** English words for the reasons that staff choose from a list. */
export const REASON_WORDS: Readonly<Record<RejectionReason | ProofRefusalReason, string>> = {
  arrears: 'Overdue loans with other lenders',
  commitments: 'Too many loans already',
  history: 'Credit history',
  bureau: 'Listed by a credit bureau (CRB)',
  income: 'Repayment too high for the income',
  employment: 'No regular income',
  identity: 'ID not confirmed as theirs',
  idNumber: 'ID number not confirmed as theirs',
  account: 'Payout account not confirmed as theirs',
  incomplete: 'Details could not be checked',
  policy: 'Outside the rules for lending',
  notFound: 'M-PESA has no such payment',
  unreadable: 'The picture cannot be read',
  amountDiffers: 'The receipt shows another amount',
};

/** @param reason from a list, or in a clerk's own words. */
export const reasonWords = (reason: string): string =>
  Object.prototype.hasOwnProperty.call(REASON_WORDS, reason) ? REASON_WORDS[reason as keyof typeof REASON_WORDS] : reason;

/** Acts with a reason from a list. The other reasons are in a clerk's own words. */
const FROM_LIST = /^(reject|refuseProof)\b/;

/** @param what as `DeskLogLine.what`. */
export const logReasonWords = (what: string, reason: string): string => (FROM_LIST.test(what) ? reasonWords(reason) : reason);
