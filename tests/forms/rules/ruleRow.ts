/** A rule of one field, asked at its borders: the tables beside this file are made of these. */
import type { SectionName, Values } from '#machines/model/application.ts';
import type { MessageKey } from '#src/forms/messages/index.ts';
import type { Market } from '#src/market/market.ts';

export interface Row {
  section: SectionName;
  field: string;
  accepted: readonly string[];
  /** Refused value to the reason given. */
  refused: Readonly<Record<string, MessageKey>>;
  change?: Values;
  market?: Market;
}

/** So many of them, for what may be so long. */
export const letters = (n: number): string => 'a'.repeat(n);
export const digits = (n: number): string => '1234567890'.repeat(3).slice(0, n);
