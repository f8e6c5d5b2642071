// @ts-check
/**
 * Checks that two files share a base name only when they are about the same thing: somebody who searches for a word then
 * finds what belongs together. The extension does not count, nor does the folder.
 */
import { basename, dirname } from 'node:path';
import { sourceFiles } from './floors.mjs';

/** Every folder of its kind has one of these: a screen its texts and examples, a list of messages its languages. */
const PARTS_OF_A_FOLDER = new Set(['index', 'main', 'screen', 'strings', 'examples', 'en', 'es', 'sw']);

/** Folders that describe each thing of the application in a file of its name, whatever feature it belongs to. */
const ABOUT_ANY_FEATURE = [
  ...['machines/model', 'machines/setup', 'machines/ports', 'src/app/ports', 'server/calls'],
  // A section of the form is also a state of the chart; its rules have tables.
  ...['src/forms/sections', 'tests/forms/rules'],
  // A case of the desk is about what borrowers sent. A drawing has the name of the moment that it is drawn for.
  ...['server/desk/cases', 'screens/shared', 'src/ui/art'],
];

/** Has one folder for each feature; the same thing of the same feature has the same name in all of them. */
const BY_FEATURE =
  /^(?:machines\/states|screens|server|tests\/\w+)\/(apply|borrow|repay|user|tabs|userCenter|policies|promotion|feedback|collection)\//;

/** Folders with the same parts: a second chart or a second environment has a file where the first one has one. */
const SAME_PARTS = [
  ['machines', 'machines/desk', 'tests/paths/cases'],
  ['tests/paths', 'tests/paths/desk'],
  ['tests/paths/browser', 'tests/paths/lender'],
];

/** These test the whole app, so a test about a thing has the name of the test of its parts. */
const TESTS_OF_THE_WHOLE = /^tests\/(?:browser|e2e)\/[^/]+\.test\.ts$/;

/** Files about one thing that no pattern above describes. @type {readonly (readonly string[])[]} */
const ONE_THING = [
  // The place for an operator's adapter, and an example of one.
  ['src/api/adapter.ts', 'examples/shillings-api/adapter.ts'],
  // Both ends of the same messages.
  ['src/api/envelope.ts', 'server/wire/envelope.ts'],
  ['src/api/browserErrors.ts', 'server/monitoring/browserErrors.ts'],
  ['src/bridge/bridge.ts', 'examples/shell/bridge.mjs'],
  // Rules of a single step, and their check on the explored graph with the rules of the graph.
  ['machines/invariants.ts', 'tests/paths/invariants.ts'],
  // The settings, and the verb that shows and changes them.
  ['src/market/pageSettings.ts', 'scripts/pageSettings.ts'],
  // What was entered, as lines, and the page that shows them.
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

/** Entries of the list that no two files need any more. @param {string} root folder of the repository */
export function unusedNames(root) {
  const files = sourceFiles(root);
  return ONE_THING.flat().filter((file) => !files.includes(file));
}
