/** Prints the lines of the budget: as a table, with their parts and with what to do, and as limits to copy. 1 kB = 1,000 bytes. */
import { isExceeded, type LimitName, type Line } from './budgetLimits.ts';

type Unit = Line['unit'];

const number = (value: number, unit: Unit): string => (unit === 'bytes' ? `${(value / 1000).toFixed(3)} kB` : String(value));

/** Number of modules that are printed, because most of the hundreds have a few calls. */
const MOST_MODULES = 20;

function partsOf({ parts = [], unit }: Line): string[] {
  const shown = unit === 'calls' ? parts.slice(0, MOST_MODULES) : parts;
  return shown.map(({ of, amount }) => `${number(amount, unit).padStart(21)} ${of}`);
}

const COMPARE = 'compare with `npm run budget -- --parts` of the commit before';
const ADVICE: Readonly<Record<Exclude<Unit, 'found'>, string>> = {
  bytes: `${COMPARE}, and move what need not be there (docs/performance.md, scripts/build/chunks.ts)`,
  calls: `${COMPARE}, to find the module that calls more`,
  requests: 'find the new request in the lists above, and fetch it later (docs/performance.md, scripts/build/chunks.ts)',
  draws: 'find what changes after the first drawing: home is drawn once, when its answer is there (docs/performance.md)',
};

/** A readable table. A line above its limit is marked and lists its findings. @param withParts each line lists its parts too. */
export const asTable = (lines: readonly Line[], withParts = false): string =>
  lines
    .flatMap((line) => {
      const { what, actual, limit, unit, found = [] } = line;
      const verdict = isExceeded(line) ? 'EXCEEDED' : 'ok      ';
      return [
        `${verdict} ${what.padEnd(42)} ${number(actual, unit).padStart(10)} of ${number(limit, unit)}`,
        ...found.map((one) => `           ${one}`),
        ...(withParts ? partsOf(line) : []),
      ];
    })
    .join('\n');

/** Each line above its limit, with its parts and with what to do. Empty: none is. */
export const explainExceeded = (lines: readonly Line[]): string =>
  lines
    .filter(isExceeded)
    .flatMap((line) => {
      const { name, unit } = line;
      const table = asTable([line], true);
      if (name === undefined || unit === 'found') return [table];
      return [table, `           What to do: ${ADVICE[unit]}, or raise LIMITS.${name} in scripts/lib/budgetLimits.ts.`];
    })
    .join('\n');

/** Part of the measured figure that a new limit of bytes or calls leaves free. */
const HEADROOM = 0.005;
const ROUND_TO = 10;

/**
 * The measured figures as limits to copy into `LIMITS`. A limit that holds is never higher here than it is. Several lines with one
 * limit, such as those of screens, count by their largest.
 */
export function asLimits(lines: readonly Line[]): string {
  const largest = new Map<LimitName, Line>();
  for (const line of lines) if (line.name && line.actual >= (largest.get(line.name)?.actual ?? 0)) largest.set(line.name, line);
  return [...largest]
    .map(([name, line]) => {
      const isSize = line.unit === 'bytes' || line.unit === 'calls';
      const roomy = isSize ? Math.ceil((line.actual * (1 + HEADROOM)) / ROUND_TO) * ROUND_TO : line.actual;
      const limit = isExceeded(line) ? roomy : Math.min(roomy, line.limit);
      return `  ${name}: ${withGroups(limit)}, // measured ${withGroups(line.actual)}`;
    })
    .join('\n');
}

/** `124_650`, as the formatter writes large numbers. */
const withGroups = (value: number): string => value.toLocaleString('en').replaceAll(',', '_');
