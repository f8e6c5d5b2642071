/** English names for the keys of the contract. Staff work in English (decision 117). */
import type { CancellationReason } from '#machines/model/cancellation.ts';
import type { Covered, DeskAct, DeskActName, Queue, Role } from '#src/api/desk.ts';
import { formatKsh } from '#machines/model/money.ts';
import { SECOND_PERSON_ABOVE } from '#src/api/deskRights.ts';
import { reasonWords } from '#src/api/deskLogWords.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import { upperFirst } from '#machines/words.ts';

export const QUEUE_NAMES: Readonly<Record<Queue, string>> = {
  applications: 'Applications',
  secondLooks: 'Second looks',
  proofs: 'Proofs of payment',
  messages: 'Messages',
  unplacedMoney: 'Unplaced money',
  overpayments: 'Overpayments',
  payouts: 'Unclear payouts',
  closures: 'Account closures',
  overdue: 'Overdue loans',
  approvals: 'Second person',
};

/** One case of a queue. */
export const CASE_NAMES: Readonly<Record<Queue, string>> = {
  applications: 'Application',
  secondLooks: 'Second look',
  proofs: 'Proof of payment',
  messages: 'Message',
  unplacedMoney: 'Unplaced money',
  overpayments: 'Overpayment',
  payouts: 'Unclear payout',
  closures: 'Account closure',
  overdue: 'Overdue loan',
  approvals: 'Second person for',
};

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  reviewer: 'Reviewer',
  payments: 'Payments',
  support: 'Support',
  administrator: 'Administrator',
  analyst: 'Analyst',
};

const SECOND_ABOVE = `Above ${formatKsh(SECOND_PERSON_ABOVE)}, nothing happens until a second person has confirmed it.`;

interface ActWords {
  /** On the button that opens the form. */
  open: string;
  /** On the button that sends the form. */
  send: string;
  /** The effect of the act, and the part of it that the borrower sees. */
  about: string;
}

export const ACT_WORDS: Readonly<Record<DeskActName, ActWords>> = {
  approve: {
    open: 'Approve',
    send: 'Approve the application',
    about: 'The borrower gets an offer, by text and in the app.',
  },
  reject: {
    open: 'Reject',
    send: 'Reject the application',
    about: 'The borrower reads the reason in their language, and your words below it.',
  },
  askPhoto: {
    open: 'Ask for a new photo',
    send: 'Ask for new photos',
    about: 'The application goes back to the borrower, who takes these photos again.',
  },
  countProof: {
    open: 'Count the payment',
    send: 'Count the payment',
    about: `The payment is booked. The borrower gets a text. ${SECOND_ABOVE}`,
  },
  refuseProof: {
    open: 'Refuse the proof',
    send: 'Refuse the proof',
    about: 'Nothing is booked. The borrower reads the reason in their language, and your words below it.',
  },
  answer: { open: 'Answer', send: 'Send the answer', about: 'The borrower gets a text, and reads the answer in the app.' },
  place: {
    open: 'Place on a loan',
    send: 'Place the money',
    about: `The payment is booked on this loan. Its borrower gets a text. ${SECOND_ABOVE}`,
  },
  refusePayment: {
    open: 'Refuse the payment',
    send: 'Refuse the payment',
    about: 'M-PESA does not confirm this payment, so it is closed and nothing is booked.',
  },
  refund: {
    open: 'Refund',
    send: 'Ask for the refund',
    about: 'M-PESA pays the money back once a second person has confirmed it. The borrower gets a text then.',
  },
  returnPayment: {
    open: 'Send it back',
    send: 'Ask for its return',
    about: 'M-PESA returns the whole payment to whoever paid it, once a second person has confirmed it.',
  },
  payoutArrived: {
    open: 'The money arrived',
    send: 'Record that the money arrived',
    about: `The loan starts. Look the payout up in the M-PESA portal before you send this. ${SECOND_ABOVE}`,
  },
  payoutFailed: {
    open: 'The money did not arrive',
    send: 'Record that the payout failed',
    about: `The borrower is told and owes nothing. Look the payout up in the M-PESA portal before you send this. ${SECOND_ABOVE}`,
  },
  writeOff: { open: 'Write off a charge', send: 'Write off the charge', about: `The borrower owes less, and is told. ${SECOND_ABOVE}` },
  correct: {
    open: 'Move a payment',
    send: 'Move the payment',
    about: `The payment moves from this loan to the loan that it belongs to. Both borrowers are told. ${SECOND_ABOVE}`,
  },
  closeAccount: {
    open: 'Close the account',
    send: 'Close the account for good',
    about: 'Everything the borrower gave us is erased, and they get a text. It cannot be undone.',
  },
  keepAccount: {
    open: 'Say why not',
    send: 'Send the answer',
    about: 'The account stays. The borrower reads your words in a text, and in the app where they asked.',
  },
  blockNumber: { open: 'Block the number', send: 'Block the number', about: 'The number can neither sign in nor apply.' },
  unblockNumber: { open: 'Unblock the number', send: 'Unblock the number', about: 'The number can sign in and apply again.' },
};

