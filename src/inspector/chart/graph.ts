/**
 * The chart as boxes and arrows, derived from the machine, so that the drawing cannot differ from the running code. A
 * screen is a box that can be opened; it contains a graph of its own.
 */
import type { AnyStateNode } from 'xstate';
import { nameOf } from '../charts/index.ts';
import type { InspectedChart, Transition } from '../charts/inspectedChart.ts';

export interface Box {
  /** Id of the state node. */
  id: string;
  /** The key in the source. */
  code: string;
  plain: string;
  kind: 'group' | 'screen' | 'passing' | 'inside';
  /** Whether the state is the initial state of its parent. */
  isInitial: boolean;
  isFinal: boolean;
}

export interface Arrow {
  id: string;
  from: string;
  to: string;
  /** Types of the events of this transition; empty text: no event. */
  events: readonly string[];
  /** Whether the arrow follows the order of the source. Other arrows are drawn only when a journey takes them. */
  isForward: boolean;
}

/** The states inside a screen, without transitions that leave it. */
export interface InnerGraph {
  boxes: readonly Box[];
  arrows: readonly Arrow[];
}

export interface ChartGraph {
  /** Top level and children of groups, parents before children. */
  boxes: readonly (Box & { parent: string | null })[];
  arrows: readonly Arrow[];
  /** By id of the screen, only for screens with inner states. */
  innerGraphs: Readonly<Record<string, InnerGraph>>;
  /** The box of each state node while all screens are closed; null for the outermost states, which are not drawn. */
  boxOf: Readonly<Record<string, string | null>>;
  /** The box of each state node inside a screen while that screen is open. */
  innerOf: Readonly<Record<string, string>>;
}

const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

/** The node and all its descendants. */
const below = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(below)];

/** Transitions with a target, in the order of the source; `always` has no event. */
const waysFrom = (node: AnyStateNode): Transition[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].flatMap(({ eventType, target }) =>
    (target ?? []).map((one: AnyStateNode) => ({ source: node, target: one, event: eventType })),
  );

const initialOf = (node: AnyStateNode): string | undefined => {
  const { target } = node.initial ?? {};
  return (target as readonly AnyStateNode[] | undefined)?.[0]?.id;
};

const boxOf = (node: AnyStateNode, kind: Box['kind'], initial: string | undefined): Box => ({
  id: node.id,
  code: node.key,
  plain: nameOf(node),
  kind,
  isInitial: node.id === initial,
  isFinal: node.type === 'final',
});

type Found = Omit<Arrow, 'isForward'>;

function collect(into: Map<string, Found>, event: string, from: string, to: string): void {
  const id = `${from}>${to}`;
  const known = into.get(id)?.events ?? [];
  into.set(id, { id, from, to, events: known.includes(event) ? known : [...known, event] });
}

const inOrder = (arrows: Iterable<Found>, ids: readonly string[]): Arrow[] =>
  [...arrows].map((arrow) => ({ ...arrow, isForward: ids.indexOf(arrow.from) < ids.indexOf(arrow.to) }));

/**
 * Connects a screen that leads to the redirect by status with the screen of the next status: the sections of an application in
 * order, then the loan. Other targets of the redirect are drawn when a journey takes them.
 */
function throughSwitch(arrows: ReadonlyMap<string, Found>, ids: readonly string[], switchState: string): Found[] {
  const all = [...arrows.values()];
  const reached = all.filter(({ from }) => from === switchState).map(({ to }) => to);
  const chain = ids.filter((id) => reached.includes(id) && id !== 'home');
  return chain.slice(1).flatMap((to, at) => {
    const from = chain[at] as string;
    const entering = arrows.get(`${from}>${switchState}`);
    return entering ? [{ id: `${from}>${to}`, from, to, events: entering.events }] : [];
  });
}

