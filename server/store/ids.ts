/** Identifiers that the lender generates, from the system's random source: none can be guessed from another. */
import { randomBytes, randomInt } from 'node:crypto';

/** Crockford's base 32, which leaves out the letters that are mistaken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const letters = (count: number): string => Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * "L" and nine digits: also the account number that a borrower types at the paybill and reads in a payment prompt, whose
 * AccountReference has at most 12 characters.
 */
export const newOrderNo = (): string => `L${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

export const newPaymentId = (): string => `P${letters(11)}`;

/**
 * The id of an order's payout, which is also its OriginatorConversationID: by it the rail recognises a repeat of the payout.
 * It is derived from the order alone. A lender whose database is an old backup makes the same id again, and the rail does not
 * pay twice.
 * @param nth 1 for the first payout of the order, 2 for the one after a failure.
 */
export const disbursementId = (orderNo: string, nth: number): string => `D-${orderNo}-${String(nth).padStart(2, '0')}`;

/** The id of an order's refund, by the same rule: the first is 1. */
export const refundId = (orderNo: string, nth: number): string => `R-${orderNo}-${String(nth).padStart(2, '0')}`;

/** Account number at the paybill for one purpose of one loan: "A" or "R" and nine digits, to be typed on a phone. */
export const newAccountNo = (purpose: 'repayment' | 'rollover'): string =>
  `${purpose === 'rollover' ? 'R' : 'A'}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

export const newExtensionNo = (): string => `E${letters(11)}`;

export const newProofNo = (): string => `V${letters(11)}`;

/** "F" and eight characters: short, because borrowers read it out on the phone. */
export const newTicketNo = (): string => `F${letters(8)}`;

/** "S" and eleven characters; never reused, because the log names a member of staff by it for ever. */
export const newStaffId = (): string => `S${letters(11)}`;

/** 128 random bits in the address that the rail calls about paybill payments. They authenticate the rail, which signs nothing. */
export const newAddressSecret = (): string => randomBytes(16).toString('hex');

/** Ten capital letters and digits, the form of M-PESA receipts. */
export const newReceipt = (): string => `S${letters(9)}`;

export const newConversationId = (prefix: string): string => `${prefix}_${letters(16)}`;

/** Identifies an act of the desk that waits for a second person. */
export const newApprovalId = (): string => `W${letters(11)}`;
