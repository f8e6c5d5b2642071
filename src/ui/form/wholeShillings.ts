/**
 * The only module that parses an amount typed by a borrower: whole shillings. Amounts typed by clerks may have cents, and are
 * parsed by `machines/desk/draft.ts`. Neither guesses: a text that is no plain amount is refused.
 */
import { shillings, type Cents } from '#machines/model/money.ts';

const WRITTEN = /^(?:\d{1,12}|\d{1,3}(?:[, \u00A0]\d{3}){1,3})(?:\.0{0,2})?$/;
/**
 * @param text digits, with or without groups of three, with or without ".00": "1200", "1,200", "1 200.00".
 * @returns whole shillings; null for everything else, such as "12.5", "-5" or "1e3".
 */
export const wholeShillings = (text: string): number | null => {
  const tidy = text.trim();
  return WRITTEN.test(tidy) ? Number(tidy.replace(/\..*$/, '').replace(/\D/g, '')) : null;
};

/** @returns null for a text that is no plain amount. */
export const centsOf = (text: string): Cents | null => {
  const amount = wholeShillings(text);
  return amount === null ? null : shillings(amount);
};

/** An amount of whole shillings as the text of a field. */
export const textOfAmount = (amount: Cents): string => String(amount / shillings(1));
