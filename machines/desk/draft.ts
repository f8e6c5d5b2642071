/** What a clerk types for an act, and the act that is made from it. */
import {
  MOST_LETTERS,
  PROOF_REFUSAL_REASONS,
  REJECTION_REASONS,
  type DeskAct,
  type DeskActName,
  type ProofRefusalReason,
  type RejectionReason,
} from '#src/api/desk.ts';
import type { Cents } from '../model/money.ts';
import { toMsisdn } from '../model/phoneNumber.ts';
import { toReceipt } from '../model/proof.ts';
import { required } from '../required.ts';

export const SIDES = ['front', 'back', 'face'] as const;
export type Side = (typeof SIDES)[number];

/** The draft of a case. All acts of the case share it, so that typed words survive the choice of another act. */
export interface Draft {
  /** The act whose form is open; null: none. */
  act: DeskActName | null;
  /** To the borrower. */
  words: string;
  /** A key of a list, or a sentence for the log. */
  reason: string;
  /** Shillings, as typed. */
  amount: string;
  orderNo: string;
  receipt: string;
  mobile: string;
  sides: readonly Side[];
  next: 'ask' | 'solve' | '';
}

export const EMPTY_DRAFT: Draft = {
  act: null,
  words: '',
  reason: '',
  amount: '',
  orderNo: '',
  receipt: '',
  mobile: '',
  sides: [],
  next: '',
};

/** Letters of a reason that is written for the log. */
const MOST_LETTERS_OF_A_REASON = 300;

export type DraftField = Exclude<keyof Draft, 'act'>;
/** One English sentence for each field that is wrong. */
export type Mistakes = Readonly<Record<string, string>>;

/** The fields of each act, in the order in which they are asked for. */
export const FIELDS_OF: Readonly<Record<DeskActName, readonly DraftField[]>> = {
  approve: [],
  reject: ['reason', 'words'],
  askPhoto: ['sides', 'words'],
  countProof: ['amount'],
  refuseProof: ['reason', 'words'],
  answer: ['words', 'next'],
  place: ['orderNo'],
  refusePayment: ['reason'],
  refund: ['amount', 'words'],
  returnPayment: [],
  payoutArrived: ['receipt'],
  payoutFailed: [],
  writeOff: ['amount', 'reason'],
  correct: ['receipt', 'orderNo', 'reason'],
  closeAccount: [],
  keepAccount: ['words'],
  blockNumber: ['mobile', 'reason'],
  unblockNumber: ['mobile', 'reason'],
};

/** Reasons from a list; an act that is not here asks for a sentence. */
export const REASONS_OF: Partial<Record<DeskActName, readonly string[]>> = {
  reject: REJECTION_REASONS,
  refuseProof: PROOF_REFUSAL_REASONS,
};

/** "1,234", "1234.50" as cents; null: no amount, or zero. */
export function toCents(typed: string): Cents | null {
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.replace(/^\s*(?:KSh)?\s*|\s+$/gi, ''));
  if (!found) return null;
  const cents = Number((found[1] ?? '').replace(/,/g, '')) * 100 + Number((found[2] ?? '').padEnd(2, '0') || 0);
  return cents > 0 ? cents : null;
}

const isTyped = ({ words, reason, amount, orderNo, receipt, mobile, sides, next }: Draft): boolean =>
  [words, reason, amount, orderNo, receipt, mobile, next].some((text) => text !== '') || sides.length > 0;

/** Whether the draft contains anything that was typed or chosen. */
export const isUnsent = (draft: Draft | undefined): boolean => draft !== undefined && isTyped(draft);

const MISTAKES: Readonly<Record<DraftField, (draft: Draft) => string | null>> = {
  words: ({ words }) =>
    words.trim() === ''
      ? 'Write to the borrower, in words they understand.'
      : words.length > MOST_LETTERS
        ? `Shorten the text to ${MOST_LETTERS} characters.`
        : null,
  reason({ act, reason }) {
    const list = act === null ? undefined : REASONS_OF[act];
    if (list) return list.includes(reason) ? null : 'Choose a reason.';
    if (reason.trim() === '') return 'Write the reason for the log.';
    return reason.length > MOST_LETTERS_OF_A_REASON ? `Shorten the reason to ${MOST_LETTERS_OF_A_REASON} characters.` : null;
  },
  amount: ({ amount }) => (toCents(amount) === null ? 'Enter the amount in shillings, such as 1,500.' : null),
  orderNo: ({ orderNo }) => (orderNo.trim() === '' ? 'Enter the number of the loan.' : null),
  receipt({ act, receipt }) {
    if (act === 'payoutArrived' && receipt.trim() === '') return null;
    return toReceipt(receipt) === null ? 'Enter the M-PESA receipt: ten letters and digits.' : null;
  },
  mobile: ({ mobile }) => (toMsisdn(mobile) === null ? 'Enter a Kenyan mobile number.' : null),
  sides: ({ sides }) => (sides.length === 0 ? 'Choose which photos you need.' : null),
  next: ({ next }) => (next === '' ? 'Choose what happens to the message.' : null),
};

export function mistakesIn(draft: Draft): Mistakes {
  if (draft.act === null) return {};
  const found: Record<string, string> = {};
  for (const field of FIELDS_OF[draft.act]) {
    const mistake = MISTAKES[field](draft);
    if (mistake !== null) found[field] = mistake;
  }
  return found;
}

/** The act that a draft makes; null: no act is chosen, or something is wrong with it. */
export function actOf(draft: Draft): DeskAct | null {
  const { act, words, reason, orderNo, sides, next } = draft;
  if (act === null || Object.keys(mistakesIn(draft)).length > 0) return null;
  // Without a mistake, the fields of the act can be read.
  const amount = () => required('amount', toCents(draft.amount));
  const mobile = () => required('mobile number', toMsisdn(draft.mobile));
  const receipt = toReceipt(draft.receipt);
  switch (act) {
    case 'approve':
    case 'payoutFailed':
    case 'closeAccount':
    case 'returnPayment':
      return { name: act };
    case 'reject':
      return { name: act, reason: reason as RejectionReason, words: words.trim() };
    case 'keepAccount':
      return { name: act, words: words.trim() };
    case 'refuseProof':
      return { name: act, reason: reason as ProofRefusalReason, words: words.trim() };
    case 'askPhoto':
      return { name: act, sides, words: words.trim() };
    case 'countProof':
      return { name: act, amount: amount() };
    case 'answer':
      return { name: act, words: words.trim(), next: next === 'solve' ? 'solve' : 'ask' };
    case 'place':
      return { name: act, orderNo: orderNo.trim() };
    case 'refusePayment':
      return { name: act, reason: reason.trim() };
    case 'refund':
      return { name: act, amount: amount(), words: words.trim() };
    case 'payoutArrived':
      return { name: act, receipt };
    case 'writeOff':
      return { name: act, amount: amount(), reason: reason.trim() };
    case 'correct':
      return { name: act, receipt: required('receipt', receipt), orderNo: orderNo.trim(), reason: reason.trim() };
    case 'blockNumber':
    case 'unblockNumber':
      return { name: act, mobile: mobile(), reason: reason.trim() };
  }
}
