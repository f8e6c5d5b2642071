/** Reads the file of each route's screen from the map in `screens/index.ts`. */
import { readFileSync } from 'node:fs';
import { ROUTES, type RouteName } from '../../machines/routes.ts';

const ENTRY = /\[ROUTES\.(\w+)\]: \(\) => import\('\.\/(.+?)'\)/g;

/**
 * @param root folder of the project.
 * @returns the files of screens by route, relative to `root`. Several routes may share a file.
 * @throws Error when a route has no screen.
 */
export function screenFiles(root: string): Record<RouteName, string> {
  const source = readFileSync(`${root}/screens/index.ts`, 'utf8');
  const files = new Map([...source.matchAll(ENTRY)].map(([, name, file]) => [name, `screens/${file}`]));
  const entries = (Object.keys(ROUTES) as RouteName[]).map((name) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`screens/index.ts names no screen for the route ${name}`);
    return [name, file];
  });
  return Object.fromEntries(entries) as Record<RouteName, string>;
}
