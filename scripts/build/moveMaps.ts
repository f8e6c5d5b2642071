/** Moves the source maps out of the served folder, because they contain the sources. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @param to is emptied first, because it may contain maps of an older build. */
export function moveMaps(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map')))
    renameSync(join(from, file), join(to, basename(file)));
}
