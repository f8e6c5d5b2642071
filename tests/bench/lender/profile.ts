/** Profiles the main thread: samples of the engine, summed by parts of the lender. */
import { readFileSync } from 'node:fs';
import { Session, type Profiler, type Runtime } from 'node:inspector/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Part {
  name: string;
  /** Share of the time that was not idle. */
  share: number;
}

/** Microseconds between two samples. */
const INTERVAL = 250;

/** Names of parts, by a pattern of a module's path. The first match counts. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/node_modules\/kysely\//, 'query builder (kysely)'],
  [/node_modules\/(pg|pg-[^/]+|postgres-[^/]+|pgpass|xtend)\//, 'driver (pg)'],
  [/node_modules\/(pino|pino-[^/]+|sonic-boom|thread-stream|fast-redact|quick-format-unescaped|safe-stable-stringify)\//, 'log (pino)'],
  [/node_modules\/prom-client\//, 'metrics (prom-client)'],
  [/node_modules\/(yup|zod)\//, 'validation (yup)'],
  [/node_modules\/xstate\//, 'order chart (xstate)'],
  [/node_modules\/(pdfkit|fontkit|linebreak|png-js|restructure|unicode-[^/]+|brotli|fflate|crypto-js)\//, 'agreement as PDF (pdfkit)'],
  [/node_modules\//, 'HTTP (fastify)'],
  [/^server\/store\/(secret|rowEncryption|keyRing|tokenHash)/, 'encryption of rows'],
  [/^server\/store\//, 'store'],
  [/^server\/wire\/idempotencyStore/, 'idempotency'],
  [/^server\/wire\/admission/, 'admission'],
  [/^server\/wire\//, 'wire'],
  [/^server\/borrow\/agreement\//, 'agreement'],
  [/^(server|machines|src)\//, 'lending'],
  [/^node:internal\/crypto\//, 'crypto of Node'],
  [/^node:(_http|http|internal\/(http|url|querystring))/, 'HTTP of Node'],
  [/^node:(net|internal\/(net|stream_base|streams|js_stream))|^node:(stream|events|internal\/worker)/, 'sockets and streams of Node'],
  [/^node:/, 'timers, contexts and others of Node'],
];

const MARKS = { '(garbage collector)': 'garbage collection', '(program)': 'native code and system calls' };

/** Finds the source of a function in a bundled file with its source map: the path of the module from the root of the repository. */
function sourcesOf(file: string): (line: number, column: number) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  const root = `${process.cwd()}/`;
  return (line, column) => {
    const entry = map.findEntry(line, column);
    if (!('originalSource' in entry)) return '';
    return resolve(dirname(file), entry.originalSource).replace(root, '');
  };
}

function createNaming(): (frame: Runtime.CallFrame) => string | null {
  const files = new Map<string, ReturnType<typeof sourcesOf>>();
  const pathOf = ({ url, lineNumber, columnNumber }: Runtime.CallFrame): string => {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return url;
    const known = files.get(url) ?? sourcesOf(fileURLToPath(url));
    files.set(url, known);
    return known(lineNumber, columnNumber);
  };
  return (frame) => {
    const mark = (MARKS as Partial<Record<string, string>>)[frame.functionName];
    if (mark !== undefined) return mark;
    // A built-in function, such as `JSON.parse`, counts as a part of its caller.
    if (frame.url === '') return null;
    const path = pathOf(frame);
    return PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
  };
}

function sumParts({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Part[] {
  const nameOf = createNaming();
  const names = new Map<number, string | null>();
  // Every node comes before its children, so the name of the parent is known.
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  for (const { id, callFrame } of nodes) names.set(id, nameOf(callFrame) ?? names.get(parents.get(id) ?? -1) ?? null);
  // `dispatch` is the work of the profiler itself.
  const left = ['(idle)', 'dispatch'];
  const idle = new Set(
    nodes.filter(({ callFrame: { functionName, url } }) => url === '' && left.includes(functionName)).map(({ id }) => id),
  );
  const sums = new Map<string, number>();
  samples.forEach((id, i) => {
    if (idle.has(id)) return;
    const name = names.get(id) ?? 'other';
    sums.set(name, (sums.get(name) ?? 0) + (timeDeltas[i] ?? 0));
  });
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  return [...sums].map(([name, sum]) => ({ name, share: sum / total })).sort((a, b) => b.share - a.share);
}

/** Begins a profile of this thread, which slows it down, so no times are measured meanwhile. @returns ends the profile. */
export async function startProfile(): Promise<() => Promise<Part[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return sumParts(profile);
  };
}
