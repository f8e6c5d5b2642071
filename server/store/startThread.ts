/** Starts a file of the lender as a thread, from the sources or from the build. */
import { extname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Node 20 does not pass the loader of TypeScript sources on to threads, so the thread registers the loader itself. */
const fromSources = (entry: URL): string =>
  `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;

/**
 * MB for the new objects of a thread, instead of Node's 48. A thread keeps this memory once it was used, and the threads of the
 * lender answer as fast with a quarter of it.
 */
const YOUNG_GENERATION = 12;

/**
 * @param beside URL of a module in the folder of the entry; in a build all entries are in one folder.
 * @param entry name of the file, without its extension.
 */
export function startThread(beside: string, entry: string, options: Pick<WorkerOptions, 'workerData' | 'name'>): Worker {
  const extension = extname(beside);
  const file = new URL(`./${entry}${extension}`, beside);
  const all = { ...options, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION } };
  return extension === '.ts' ? new Worker(fromSources(file), { ...all, eval: true }) : new Worker(file, all);
}
