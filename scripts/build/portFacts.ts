/**
 * Removes from the borrower's build the parts of a port's declaration that only the tools need: clauses, sentences, effects of
 * a failure. The app reads only `call`. The pages of the tools are built separately and keep all parts.
 */
import { parseAst, type Plugin } from 'vite';

/** Fields of a declaration (`machines/ports/port.ts`) that no code of the app reads. */
const FOR_TOOLS: readonly string[] = [
  'clauses',
  'doing',
  'words',
  'answeredBy',
  'refusals',
  'silent',
  'endsSession',
  'act',
  'idempotencyKey',
];

const DECLARATIONS = /\/machines\/ports\/[a-zA-Z]+\.ts$/;

interface Range {
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Range & { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.type === 'string';

const isForTools = (node: object): boolean => {
  const key: unknown = 'key' in node ? node.key : null;
  return isNode(key) && 'name' in key && FOR_TOOLS.some((field) => field === key.name);
};

/** The ranges of the properties to remove. They do not overlap. */
function rangesIn(value: unknown): Range[] {
  if (Array.isArray(value)) return value.flatMap(rangesIn);
  if (!isNode(value)) return [];
  if (value.type === 'Property' && isForTools(value)) return [{ start: value.start, end: value.end }];
  return Object.values(value).flatMap(rangesIn);
}

/** The declarations without the parts for tools. @param code JavaScript of a file in `machines/ports`. */
export function withoutFacts(code: string): string {
  let rest = code;
  for (const { start, end } of rangesIn(parseAst(code)).reverse()) rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, '');
  return rest;
}

export const portFacts = (): Plugin => ({
  name: 'port-facts',
  apply: 'build',
  transform: (code, id) => (DECLARATIONS.test(id) ? { code: withoutFacts(code), map: null } : null),
});
