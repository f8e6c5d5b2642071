/** Counts the function calls of built files by the module that contains the function. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { basename, join } from 'node:path';
import { APP_FOLDER, DIST } from './bundle.ts';

/** The functions of a file, as the profiler of a browser counts them. The first range of a function is the whole function. */
export interface CalledFile {
  url: string;
  functions: readonly { ranges: readonly { startOffset: number; count: number }[] }[];
}

/** Number of calls of all functions. */
export const callsIn = (files: readonly CalledFile[]): number =>
  files.flatMap(({ functions }) => functions).reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);

/**
 * @param app folder of the built files.
 * @param maps folder with their source maps.
 * @returns the number of calls by the path of the module, relative to the repository. A file without a map counts as one module.
 */
export function callsByModule(files: readonly CalledFile[], app = APP_FOLDER, maps = join(DIST, 'maps')): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { url, functions } of files) {
    const path = new URL(url).pathname;
    const map = join(maps, `${basename(path)}.map`);
    const moduleAt = existsSync(map) ? moduleFinder(readFileSync(join(app, path), 'utf8'), map) : () => basename(path);
    for (const { ranges } of functions) {
      const [whole] = ranges;
      if (!whole || whole.count === 0) continue;
      const module = moduleAt(whole.startOffset);
      calls.set(module, (calls.get(module) ?? 0) + whole.count);
    }
  }
  return calls;
}

/** Finds the module of a function by the offset at which the function begins in the built file. */
function moduleFinder(text: string, mapFile: string): (offset: number) => string {
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  return (offset) => {
    const before = text.slice(0, offset).split('\n');
    const entry: Partial<SourceMapping> = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    // The paths in a map are relative to the folder of the built file. Code of the bundler has none.
    return entry.originalSource?.replace(/^(\.\.\/)+/, '') ?? basename(mapFile, '.map');
  };
}
