/**
 * Checks that a migration only expands the database: statements of the release before must still succeed afterwards, and mean the
 * same.
 */
import type { Migration } from '#server/store/migrations/migration.ts';

/** First migration that is checked. Earlier ones ran without another release beside them, and are never edited. */
export const FIRST_WITH_STEPS = '093';

const NAME = '(?:if (?:not )?exists )?(?:only )?"?([\\w.]+)"?';

/** Forbidden parts of a statement about a table that the migration did not create. */
const ON_TABLES: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop (?:column |(?!constraint|not null|expression|identity|default)(?:if exists )?\w)/,
    'drops a column that the release before uses',
  ],
  [/\bdrop default\b/, 'drops a default that inserts of the release before rely on'],
  [/\brename\b/, 'renames what the release before uses'],
  [/\balter (?:column )?"?\w+"? (?:set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'forbids nulls that the release before may write'],
  [
    /\badd (?:constraint "?\w+"? )?(?:check|unique|foreign key|primary key|exclude)\b/,
    'adds a constraint that the release before does not know',
  ],
];

/** The SQL without comments and without the content of strings and functions, which are no statements. */
const withoutTexts = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");

/** Splits at the commas between the actions of `alter table`, not at those within brackets. */
function splitActions(actions: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of actions) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function faultsOfAction(action: string): string[] {
  const faults = ON_TABLES.filter(([pattern]) => pattern.test(action)).map(([, fault]) => fault);
  const isNewColumn = /^\s*add (?!constraint|check|unique|foreign|primary|exclude)/.test(action);
  if (isNewColumn && /\bnot null\b/.test(action) && !/\bdefault\b|\bgenerated\b/.test(action))
    faults.push('adds a column that is not null and has no default: inserts of the release before fail');
  if (isNewColumn && /\b(unique|primary key)\b/.test(action)) faults.push('adds a constraint that the release before does not know');
  return faults;
}

/** @param loosens name of a constraint that the migration replaces by one that accepts more. */
function faultsOf(statement: string, own: ReadonlySet<string>, loosens?: string): string[] {
  const isOwn = (table: string | undefined): boolean => table !== undefined && own.has(table);
  const altered = new RegExp(`^alter table ${NAME} (.*)$`).exec(statement);
  if (altered) {
    const actions = isOwn(altered[1]) ? [] : splitActions(altered[2] ?? '');
    return actions.filter((action) => !action.startsWith(` add constraint ${loosens} `)).flatMap(faultsOfAction);
  }
  if (/^drop (?!index)/.test(statement)) return ['drops what the release before uses'];
  if (/^alter (?!table)/.test(statement) && !/^alter type \S+ add value\b/.test(statement)) return ['changes what the release before uses'];
  if (/^(delete|truncate)\b/.test(statement)) return ['deletes rows that the release before may read'];
  const index = new RegExp(`^create unique index .*? on ${NAME}`).exec(statement);
  if (index && !isOwn(index[1])) return ['adds a unique index that the release before does not know'];
  const trigger = new RegExp(`^create (?:or replace )?(?:constraint )?(?:trigger|rule) .*? on ${NAME}`).exec(statement);
  if (trigger && !isOwn(trigger[1])) return ['adds a trigger that the release before does not know'];
  if (/^create or replace (?!trigger)/.test(statement)) return ['replaces what the release before uses'];
  return [];
}

/** The faults in the steps of these migrations, one sentence each. */
export function stepFaults(migrations: readonly Migration[]): string[] {
  const names = migrations.map(({ name }) => name);
  return migrations.flatMap(({ name, sql, contractsAfter, loosens }) => {
    if (name < FIRST_WITH_STEPS) return [];
    if (contractsAfter !== undefined)
      return names.includes(contractsAfter) && contractsAfter < name
        ? []
        : [`${name} contracts after ${contractsAfter}, which is no earlier migration.`];
    const statements = withoutTexts(sql)
      .split(';')
      .map((statement) => statement.trim().toLowerCase().replaceAll(/\s+/g, ' '))
      .filter(Boolean);
    const own = new Set(statements.flatMap((one) => new RegExp(`^create table ${NAME}`).exec(one)?.[1] ?? []));
    if (loosens !== undefined && !statements.some((one) => one.includes(`drop constraint ${loosens},`)))
      return [`${name} loosens ${loosens}, which it does not drop.`];
    return statements.flatMap((one) => faultsOf(one, own, loosens).map((fault) => `${name} ${fault}: ${one}`));
  });
}
