/** The compiler's errors, which explain what a run on a chart with wrong types finds. */
import { fileURLToPath } from 'node:url';
import { COMPILER_ENV } from '../../scripts/lib/compilerEnv.mjs';
import { run } from '../../scripts/lib/say.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The errors in the compiler's output. The compiler explains an error by lines that are indented deeper and deeper. The deepest
 * one has the cause, such as a missing property, so it is kept with the first one, which has the file.
 */
export function errorsIn(output: string): string[] {
  const depthOf = (line: string): number => line.length - line.trimStart().length;
  const errors: string[][] = [];
  for (const line of output.split('\n')) {
    if (line.includes(': error ') && depthOf(line) === 0) errors.push([line]);
    else if (depthOf(line) > 0) errors.at(-1)?.push(line);
  }
  return errors.map(([first = '', ...why]) => {
    const deepest = why.reduce((found, line) => (depthOf(line) > depthOf(found) ? line : found), '');
    return deepest === '' ? first : `${first}\n${deepest.trimStart()}`;
  });
}

/** @param project a folder with a `tsconfig.json`. @returns the errors, each with its file. */
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
  return errorsIn(output);
}

/** Number of errors that are repeated; the others are probably of the same cause. */
const MOST = 5;

/** Errors of the model itself come first: with such an error, what a run finds may mean nothing. */
const isOfModel = (error: string): boolean => error.startsWith('tests/paths/');

/** The complaint about wrong types; null: there are none. */
export const typeComplaint = (errors: readonly string[]): string | null =>
  errors.length === 0
    ? null
    : [
        'the types are not clean, which may be the cause of other complaints; correct this first (npx tsc -p .):',
        ...[...errors.filter(isOfModel), ...errors.filter((error) => !isOfModel(error))]
          .slice(0, MOST)
          .map((error) => `  ${error.replaceAll('\n', '\n      ')}`),
        ...(errors.length > MOST ? [`  and ${errors.length - MOST} more`] : []),
      ].join('\n');
