// @ts-check
/**
 * Checks that two files share a base name only if they are about the same thing, so that a search for a name finds only files
 * that belong together. A base name is the name without folder and extension.
 */
import { basename, dirname } from 'node:path';
import { sourceFiles } from './floors.mjs';

/** Names that every folder of a kind has: the texts and examples of a screen, the languages of a list of messages. */
const PARTS_OF_A_FOLDER = new Set(['index', 'main', 'screen', 'strings', 'examples', 'en', 'es', 'sw']);

/** Folders with a file for each thing of the application, of any feature. */
const ABOUT_ANY_FEATURE = [
  ...['machines/model', 'machines/setup', 'machines/ports', 'src/app/ports', 'server/calls'],
  // A section of the form is also a state of the chart, and has a test table of its rules.
  ...['src/forms/sections', 'tests/forms/rules'],
  // A case of the desk has the name of the borrowers' data that it is about, a drawing the name of its moment.
  ...['server/desk/cases', 'screens/shared', 'src/ui/art'],
];

/** Folders with one subfolder for each feature. The same thing of a feature has the same name in all of them. */
const BY_FEATURE =
  /^(?:machines\/states|screens|server|tests\/\w+)\/(apply|borrow|repay|user|tabs|userCenter|policies|promotion|feedback|collection)\//;

/** Folders with the same files, for example for a second chart or a second environment. */
const SAME_PARTS = [
  ['machines', 'machines/desk', 'tests/paths/cases'],
  ['tests/paths', 'tests/paths/desk'],
  ['tests/paths/browser', 'tests/paths/lender'],
];

/** Tests of the whole app. A test of a thing has the same name as the unit test of its parts. */
const TESTS_OF_THE_WHOLE = /^tests\/(?:browser|e2e)\/[^/]+\.test\.ts$/;

/** Files about the same thing that no pattern above covers. @type {readonly (readonly string[])[]} */
const ONE_THING = [
  // The place for an operator's adapter, and an example of one.
  ['src/api/adapter.ts', 'examples/shillings-api/adapter.ts'],
  // The two sides of the same messages.
  ['src/api/envelope.ts', 'server/wire/envelope.ts'],
  ['src/api/browserErrors.ts', 'server/monitoring/browserErrors.ts'],
  ['src/bridge/bridge.ts', 'examples/shell/bridge.mjs'],
  // Invariants of a single step, and their check on the explored graph.
  ['machines/invariants.ts', 'tests/paths/invariants.ts'],
  // The settings, and the verb that shows and changes them.
  ['src/market/pageSettings.ts', 'scripts/pageSettings.ts'],
  // The entered values as lines, and the page that shows them.
  ['src/forms/review.ts', 'screens/apply/loanQuestion/review.tsx'],
  ['tests/forms/review.test.ts', 'tests/screens/apply/review.test.ts', 'tests/browser/review.test.ts'],
  // The end of a session in the chart, and in the app around it.
  ['tests/chart/session.test.ts', 'tests/app/session.test.ts'],
];

/** @param {readonly string[]} files of one base name */
function areOneThing(files) {
  if (ONE_THING.some((known) => files.every((file) => known.includes(file)))) return true;
  if (SAME_PARTS.some((folders) => files.every((file) => folders.includes(dirname(file))))) return true;
  const rest = files.filter((file) => !TESTS_OF_THE_WHOLE.test(file));
  if (rest.length < files.length && rest.length < 2) return true;
  const features = new Set(rest.filter((file) => !ABOUT_ANY_FEATURE.includes(dirname(file))).map((file) => BY_FEATURE.exec(file)?.[1]));
  return features.size === 0 || (features.size === 1 && !features.has(undefined));
}

/**
 * One sentence for each base name that different things share.
 * @param {string} root folder of the repository
 */
export function nameComplaints(root) {
  /** @type {Map<string, string[]>} */
  const named = new Map();
  for (const file of sourceFiles(root)) {
    const name = basename(file).replace(/\.(tsx?|mjs)$/, '');
    named.set(name, [...(named.get(name) ?? []), file]);
  }
  return [...named]
    .filter(([name, files]) => files.length > 1 && !PARTS_OF_A_FOLDER.has(name) && !areOneThing(files))
    .map(([name, files]) => `different things are called ${name}: ${files.join(', ')}`);
}

/** Entries of the list that are not needed any more. @param {string} root folder of the repository */
export function unusedNames(root) {
  const files = sourceFiles(root);
  return ONE_THING.flat().filter((file) => !files.includes(file));
}
