/** Options of `npm run paths`. */
import { parseArgs } from 'node:util';

const OPTIONS = {
  list: 'prints every path, step by step',
  coverage: 'writes docs/coverage.md',
  record: 'writes every path as a recording into docs/recordings/paths, where the inspector finds it',
  json: 'prints what was covered for a program to read',
  to: 'with the name of a state or transition, or a part of it: prints the shortest path there, executes it, and writes it for the inspector; nothing else is checked',
  faults: 'fails every call in every way and prints what the page shows',
  growth: 'measures what further screens cost',
  lender: 'tests the chart online with a real lender',
  browser: 'tests the chart online in a real browser; ends within five minutes, and says what is left',
  whole: 'with --browser: takes as long as it needs',
  help: 'prints this list',
} as const;

export type Option = keyof typeof OPTIONS;

const isOption = (name: string): name is Option => Object.hasOwn(OPTIONS, name);

/** @returns the options that were given, with the name after `--to`; or, for an unknown argument, the error message. */
export function readOptions(args: readonly string[]): { asked: ReadonlySet<Option>; to: string | null } | { complaint: string } {
  const asked = new Set<Option>();
  let to: string | null = null;
  let isNameNext = false;
  // Not strict: the error messages for unknown options are written here.
  for (const token of parseArgs({ args: [...args], strict: false, tokens: true }).tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional' && isNameNext) {
      to = token.value;
      isNameNext = false;
      continue;
    }
    if (token.kind === 'positional') return { complaint: `There is no option "${token.value}": options begin with two dashes.` };
    if (!isOption(token.name)) return { complaint: `There is no option "${token.rawName}".` };
    if (token.name === 'to') {
      asked.add('to');
      to = token.value ?? null;
      isNameNext = to === null;
      continue;
    }
    if (token.value !== undefined) return { complaint: `The option "${token.rawName}" takes no value.` };
    asked.add(token.name);
  }
  if (asked.has('to') && (to === null || to === ''))
    return { complaint: 'The option "--to" needs a state or transition, such as --to cashier.waiting.' };
  return { asked, to };
}

export function usage(): string[] {
  const width = Math.max(...Object.keys(OPTIONS).map((name) => name.length));
  return [
    'npm run paths verifies the chart; with an option behind `--` (npm run paths -- --list) it',
    ...Object.entries(OPTIONS).map(([name, does]) => `  --${name.padEnd(width)}  ${does}`),
  ];
}
