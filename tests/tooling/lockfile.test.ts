/** `npm ci` refuses a lockfile that leaves out a build for another system, and some registries leave them out. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Locked = { version?: string; optionalDependencies?: Record<string, string> };

it('lockfile: names every optional build with its version', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const versionsOf = (name: string) =>
    Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));
  const missing = Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
    .filter((name) => !versionsOf(name).some(Boolean));
  expect(missing).toEqual([]);
});