function insideOf(screen: AnyStateNode): InnerGraph {
  const arrows = new Map<string, Found>();
  const childOf: Record<string, string> = {};
  for (const child of childrenOf(screen)) for (const { id } of below(child)) childOf[id] = child.id;
  for (const way of childrenOf(screen).flatMap(below).flatMap(waysFrom)) {
    const [from, to] = [childOf[way.source.id], childOf[way.target.id]];
    if (from && to && from !== to && way.event !== 'xstate.route') collect(arrows, way.event, from, to);
  }
  const boxes = childrenOf(screen).map((child) => boxOf(child, 'inside', initialOf(screen)));
  return {
    boxes,
    arrows: inOrder(
      arrows.values(),
      boxes.map(({ id }) => id),
    ),
  };
}

export function readChart(chart: InspectedChart): ChartGraph {
  const { machine, frames, switchState } = chart;
  const boxes: (Box & { parent: string | null })[] = [];
  const innerGraphs: Record<string, InnerGraph> = {};
  const standsFor: Record<string, string | null> = {};
  const innerOf: Record<string, string> = {};
  const ways: Transition[] = [];

  const walk = (node: AnyStateNode, parent: string | null, initial: string | undefined): void => {
    const { id, key } = node;
    const children = childrenOf(node);
    if (frames.includes(key)) {
      standsFor[id] = null;
      ways.push(...waysFrom(node).filter((way) => chart.drawnFrom(way) !== null));
      for (const child of children) walk(child, parent, initialOf(node));
      return;
    }
    if (node.meta === undefined && children.length > 0) {
      standsFor[id] = id;
      boxes.push({ ...boxOf(node, 'group', initial), parent });
      for (const child of children) walk(child, id, initialOf(node));
      return;
    }
    boxes.push({ ...boxOf(node, chart.isPage(node) ? 'screen' : 'passing', initial), parent });
    if (children.length > 0) innerGraphs[id] = insideOf(node);
    for (const child of children) for (const one of below(child)) innerOf[one.id] = child.id;
    for (const one of below(node)) {
      standsFor[one.id] = id;
      ways.push(...waysFrom(one));
    }
  };
  walk(machine.root, null, undefined);

  const ids = boxes.map(({ id }) => id);
  const arrows = new Map<string, Found>();
  for (const way of ways) {
    const [from, to] = [chart.drawnFrom(way) ?? standsFor[way.source.id], chart.drawnTo[way.target.id] ?? standsFor[way.target.id]];
    if (from && to && from !== to && !chart.isEverywhere(way)) collect(arrows, way.event, from, to);
  }
  const direct = [...arrows.values()].filter(({ from, to }) => from !== switchState && to !== switchState);
  const known = new Set(direct.map(({ id }) => id));
  const onward = switchState === null ? [] : throughSwitch(arrows, ids, switchState).filter(({ id }) => !known.has(id));
  if (switchState !== null) standsFor[switchState] = null;
  return {
    boxes: boxes.filter(({ id }) => id !== switchState),
    arrows: inOrder([...direct, ...onward], ids),
    innerGraphs,
    boxOf: standsFor,
    innerOf,
  };
}

/** The drawn boxes while the screens `open` are open, parents before children. @param isFolded groups are drawn as one box each. */
export const drawnBoxes = ({ boxes, innerGraphs }: ChartGraph, open: readonly string[], isFolded: boolean): readonly Box[] =>
  isFolded ? boxes.filter(({ parent }) => parent === null) : [...boxes, ...open.flatMap((id) => innerGraphs[id]?.boxes ?? [])];

/** The outermost box around a box, which is drawn instead while groups are folded. */
export function topBox({ boxes, innerOf, boxOf }: ChartGraph, id: string): string {
  const at = innerOf[id] === undefined ? id : (boxOf[id] ?? id);
  const parent = boxes.find((box) => box.id === at)?.parent ?? null;
  return parent ?? at;
}

/** Every arrow by its id, also inside screens. */
export const arrowsById = ({ arrows, innerGraphs }: ChartGraph): Readonly<Record<string, Arrow>> =>
  Object.fromEntries([...arrows, ...Object.values(innerGraphs).flatMap((inner) => inner.arrows)].map((arrow) => [arrow.id, arrow]));
