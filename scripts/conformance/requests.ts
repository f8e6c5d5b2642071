/** Derives requests of reads from the contract, if all their fields are known from earlier answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallName, Contract, RequestOf } from '#src/api/contract.ts';
import { root } from '../lib/install.mjs';
import { FORMS_FILES, type Forms } from './forms.ts';

type Read = { [N in CallName]: Contract[N]['retry'] extends true ? N : never }[CallName];

/** Reads all of whose fields are in `Known` by the same names. */
export type ReadOf<Known> = { [N in Read]: Known extends RequestOf<N> ? N : never }[Read];

let forms: Forms | null = null;

/** The required fields of a call. @throws Error when the stored forms do not contain the call yet. */
export function requiredFields(call: CallName): readonly string[] {
  forms ??= JSON.parse(readFileSync(join(root, FORMS_FILES.requests), 'utf8')) as Forms;
  const { definitions, calls } = forms;
  const form = calls[call];
  if (!form) throw new Error(`${FORMS_FILES.requests} has no ${call}: run npm run conformance -- --write-forms`);
  const named = typeof form['$ref'] === 'string' ? definitions[form['$ref'].replace('#/definitions/', '')] : form;
  return (named?.['required'] ?? []) as readonly string[];
}

/** The required fields of the request, with their known values. */
export const requestFor = <Known extends object>(call: ReadOf<Known>, known: Known): Readonly<Record<string, unknown>> =>
  Object.fromEntries(requiredFields(call).map((name) => [name, known[name as keyof Known]]));
