/** Explains an error that XState raises for a faulty chart, with the file and the line of the missing name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Lines of `machines/` with this text in quotes, such as `machines/states/boot.ts:12`. */
function linesWith(text: string, folder = join(ROOT, 'machines')): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return linesWith(text, path);
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.includes(`'${text}'`) ? [`${relative(ROOT, path)}:${index + 1}`] : []));
  });
}

const named = (text: string): string => {
  const lines = linesWith(text);
  return lines.length === 0 ? '' : `\n  named in ${lines.join(', ')}`;
};

/** The lines to add for a guard that the chart names and no file defines. */
export const guardWithout = (guard: string): string =>
  [
    `The guard "${guard}" is not defined. Add to \`guards\` of a file in machines/setup, or correct the name:`,
    `  ${guard}: ({ context }) => …,${named(guard)}`,
    'and what the inspector says after "if", to WORDS of src/inspector/journey/guardWords.ts:',
    `  ${guard}: '…',`,
  ].join('\n');

/** @returns the explanation; null where the chart did not cause the error. */
export function chartFault(error: unknown): string | null {
  const message = error instanceof Error ? error.message : String(error);
  const [, guard] = /Guard '([^']+)' is not implemented/.exec(message) ?? [];
  if (guard !== undefined) return guardWithout(guard);
  const [, target] = /Child state(?: node)? '([^']+)' does not exist/.exec(message) ?? [];
  if (target !== undefined) return `The chart has no state "${target}". Add it, or correct the target:${named(target)}`;
  return null;
}
