// @ts-check
/** `npm run build`: builds the pages into `dist/`, also when they are up to date. */
import { build } from './lib/builtPages.mjs';

process.exitCode = (await build()) ? 0 : 1;
