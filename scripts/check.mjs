// @ts-check
/** `npm run check`: types, lint, import directions, format, dead code, chart lint, generated files, styles. */
import { runChecks } from './lib/checks.mjs';
import { say } from './lib/say.mjs';

const { passed, failed } = await runChecks();
say(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