/** The borrower's reason for closing the account. */
export const LEAVING_WORDS: Readonly<Record<CancellationReason, string>> = {
  notNeeded: 'they need no loan any more',
  costs: 'it costs too much',
  otherLender: 'they borrow from another lender',
  privacy: 'they worry about their data',
  hardToUse: 'the app is hard to use',
  other: 'another reason',
};

export const COVERED_WORDS: Readonly<Record<Covered, string>> = {
  photos: 'photos',
  idNumber: 'ID number',
  contacts: 'contacts',
  mobile: 'mobile number',
};

/** Suggestions for the reason; another reason may be typed. */
export const COVER_REASONS = [
  'Compare the face with the card',
  'Compare the card with what was typed',
  'Call the borrower',
  'Answer the borrower',
];

export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', sw: 'Swahili', es: 'Spanish' };

/** The effect of an act in one line: "Refund of KSh 1,200". */
export function actText(act: DeskAct): string {
  switch (act.name) {
    case 'approve':
      return 'Approve the application';
    case 'reject':
      return `Reject the application: ${reasonWords(act.reason)}`;
    case 'askPhoto':
      return `Ask for new photos: ${act.sides.join(', ')}`;
    case 'countProof':
      return `Count a payment of ${formatKsh(act.amount)}`;
    case 'refuseProof':
      return `Refuse a proof: ${reasonWords(act.reason)}`;
    case 'answer':
      return 'Answer a message';
    case 'place':
      return `Place the money on loan ${act.orderNo}`;
    case 'refusePayment':
      return `Refuse a payment: ${act.reason}`;
    case 'refund':
      return `Refund ${formatKsh(act.amount)}`;
    case 'returnPayment':
      return 'Send the payment back';
    case 'payoutArrived':
      return `Record that the money arrived${act.receipt === null ? '' : `, receipt ${act.receipt}`}`;
    case 'payoutFailed':
      return 'Record that the payout failed';
    case 'writeOff':
      return `Write off ${formatKsh(act.amount)}: ${act.reason}`;
    case 'correct':
      return `Move payment ${act.receipt} to loan ${act.orderNo}: ${act.reason}`;
    case 'closeAccount':
      return 'Close an account';
    case 'keepAccount':
      return 'Say why an account is not closed';
    case 'blockNumber':
      return `Block ${formatMsisdn(act.mobile)}: ${act.reason}`;
    case 'unblockNumber':
      return `Unblock ${formatMsisdn(act.mobile)}: ${act.reason}`;
  }
}

/** The label of a form's field: `firstName` becomes "First name". A name that is already words is not changed. */
export function fieldWords(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return upperFirst(words);
}
