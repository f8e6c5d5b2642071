// @ts-check
/** `npm run build`: builds the pages and the lender for a deployment into `dist/`, even if they are up to date. */
import { build, buildLender } from './lib/builtPages.mjs';

process.exitCode = (await build()) && (await buildLender()) ? 0 : 1;
