/** Maps paths to states and back. Reads the table of routes and not the machine, so that it works before the machine is created. */
import type { Query } from '#machines/context.ts';
import { ALIASES, ROUTES, type RouteName, type RoutePath, type RouteTarget } from '#machines/routes.ts';

/** The navigation request of a location. @property path as the specification spells it. */
export interface RouteRequest {
  to: RouteTarget;
  path: RoutePath;
  query: Query;
}

const NAMES = Object.keys(ROUTES) as RouteName[];

/** Paths that a link can request, with the state of each. A test checks that the chart has a state with the id of each route. */
export const ROUTE_TARGETS: Readonly<Record<string, RouteTarget>> = Object.fromEntries(
  NAMES.map((name) => [ROUTES[name], `#${name}` as RouteTarget]),
);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
};

function readQuery(text: string): Query {
  const query: Record<string, string> = {};
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (name) query[name] = at < 0 ? '' : decode(pair.slice(at + 1));
  }
  return query;
}

/** A hash that is no path is an anchor inside the page, such as a link of an error summary. */
export const isPath = (hash: string): boolean => hash.length < 2 || hash.charAt(1) === '/';

/** Splits `#/yx3?channelId=7` into path and query. A trailing slash and an empty hash are accepted. */
export function readHash(hash: string): { path: string; query: Query } {
  const text = isPath(hash) ? hash.slice(1) : '';
  const at = text.indexOf('?');
  const path = '/' + decode(at < 0 ? text : text.slice(0, at)).replace(/^\/+|\/+$/g, '');
  return { path, query: at < 0 ? {} : readQuery(text.slice(at + 1)) };
}

/** The route request of a hash. Parent paths lead to their default place, unknown ones lead home. */
export function requestOf(hash: string): RouteRequest {
  const { path, query } = readHash(hash);
  const alias = ALIASES[path];
  const to = ROUTE_TARGETS[path] ?? (alias ? (`#${alias}` as const) : null);
  return to ? { to, path: ROUTES[to.slice(1) as RouteName], query } : { to: '#home', path: ROUTES.home, query: {} };
}

/** Builds `#/yx3?channelId=7`. */
export function hashOf(path: string, query: Query = {}): string {
  const pairs = Object.keys(query).map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`);
  return `#${path}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}
