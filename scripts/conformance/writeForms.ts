/** `npm run conformance -- --write-forms`: a separate module, because it starts the compiler. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/install.mjs';
import { FORMS_FILES, formsText, writeForms } from './forms.ts';

const forms = writeForms();
for (const part of ['requests', 'answers'] as const) {
  const file = join(root, FORMS_FILES[part]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formsText(part, forms[part]));
  process.stdout.write(`written: ${FORMS_FILES[part]}\n`);
}
