/** The proof of a repayment that is missing in the lender's statement. */
import type { Instant } from './calendar.ts';
import type { Cents } from './money.ts';

/** `known`: the receipt had been counted already, so nothing was counted again. */
export type ProofState = 'waiting' | 'counted' | 'known' | 'refused';

export interface Proof {
  proofNo: string;
  /** M-PESA's receipt number: ten capital letters and digits. */
  receipt: string;
  amount: Cents;
  pictures: number;
  state: ProofState;
  sentAt: Instant;
  /** A person decides until this moment. */
  answerBy: Instant;
  /** The decision is late, and the borrower was informed. A person still decides. Absent: not late. */
  isLate?: boolean;
  /** Why it was refused, in the borrower's language; empty otherwise. */
  reason: string;
}

/** What is sent as a proof. */
export type ProofToSend = Pick<Proof, 'receipt' | 'amount'> & { pictures: readonly string[] };

export interface EnteredProof {
  receipt: string;
  /** null: the entered text is no amount. */
  amount: Cents | null;
  pictures: readonly string[];
}

/** The most pictures of a proof. */
export const MOST_PICTURES = 3;

/** An M-PESA receipt number as it is stored; null: not one. It may consist of letters only; ten digits are a phone number. */
export const toReceipt = (typed: string): string | null => {
  const text = typed.replace(/\s/g, '').toUpperCase();
  return /^(?=.*[A-Z])[A-Z0-9]{10}$/.test(text) ? text : null;
};

/** @returns null: something is missing. */
export function completeProof({ receipt, amount, pictures }: EnteredProof): ProofToSend | null {
  const number = toReceipt(receipt);
  return number !== null && amount !== null && amount > 0 && pictures.length > 0 ? { receipt: number, amount, pictures } : null;
}
