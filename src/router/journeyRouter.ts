/**
 * The machine owns the location. A location from outside (a deep link, a typed path, Back, Forward) is a request. The
 * guards of the chart decide, and the URL then shows the result. Every change of place by the machine is written to
 * the history so that Back works as a person expects.
 */
import type { Query } from '#machines/context.ts';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath, type RouteTarget } from '#machines/routes.ts';
import { entryAt, firstStamp, pushed, readStamp, replaced, type Entry, type HistoryPort, type Stamp } from './entries.ts';
import { hashOf, isPath, readHash, requestOf, type RouteRequest } from './addresses.ts';
import { isPassing, isSignIn, metaOf, placeIdOf, routeOf } from './currentPlace.ts';

export interface JourneyRouter {
  /** Opens a link inside the app. @param path with its query, without the `#`. */
  request: (path: string) => void;
  stop: () => void;
}

/** Milliseconds after which the router stops waiting for a history traversal. */
const PATIENCE = 1_000;

/** Synchronises the URL with the machine from now on. The actor must be running. */
export function startJourneyRouter(actor: JourneyActor, history: HistoryPort): JourneyRouter {
  let at: Stamp = readStamp(history.state) ?? firstStamp({ path: requestOf(history.hash).path });
  /** The pending history traversal. It completes asynchronously, and nothing is written to the history before. */
  let travelling: { index: number; timer: ReturnType<typeof setTimeout> } | null = null;
  /** True while the entry has the requested address and the machine has not answered. Its place may replace this entry. */
  let isEntryReplaceable = false;
  /** True while the machine handles a request. Its new place is then the answer to the request. */
  let isAnswering = false;
  let asked: RouteRequest = requestOf(history.hash);

  const here = (): Entry => entryAt(at) ?? { path: ROUTES.home };
  const queryFor = (path: string): Query => {
    if (asked.path === path) return asked.query;
    const snapshot = actor.getSnapshot();
    const { route, query } = metaOf(snapshot);
    return query && route === path ? snapshot.context.query : {};
  };

  function write(how: 'push' | 'replace', entry: Entry): void {
    isEntryReplaceable = false;
    at = how === 'push' ? pushed(at, entry) : replaced(at, entry);
    history[how](at, hashOf(entry.path, queryFor(entry.path)));
  }

  function travel(delta: number): void {
    // A browser may have dropped the entry, and then no traversal happens. The place is then written at the current entry.
    const timer = setTimeout(() => {
      travelling = null;
      write('replace', placeEntry());
    }, PATIENCE);
    travelling = { index: at.index + delta, timer };
    history.go(delta);
  }

  function arrive(): void {
    if (travelling) clearTimeout(travelling.timer);
    travelling = null;
  }

  function placeEntry(): Entry {
    const snapshot = actor.getSnapshot();
    const { route, replace } = metaOf(snapshot);
    return { path: route, ...(snapshot.hasTag('sheet') ? { sheet: true } : {}), ...(replace ? { replace } : {}) };
  }

  /** Counts the entries at the end of the list that the new place may replace. */
  function countSpent(): number {
    const signedIn = actor.getSnapshot().context.session !== null;
    const isSpent = (entry: Entry): boolean => entry.sheet === true || entry.replace === true || (signedIn && isSignIn(entry.path));
    let spent = isEntryReplaceable ? 1 : 0;
    for (let entry = entryAt(at, spent); entry && isSpent(entry); entry = entryAt(at, spent)) spent++;
    return spent;
  }

  /** Updates the history to the place of the machine. */
  function follow(): void {
    const snapshot = actor.getSnapshot();
    if (travelling || isAnswering || isPassing(snapshot)) return;
    const place = placeEntry();
    if (here().path === place.path) followSheet(place);
    else followPlace(place);
  }

  function followSheet(place: Entry): void {
    if (place.sheet && !here().sheet) write('push', place);
    else if (!place.sheet && here().sheet) travel(-1);
    else if (isEntryReplaceable) write('replace', place);
  }

  function followPlace(place: Entry): void {
    const spent = countSpent();
    const below = entryAt(at, spent || 1);
    const isBelow = below?.path === place.path && !below.sheet;
    if (isBelow) travel(-(spent || 1));
    else if (spent > 1) travel(1 - spent);
    else if (spent === 1) write('replace', place);
    else if (place.path === ROUTES.home && stepsHome() > 0) travel(-stepsHome());
    else write('push', place);
  }

  /**
   * Number of steps back to the entry of home. Home is the root, so going home traverses back to that entry instead of adding
   * one. 0: home is not in the list.
   */
  function stepsHome(): number {
    const index = at.entries.map((entry) => entry.path).indexOf(ROUTES.home);
    return index < 0 ? 0 : at.entries.length - 1 - index;
  }

  /** Requests the place that the URL already shows. @param undo called when the machine does not go there. */
  function ask(request: RouteRequest, undo: () => void): void {
    const before: RoutePath = routeOf(actor.getSnapshot());
    asked = request;
    isAnswering = true;
    actor.send({ type: 'xstate.route', to: request.to, query: request.query });
    isAnswering = false;

    const snapshot = actor.getSnapshot();
    const route = routeOf(snapshot);
    isEntryReplaceable = true;
    if (isPassing(snapshot)) return;
    if (route === before && route !== request.path) {
      isEntryReplaceable = false;
      undo();
    } else {
      follow();
    }
  }

  /** Handles a location change from outside, or the end of the router's own traversal. */
  function onLocation(): void {
    const found = readStamp(history.state);
    if (found && found.index === at.index && !travelling) return;
    if (found && found.index === travelling?.index) {
      at = found;
      arrive();
      follow();
      return;
    }
    if (found && travelling && found.index === at.index) return;
    arrive();
    if (found) onTraversal(found);
    else onNewEntry();
  }

  /**
   * Handles Back to a place that is closed now: the machine goes where the back arrow of the present place leads, and the new
   * place replaces the closed entry.
   * @param undo called when a state blocks navigation, or when the machine only moved inside its place.
   */
  function stepUp(undo: () => void): void {
    const before = routeOf(actor.getSnapshot());
    isAnswering = true;
    actor.send({ type: 'back.requested' });
    isAnswering = false;
    // Home has no parent. The closed entry is skipped, because Back would otherwise never leave the app.
    if (routeOf(actor.getSnapshot()) === before && before !== ROUTES.home) return undo();
    isEntryReplaceable = true;
    follow();
  }

  function onTraversal(found: Stamp): void {
    const delta = found.index - at.index;
    const undo = (): void => travel(-delta);
    const refused = delta < 0 ? () => stepUp(undo) : undo;
    const snapshot = actor.getSnapshot();
    const isSameScreen = found.entries[found.entries.length - 1]?.path === routeOf(snapshot) && !isPassing(snapshot);
    at = found;
    if (!isSameScreen) return ask(requestOf(history.hash), refused);
    // Back closes a sheet. Forward cannot open one again.
    if (snapshot.hasTag('sheet')) actor.send({ type: 'picker.cancelled' });
    else if (here().sheet) undo();
    follow();
  }

  function onNewEntry(): void {
    const { hash } = history;
    const request = requestOf(hash);
    const snapshot = actor.getSnapshot();
    at = pushed(at, { path: request.path });
    history.replace(at, hash);
    const isAlreadyThere = request.path === routeOf(snapshot) && !isPassing(snapshot) && Object.keys(request.query).length === 0;
    if (isAlreadyThere || !isPath(hash)) travel(-1);
    else ask(request, () => travel(-1));
  }

  if (!readStamp(history.state)) history.replace(at, history.hash);
  const unlisten = history.listen(onLocation);
  const subscription = actor.subscribe(follow);
  if (readHash(history.hash).path !== ROUTES.home) ask(asked, () => follow());
  else follow();

  return {
    request: (path) => {
      asked = requestOf(`#${path}`);
      const from = placeIdOf(actor.getSnapshot());
      actor.send({ type: 'xstate.route', to: asked.to, query: asked.query, ...(from ? { from: `#${from}` as RouteTarget } : {}) });
    },
    stop: () => {
      arrive();
      unlisten();
      subscription.unsubscribe();
    },
  };
}
