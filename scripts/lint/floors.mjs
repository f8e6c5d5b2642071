// @ts-check
/**
 * Checks the whole tree: no import leads up the table of areas, and no imports are circular. Type imports count, because readers
 * follow them too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, areaOf, localTarget } from './directions.mjs';

const ROOTS = ['machines', 'screens', 'src', 'server', 'examples', 'scripts', 'tests'];

/** Matches statements at the beginning of a line, so that sources quoted in tests do not count. */
const STATEMENT = /^\s*(?:import|export)\b[^'";]*?(?:\bfrom|=\s*require\()\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;
/** A dynamic import, or an import inside a type, in any quotes. */
const WITHIN = /\bimport\((?:\s|\/\*.*?\*\/)*(['"`])([^'"`]+)\1/g;

/** @param {string} source */
const specifiersIn = (source) => [
  ...[...source.matchAll(STATEMENT)].map(([, from, bare]) => from ?? bare ?? ''),
  ...[...source.matchAll(WITHIN)].map(([, , specifier]) => specifier ?? ''),
];

/**
 * Paths of all sources, with forward slashes.
 * @param {string} root folder of the repository
 */
export const sourceFiles = (root) =>
  ROOTS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.split('\\').join('/')}`),
  )
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .sort();

/** @param {string} root folder of the repository */
function importsOf(root) {
  const files = sourceFiles(root);
  const known = new Set(files);
  return new Map(
    files.map((from) => {
      const found = specifiersIn(readFileSync(join(root, from), 'utf8')).map((specifier) => localTarget(from, specifier));
      return [from, [...new Set(found.flatMap((to) => (to !== undefined && known.has(to) ? [to] : [])))]];
    }),
  );
}

/**
 * The strongly connected components of more than one file (Tarjan).
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
function circlesOf(imports) {
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {string[]} */
  const path = [];
  /** @type {string[][]} */
  const circles = [];
  const visit = (/** @type {string} */ file) => {
    let low = order.size;
    order.set(file, low);
    lowest.set(file, low);
    path.push(file);
    for (const to of imports.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (path.includes(to)) low = Math.min(low, lowest.get(to) ?? low);
      lowest.set(file, low);
    }
    if (low !== order.get(file)) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/**
 * The shortest way from a file along imports back to it, within the files of its circle.
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @param {readonly string[]} files
 */
function shortestCircle(imports, files) {
  /** @type {string[]} */
  let shortest = [];
  for (const start of files) {
    /** @type {Map<string, string>} */
    const cameFrom = new Map();
    for (const queue = [start]; queue.length > 0 && !cameFrom.has(start);) {
      const file = /** @type {string} */ (queue.shift());
      for (const to of imports.get(file) ?? [])
        if (files.includes(to) && !cameFrom.has(to)) {
          cameFrom.set(to, file);
          queue.push(to);
        }
    }
    /** @type {string[]} */
    const back = [];
    for (let file = cameFrom.get(start); file !== undefined && file !== start; file = cameFrom.get(file)) back.unshift(file);
    const way = [start, ...back];
    if (shortest.length === 0 || way.length < shortest.length) shortest = way;
  }
  return shortest;
}

/**
 * One sentence for each import that leads up and for each circle of imports.
 * @param {string} root folder of the repository
 */
export function floorComplaints(root) {
  const imports = importsOf(root);
  const floorOf = (/** @type {string} */ file) => AREAS.findIndex((area) => area === areaOf(file));
  const up = [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => floorOf(to) > floorOf(from)).map((to) => `${from} imports ${to}, which stands above it`),
  );
  return [
    ...up,
    ...circlesOf(imports).map((files) => {
      const way = shortestCircle(imports, files);
      return `circle of imports: ${[...way, way[0]].join(' -> ')}${files.length > way.length ? ` (${files.length} files hang together)` : ''}`;
    }),
  ];
}
