/** Shortest ways in the explored graph. */
import type { Edge, Ways } from './explore.ts';

/** A state on the map of a graph, with its edges by the state that they lead to. */
interface Place {
  key: string;
  edges: readonly Edge[];
  ways: readonly { to: Place; by: Edge[] }[];
  /** Number of the last search that reached this state, with the state and edge before it. */
  search: number;
  from: Place | null;
  by: Edge | null;
}

/** Cached, because paths are planned in the same graph thousands of times. */
const maps = new WeakMap<Ways['edges'], ReadonlyMap<string, Place>>();

function mapOf(edges: Ways['edges']): ReadonlyMap<string, Place> {
  const known = maps.get(edges);
  if (known) return known;
  const map = new Map<string, Place>();
  const placeOf = (key: string): Place => {
    const place = map.get(key) ?? { key, edges: edges.get(key) ?? [], ways: [], search: 0, from: null, by: null };
    map.set(key, place);
    return place;
  };
  for (const [key, all] of edges) {
    const ways = new Map<string, { to: Place; by: Edge[] }>();
    for (const edge of all) {
      const way = ways.get(edge.to);
      if (way) way.by.push(edge);
      else ways.set(edge.to, { to: placeOf(edge.to), by: [edge] });
    }
    placeOf(key).ways = [...ways.values()];
  }
  maps.set(edges, map);
  return map;
}

function wayTo(place: Place): Edge[] {
  const edges: Edge[] = [];
  for (let at: Place | null = place; at !== null && at.by !== null; at = at.from) edges.push(at.by);
  return edges.reverse();
}

export interface Wanted {
  /** Restricts the wanted edges of this search; all by default. */
  isMeant?: (edge: Edge) => boolean;
  /** Edges that are not taken; none by default. */
  isBarred?: (at: string, edge: Edge) => boolean;
}

/** @returns the shortest way from a state to a wanted edge, that edge included; null where none is reachable. */
export type Search = (start: string, wanted?: Wanted) => Edge[] | null;

const always = (): boolean => true;
const never = (): boolean => false;

let searches = 0;

/** @param isWanted must stay false for an edge once it was false, because later searches leave this edge out. */
export function createSearch({ edges }: Ways, isWanted: (edge: Edge) => boolean): Search {
  const map = mapOf(edges);
  /** The edges of a state that are still wanted. */
  const left = new Map<Place, readonly Edge[]>();
  const wantedAt = (place: Place): readonly Edge[] => {
    const before = left.get(place) ?? place.edges;
    if (before.length === 0) return before;
    const now = before.filter(isWanted);
    left.set(place, now);
    return now;
  };
  return (start, { isMeant = always, isBarred = never } = {}) => {
    const first = map.get(start);
    if (!first) return null;
    searches += 1;
    Object.assign(first, { search: searches, from: null, by: null });
    const queue = [first];
    for (const place of queue) {
      const found = wantedAt(place).find((edge) => isMeant(edge) && !isBarred(place.key, edge));
      if (found) return [...wayTo(place), found];
      for (const { to, by } of place.ways) {
        if (to.search === searches) continue;
        const edge = by.find((one) => !isBarred(place.key, one));
        if (!edge) continue;
        Object.assign(to, { search: searches, from: place, by: edge });
        queue.push(to);
      }
    }
    return null;
  };
}

/** Whether an edge covers one of these obligations, which only become fewer. Edges share lists, so results are cached by list. */
export function coversOneOf(open: ReadonlySet<string>): (edge: Edge) => boolean {
  const known = new Map<readonly string[], boolean>();
  let size = open.size;
  return ({ covers }) => {
    if (open.size !== size) {
      size = open.size;
      for (const [list, coversOne] of known) if (coversOne) known.delete(list);
    }
    const before = known.get(covers);
    if (before !== undefined) return before;
    const coversOne = covers.some((obligation) => open.has(obligation));
    known.set(covers, coversOne);
    return coversOne;
  };
}
