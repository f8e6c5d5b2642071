/**
 * The machine owns the location. What comes from outside (a deep link, a typed path, Back, Forward) is
 * a request; the chart's guards answer it, and the URL then shows the answer. Every change of place by
 * the machine itself is written into the history so that Back does what a person expects.
 */
import type { Query } from '#machines/context.ts';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath, type RouteTarget } from '#machines/routes.ts';
import { entryAt, firstStamp, pushed, readStamp, replaced, type Entry, type HistoryPort, type Stamp } from './entries.ts';
import { hashOf, isPath, readHash, requestOf, type RouteRequest } from './addresses.ts';
import { isPassing, isSignIn, metaOf, placeIdOf, routeOf } from './currentPlace.ts';

export interface JourneyRouter {
  /** A link inside the app. @param path with its query, without the `#`. */
  request: (path: string) => void;
  stop: () => void;
}

/** Milliseconds until a step through the history that did not happen is given up. */
const PATIENCE = 1_000;

/** Starts to keep URL and machine together. The actor must be running. */
export function startJourneyRouter(actor: JourneyActor, history: HistoryPort): JourneyRouter {
  let at: Stamp = readStamp(history.state) ?? firstStamp({ path: requestOf(history.hash).path });
  /** Set while a step through the history is on its way: it arrives later, and nothing is written before. */
  let travelling: { index: number; timer: ReturnType<typeof setTimeout> } | null = null;
  /** The entry shows what was asked for, and the machine has not answered yet: the answer may overwrite it. */
  let isOpen = false;
  /** While the machine answers a request, its new place is judged as the answer, not as a move of its own. */
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
    isOpen = false;
    at = how === 'push' ? pushed(at, entry) : replaced(at, entry);
    history[how](at, hashOf(entry.path, queryFor(entry.path)));
  }

  function travel(delta: number): void {
    // A browser may forget entries; then the place is written where we stand.
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

  /** Entries at the end of the list that the new place may take over. */
  function countSpent(): number {
    const signedIn = actor.getSnapshot().context.session !== null;
    const isSpent = (entry: Entry): boolean => entry.sheet === true || entry.replace === true || (signedIn && isSignIn(entry.path));
    let spent = isOpen ? 1 : 0;
    for (let entry = entryAt(at, spent); entry && isSpent(entry); entry = entryAt(at, spent)) spent++;
    return spent;
  }

  /** Lets the history show where the machine is. */
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
    else if (isOpen) write('replace', place);
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

  /** Home is the root: going there leaves what lies above it, instead of piling up. 0 when it is not below. */
  function stepsHome(): number {
    const index = at.entries.map((entry) => entry.path).indexOf(ROUTES.home);
    return index < 0 ? 0 : at.entries.length - 1 - index;
  }

  /** Asks the machine for a place that the history already shows. @param undo when the machine stays where it is. */
  function ask(request: RouteRequest, undo: () => void): void {
    const before: RoutePath = routeOf(actor.getSnapshot());
    asked = request;
    isAnswering = true;
    actor.send({ type: 'xstate.route', to: request.to, query: request.query });
    isAnswering = false;

    const snapshot = actor.getSnapshot();
    const route = routeOf(snapshot);
    isOpen = true;
    if (isPassing(snapshot)) return;
    if (route === before && route !== request.path) {
      isOpen = false;
      undo();
    } else {
      follow();
    }
  }

  /** The location was changed from outside, or a step of ours has arrived. */
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
   * Back to a place that is closed by now: the machine goes where its own arrow leads, and its new place takes
   * over the closed entry. @param undo when it is held where it is, or only took a step inside its place.
   */
  function stepUp(undo: () => void): void {
    const before = routeOf(actor.getSnapshot());
    isAnswering = true;
    actor.send({ type: 'back.requested' });
    isAnswering = false;
    // Nothing is above home: there the closed entry is passed over, or no Back would ever lead out of the app.
    if (routeOf(actor.getSnapshot()) === before && before !== ROUTES.home) return undo();
    isOpen = true;
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
