/** `npm run conformance -- --write-forms`, apart because it starts the compiler. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/install.mjs';
import { FORMS_FILE, formsText, writeForms } from './forms.ts';

const file = join(root, FORMS_FILE);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, formsText(writeForms()));
process.stdout.write(`written: ${FORMS_FILE}\n`);
