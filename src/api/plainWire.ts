/** Requests without the envelope, for a back end that wants none (`docs/wire.md`). Loaded where the settings of the page say so. */
import type { Sending } from './adapter.ts';

/** Where every field is a text: what is none is JSON, and what is absent is left out. */
const asTexts = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** @param timestamp ms on the lender's clock. */
export function plainRequest({ path, encoding, payload }: Sending, timestamp: number): { path: string; fields: Record<string, unknown> } {
  const fields = { ...payload, timestamp };
  return { path, fields: encoding === 'json' ? fields : asTexts(fields) };
}
