/**
 * Writes docs/messages.md: every message and constant of the specification with its place in the code.
 * `--check` writes nothing. Leaves with 1 when one has no place, stands elsewhere or says something else, or the page is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogueComplaints, cataloguePage } from './lib/catalogue.ts';

const PATH = fileURLToPath(new URL('../docs/messages.md', import.meta.url));
const said = (): string => {
  try {
    return readFileSync(PATH, 'utf8');
  } catch {
    return '';
  }
};

const complaints = await catalogueComplaints();
const page = cataloguePage();
if (!process.argv.includes('--check')) writeFileSync(PATH, page);
else if (said() !== page) complaints.push('docs/messages.md is stale; run: npx tsx scripts/messages.ts');
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
