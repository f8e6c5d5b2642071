/** The compiler's errors, which explain what a run on a chart with wrong types finds. */
import { fileURLToPath } from 'node:url';
import { COMPILER_ENV } from '../../scripts/lib/compilerEnv.mjs';
import { run } from '../../scripts/lib/say.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param project a folder with a `tsconfig.json`. @returns one line for each error, with its file. */
export async function typeErrors(project = ROOT): Promise<string[]> {
  const { output } = await run(
    process.execPath,
    [`${ROOT}/node_modules/typescript/bin/tsc`, '-p', project, '--noEmit', '--pretty', 'false'],
    {
      quiet: true,
      env: COMPILER_ENV,
      cwd: project,
    },
  );
  return output.split('\n').filter((line) => line.includes(': error '));
}

/** Number of errors that are repeated; the others are probably of the same cause. */
const MOST = 5;

/** The complaint about wrong types; null: there are none. */
export const typeComplaint = (errors: readonly string[]): string | null =>
  errors.length === 0
    ? null
    : [
        'the types are not clean, which may be the cause of other complaints; correct this first (npx tsc -p .):',
        ...errors.slice(0, MOST).map((line) => `  ${line}`),
        ...(errors.length > MOST ? [`  and ${errors.length - MOST} more`] : []),
      ].join('\n');
