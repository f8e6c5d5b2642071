/** Reads the present place and route from a snapshot. */
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

/** The route of the deepest active state, whose screen the app shows. */
export const routeOf = (snapshot: JourneySnapshot): RoutePath => metaOf(snapshot).route;

/**
 * Id of the place, for links back to it; null in a passing state. A nested state with a title of its own belongs to the place
 * around it.
 */
export const placeIdOf = (snapshot: JourneySnapshot): string | null => {
  const deepest = placeNode(snapshot);
  let node = deepest;
  while (node?.meta && node.meta.route === deepest?.meta?.route && !node.config.route) node = node.parent ?? null;
  return node?.meta && node.config.route ? node.id : null;
};

/**
 * Whether the state is between two places: the start, waiting for the lender, waiting for the shell's login. No link leads to
 * such a state, so the URL keeps the requested address until the machine has answered.
 */
export const isPassing = (snapshot: JourneySnapshot): boolean => placeIdOf(snapshot) === null;

const SIGN_IN: readonly string[] = [ROUTES.login, ROUTES.register, ROUTES.nation];
/** Places that are closed once a session exists: Back must not lead to them. */
export const isSignIn = (path: string): boolean => SIGN_IN.includes(path);
