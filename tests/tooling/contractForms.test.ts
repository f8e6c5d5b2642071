/** The stored forms of requests and answers are those of the contract's types: `npm run conformance -- --write-forms` writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract.ts';
import { FORMS_FILES, formsText, writeForms, type Forms, type Part } from '../../scripts/conformance/forms.ts';
import { root } from '../../scripts/lib/install.mjs';

const PARTS: readonly Part[] = ['requests', 'answers'];
const stored = (part: Part): string => readFileSync(join(root, FORMS_FILES[part]), 'utf8');

it('stored forms: are as generated', () => {
  const forms = writeForms();
  for (const part of PARTS) expect(stored(part)).toBe(formsText(part, forms[part]));
});

describe.each(PARTS)('form of %s', (part) => {
  it(`forms of ${part}, every call: has one, which is valid JSON Schema and refuses something`, () => {
    const { definitions, calls } = JSON.parse(stored(part)) as Forms;
    expect(Object.keys(calls).toSorted()).toEqual(Object.keys(contract).toSorted());
    // One schema for all: the definitions are compiled once and not for each of 77 calls.
    const ajv = new Ajv({ strict: false, formats: { instant: true, cents: true, date: true } });
    ajv.addSchema({ definitions, properties: calls }, 'forms');
    for (const name of Object.keys(calls)) {
      const check = ajv.getSchema(`forms#/properties/${name}`);
      expect(check?.('neither an object nor null'), name).toBe(false);
    }
  });
});
