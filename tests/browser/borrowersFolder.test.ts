/** What a borrower's phone can fetch in production: the folder of the borrower's build, file by file. No browser is needed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isExceeded, toolLines } from '../../scripts/lib/budgetLimits.ts';
import { APP_FOLDER, DIST, listedChunks } from '../../scripts/lib/bundle.ts';

const chunks = listedChunks();
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** The chunks that the page can reach, by imports at once and later. */
function reachable(): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = chunks.find((one) => one.file === file);
    if (!chunk || found.has(file)) return;
    found.add(file);
    [...chunk.imports, ...chunk.laterImports].forEach(visit);
  };
  for (const { file, facade } of chunks) if (facade === 'index.html') visit(file);
  return found;
}

it("borrower's folder: every file is the page, a chunk that it can reach, or a style, worker, icon or manifest that one of these names", () => {
  const known = ['index.html', ...reachable()];
  expect(known.length).toBeGreaterThan(50);
  const manifest = filesIn(APP_FOLDER).filter((file) => file.endsWith('.webmanifest'));
  const texts = [...known, ...manifest].map((file) => readFileSync(join(APP_FOLDER, file), 'utf8')).join('\n');
  for (const file of filesIn(APP_FOLDER)) {
    const plain = file.replace(/\.br$/, '');
    if (known.includes(plain)) continue;
    expect(file).toMatch(/^(assets\/[\w-]+\.(css|js|svg|png|webmanifest)|page-worker\.js)(\.br)?$/);
    expect(texts, file).toContain(plain.replace('assets/', ''));
  }
});

it("borrower's folder: no chunk holds a module of sandbox, inspector, their packages, the server or the tests", () => {
  expect(toolLines(chunks.map((chunk) => ({ ...chunk, bytes: 0, compiledAhead: true }))).filter(isExceeded)).toEqual([]);
});

/** Words that only the tools have, in the text of their own build. */
const WORDS = ['/sandbox/api', 'journey.inspection', "Lender's desk", 'statelyai'];

/** Words that only the staff's desk has. */
const DESK_WORDS = ['/desk/api', 'x-desk-csrf', 'Sign in to the desk'];

it("borrower's folder: no file contains a word of the desk or of the tools, and their own folders contain each", () => {
  const textOf = (folder: string): string =>
    filesIn(folder)
      .map((file) => {
        const bytes = readFileSync(join(folder, file));
        return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString();
      })
      .join('\n');
  const [app, desk, tools] = [textOf(APP_FOLDER), textOf(join(DIST, 'desk')), textOf(join(DIST, 'tools'))];
  expect([...WORDS, ...DESK_WORDS].filter((word) => app.includes(word))).toEqual([]);
  expect(DESK_WORDS.filter((word) => !desk.includes(word))).toEqual([]);
  expect(WORDS.filter((word) => !tools.includes(word))).toEqual([]);
});
