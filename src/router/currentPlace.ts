/** Where the machine is, in the words of the router. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import type { JourneyMeta } from '#machines/setup.ts';

type Node = JourneySnapshot['_nodes'][number];

/** The deepest active state that is a place. */
function placeNode(snapshot: JourneySnapshot): Node | null {
  let deepest: Node | null = null;
  for (const node of snapshot._nodes) {
    if (node.meta && (!deepest || node.path.length > deepest.path.length)) deepest = node;
  }
  return deepest;
}

export const metaOf = (snapshot: JourneySnapshot): JourneyMeta => placeNode(snapshot)?.meta ?? { route: ROUTES.home, title: '' };

/** The route of the deepest active state: what the app draws. */
export const routeOf = (snapshot: JourneySnapshot): RoutePath => metaOf(snapshot).route;

/** Id of the place, for links back to it; null while passing. A part with a title of its own belongs to the place around it. */
export const placeIdOf = (snapshot: JourneySnapshot): string | null => {
  const deepest = placeNode(snapshot);
  let node = deepest;
  while (node?.meta && node.meta.route === deepest?.meta?.route && !node.config.route) node = node.parent ?? null;
  return node?.meta && node.config.route ? node.id : null;
};

/**
 * Starting, asking the lender, asking the shell for a login: on the way to a place. No link leads
 * there, so the URL keeps what was asked for until the machine has answered.
 */
export const isPassing = (snapshot: JourneySnapshot): boolean => placeIdOf(snapshot) === null;

const SIGN_IN: readonly string[] = [ROUTES.login, ROUTES.register, ROUTES.nation];
/** Places that are over once a session exists: Back must not lead there. */
export const isSignIn = (path: string): boolean => SIGN_IN.includes(path);
