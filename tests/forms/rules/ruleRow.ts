/** A row of the tables beside this file: the rule of one field, with values at its limits. */
import type { SectionName, Values } from '#machines/model/application.ts';
import type { MessageKey } from '#src/forms/messages/index.ts';
import type { Market } from '#src/market/market.ts';

export interface Row {
  section: SectionName;
  field: string;
  accepted: readonly string[];
  /** Refused values, each with the key of its message. */
  refused: Readonly<Record<string, MessageKey>>;
  change?: Values;
  market?: Market;
}

/** A text of this length, for limits of length. */
export const letters = (n: number): string => 'a'.repeat(n);
export const digits = (n: number): string => '1234567890'.repeat(3).slice(0, n);
