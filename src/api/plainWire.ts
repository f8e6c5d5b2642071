/** Requests without the envelope (`docs/wire.md`). Loaded if the settings of the page turn the envelope off. */
import type { Sending } from './adapter.ts';

/** Makes every field a text, for queries and forms: other values become JSON, and absent fields are left out. */
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
