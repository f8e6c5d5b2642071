/**
 * `npm run storyboard`: a picture of every example of every screen in every language, light and dark, each checked by axe, and
 * one page that shows them all. Options: `--out <folder>` (default `.cache/storyboard`), `--screen <name>`,
 * `--language <code>`, `--appearance light|dark`, `--text 200` for text at twice its size. Exit code 1 when a state has no
 * example or axe finds something.
 */
import { parseArgs } from 'node:util';
import { LANGUAGES } from '#machines/context.ts';
import { drawStoryboard } from './draw.ts';
import { LOOKS } from './storyboardPage.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.cache/storyboard' },
    screen: { type: 'string' },
    language: { type: 'string' },
    appearance: { type: 'string' },
    text: { type: 'string', default: '100' },
  },
});
const languages = LANGUAGES.filter((language) => options.language === undefined || language === options.language);
const looks = LOOKS.filter((look) => options.appearance === undefined || look === options.appearance);
const percent = Number(options.text);
if (languages.length === 0) throw new Error(`There is no language "${options.language}": ${LANGUAGES.join(', ')}.`);
if (looks.length === 0) throw new Error(`--appearance is one of ${LOOKS.join(', ')}.`);
if (!Number.isInteger(percent) || percent < 50 || percent > 300) throw new Error('--text is a percentage from 50 to 300.');

const { pictures, complaints, missing, page } = await drawStoryboard({
  folder: options.out,
  languages,
  looks,
  percent,
  only: options.screen,
  say: (line) => console.log(line),
});
for (const state of missing) console.error(`no example: ${state}`);
for (const complaint of complaints) console.error(complaint);
console.log(`\n${pictures} pictures, ${missing.length} states without an example, ${complaints.length} complaints of axe`);
console.log(page);
process.exitCode = missing.length + complaints.length > 0 || pictures === 0 ? 1 : 0;
