/**
 * The chart as boxes and arrows, read from the machine itself: what it draws cannot differ from what runs.
 * Screens are boxes that can be opened; what they hold inside is a graph of its own.
 */
import type { AnyStateNode } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import type { JourneyMeta } from '#machines/setup.ts';
import { nameOf } from '../names.ts';

export interface Box {
  /** Id of the state node. */
  id: string;
  /** The key in the source. */
  code: string;
  plain: string;
  kind: 'group' | 'screen' | 'passing' | 'inside';
  /** Where the parent begins. */
  isInitial: boolean;
  isFinal: boolean;
}

export interface Arrow {
  id: string;
  from: string;
  to: string;
  /** Types of the events that lead this way; empty text: none is needed. */
  events: readonly string[];
  /** Leads on in the order of the source, so it is drawn while nothing is going on; ways back are drawn where they matter. */
  isForward: boolean;
}

/** What lies inside a screen, with ways out of it left off. */
export interface Inside {
  boxes: readonly Box[];
  arrows: readonly Arrow[];
}

export interface ChartGraph {
  /** Top level and groups' children, parents before children. */
  boxes: readonly (Box & { parent: string | null })[];
  arrows: readonly Arrow[];
  /** By id of the screen; screens with nothing inside are absent. */
  insides: Readonly<Record<string, Inside>>;
  /** Every state node's id to the box that stands for it while all screens are closed; null for the frame around everything. */
  boxOf: Readonly<Record<string, string | null>>;
  /** Every state node's id inside a screen to the box that stands for it while the screen is open. */
  innerOf: Readonly<Record<string, string>>;
}

interface Way {
  source: AnyStateNode;
  target: AnyStateNode;
  event: string;
}

const metaOf = (node: AnyStateNode): JourneyMeta | undefined => node.meta as JourneyMeta | undefined;
const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

/** Every node below, itself first. */
const below = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(below)];

/** Ways that lead somewhere, in the order of the source; `always` is a way without an event. */
const waysFrom = (node: AnyStateNode): Way[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].flatMap(({ eventType, target }) =>
    (target ?? []).map((one: AnyStateNode) => ({ source: node, target: one, event: eventType })),
  );

/** Drawn as nothing: they lie around everything. */
const FRAMES: readonly string[] = ['journey', 'places'];

/** Never stayed in: it sends on to the screen that the order's status asks for. */
const SWITCH = 'routingByStatus';

/**
 * Ways that exist from nearly everywhere say nothing about the journey: followed links, Back, and what happens
 * when a session is lost or an order has moved. Taken, they are drawn all the same.
 */
const isEverywhere = ({ event, target }: Way): boolean =>
  event === 'xstate.route' ||
  event === 'back.requested' ||
  event === 'application.sentElsewhere' ||
  target.id === 'sessionEnded' ||
  (target.id === 'loadingHome' && event.startsWith('xstate.error.'));

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
 * Screens that lead to the switch by status are followed by the one the switch knows next: the steps of an application
 * one after the other, then the loan. What the switch can do besides is drawn when it was done.
 */
function throughSwitch(arrows: ReadonlyMap<string, Found>, ids: readonly string[]): Found[] {
  const all = [...arrows.values()];
  const reached = all.filter(({ from }) => from === SWITCH).map(({ to }) => to);
  const chain = ids.filter((id) => reached.includes(id) && id !== 'home');
  return chain.slice(1).flatMap((to, at) => {
    const from = chain[at] as string;
    const entering = arrows.get(`${from}>${SWITCH}`);
    return entering ? [{ id: `${from}>${to}`, from, to, events: entering.events }] : [];
  });
}

function insideOf(screen: AnyStateNode): Inside {
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

export function readChart(machine: typeof journeyMachine = journeyMachine): ChartGraph {
  const boxes: (Box & { parent: string | null })[] = [];
  const insides: Record<string, Inside> = {};
  const standsFor: Record<string, string | null> = {};
  const innerOf: Record<string, string> = {};
  const ways: Way[] = [];

  const walk = (node: AnyStateNode, parent: string | null, initial: string | undefined): void => {
    const { id, key } = node;
    const children = childrenOf(node);
    if (FRAMES.includes(key)) {
      standsFor[id] = null;
      for (const child of children) walk(child, parent, initialOf(node));
      return;
    }
    if (metaOf(node) === undefined && children.length > 0) {
      standsFor[id] = id;
      boxes.push({ ...boxOf(node, 'group', initial), parent });
      for (const child of children) walk(child, id, initialOf(node));
      return;
    }
    boxes.push({ ...boxOf(node, node.config.route === undefined ? 'passing' : 'screen', initial), parent });
    if (children.length > 0) insides[id] = insideOf(node);
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
    const [from, to] = [standsFor[way.source.id], standsFor[way.target.id]];
    if (from && to && from !== to && !isEverywhere(way)) collect(arrows, way.event, from, to);
  }
  const direct = [...arrows.values()].filter(({ from, to }) => from !== SWITCH && to !== SWITCH);
  const known = new Set(direct.map(({ id }) => id));
  const onward = throughSwitch(arrows, ids).filter(({ id }) => !known.has(id));
  standsFor[SWITCH] = null;
  return {
    boxes: boxes.filter(({ id }) => id !== SWITCH),
    arrows: inOrder([...direct, ...onward], ids),
    insides,
    boxOf: standsFor,
    innerOf,
  };
}
