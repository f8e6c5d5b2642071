/** Renders a machine as Markdown with Mermaid diagrams. The diagrams are generated, so that they agree with the code. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

type Transition = { eventType: string; guard?: unknown; target?: readonly AnyStateNode[]; source: AnyStateNode };
type Arrow = { from: AnyStateNode; to: AnyStateNode; label: string };

/** Selects the transitions that are left out of a diagram, because every place has them. They are described once in words. */
export type Omit = (transition: { event: string; guard: string | null; from: string; to: string }) => boolean;

const metaOf = (node: AnyStateNode) => (node.meta ?? {}) as { route?: string; title?: string; status?: number };
const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states) as AnyStateNode[];
const isInside = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isInside(node.parent as AnyStateNode, outer));
const everyNodeIn = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(everyNodeIn)];

/** Characters that end a Mermaid label or count as markup. */
const plain = (text: string) => text.replace(/[:;{}#<>"]/g, ' ');
const idOf = (node: AnyStateNode) => node.id.replace(/[^A-Za-z0-9]/g, '_');

function transitionsOf(node: AnyStateNode): Transition[] {
  const all = [...node.transitions.values(), node.always ?? []].flat() as Transition[];
  // XState adds a transition to the root for every state with a route. The table of places lists these.
  return all.filter(({ eventType, guard }) => eventType !== 'xstate.route' || typeof guard !== 'function');
}

function guardName(guard: unknown): string | null {
  if (typeof guard === 'string') return guard;
  if (typeof guard !== 'object' || guard === null) return null;
  const { type, params } = guard as { type: string; params?: unknown };
  const values = typeof params === 'object' && params !== null ? Object.values(params).join(', ') : '';
  return values ? `${type} ${values}` : type;
}

/** The label of an event: `loadHome ok`, `loadHome failed`, `after POLL`, `offer.accepted`. */
function eventName(type: string): string {
  const [, done] = /^xstate\.done\.actor\.(.+)$/.exec(type) ?? [];
  if (done) return `${done} ok`;
  const [, failed] = /^xstate\.error\.actor\.(.+)$/.exec(type) ?? [];
  if (failed) return `${failed} failed`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  if (type.startsWith('xstate.done.state.')) return 'ended';
  return type === 'xstate.route' ? 'a link' : type;
}

function labelOf({ eventType, guard }: Transition): string {
  const name = guardName(guard);
  return [eventName(eventType), name && `[${name}]`].filter(Boolean).join(' ');
}

/** Targets of a transition that are drawn. */
const targetsOf = (transition: Transition, omit: Omit): AnyStateNode[] =>
  (transition.target ?? []).filter(
    (target) =>
      !omit({ event: eventName(transition.eventType), guard: guardName(transition.guard), from: transition.source.key, to: target.key }),
  );

/** Arrows between the boxes, and to places outside. An arrow inside a box is drawn in the diagram of that box. */
function arrowsBetween(boxes: readonly AnyStateNode[], omit: Omit): Arrow[] {
  const boxOf = (node: AnyStateNode) => boxes.find((box) => isInside(node, box));
  return boxes.flatMap((box) =>
    everyNodeIn(box).flatMap((node) =>
      transitionsOf(node).flatMap((transition) =>
        targetsOf(transition, omit).flatMap((target) => {
          const to = boxOf(target) ?? target;
          if (to === box && childrenOf(box).length > 0) return [];
          return [{ from: box, to, label: labelOf(transition) }];
        }),
      ),
    ),
  );
}

/** One Mermaid state diagram with a state per box. */
export function diagram(boxes: readonly AnyStateNode[], first: AnyStateNode | undefined, omit: Omit): string {
  const arrows = arrowsBetween(boxes, omit);
  const outside = [...new Set(arrows.map(({ to }) => to))].filter((node) => !boxes.includes(node));
  const labels = new Map<string, Set<string>>();
  for (const { from, to, label } of arrows) {
    const key = `${idOf(from)} --> ${idOf(to)}`;
    labels.set(key, (labels.get(key) ?? new Set()).add(plain(label)));
  }
  const name = (node: AnyStateNode) => {
    const { title, status } = node.config.meta ? metaOf(node) : {};
    const shown = title ?? status;
    return plain(shown === undefined ? node.key : `${node.key} (${shown})`);
  };
  return [
    'stateDiagram-v2',
    '  direction LR',
    ...boxes.map((box) => `  state "${name(box)}" as ${idOf(box)}`),
    ...outside.map((node) => `  state "to ${node.key}" as ${idOf(node)}`),
    ...(first ? [`  [*] --> ${idOf(first)}`] : []),
    ...[...labels].map(([arrow, texts]) => `  ${arrow}${arrowText([...texts])}`),
    ...boxes.filter((box) => box.type === 'final').map((box) => `  ${idOf(box)} --> [*]`),
  ].join('\n');
}

/** Most events in a label, because long labels push the boxes apart. The diagram of the box has all events. */
const MOST_LABELS = 3;
function arrowText(texts: readonly string[]): string {
  const shown = texts.filter(Boolean).slice(0, MOST_LABELS);
  const left = texts.length - shown.length;
  return shown.length > 0 ? ` : ${shown.join(' / ')}${left > 0 ? ` / ${left} more` : ''}` : '';
}

export const fenced = (text: string) => ['```mermaid', text, '```'].join('\n');
const code = (text: string) => `\`${text}\``;

/** Facts that a diagram cannot show: tags, running actors, and events without a target. */
function table(boxes: readonly AnyStateNode[]): string[] {
  const inPlace = (node: AnyStateNode) =>
    transitionsOf(node)
      .filter(({ target }) => !target?.length)
      .map((transition) => code(labelOf(transition)));
  const cells = (node: AnyStateNode) => [
    node.tags.join(', '),
    node.invoke.map((invoke) => code(typeof invoke.src === 'string' ? invoke.src : invoke.id)).join(', '),
    [...new Set(inPlace(node))].join(', '),
  ];
  const rows = boxes.filter((node) => cells(node).some(Boolean)).map((node) => `| ${[code(node.key), ...cells(node)].join(' | ')} |`);
  return rows.length > 0 ? [['| state | tags | runs | answers in place |', '|---|---|---|---|', ...rows].join('\n')] : [];
}

function anywhere(node: AnyStateNode, omit: Omit): string[] {
  const ways = transitionsOf(node).flatMap((transition) =>
    targetsOf(transition, omit).map((target) => `${code(labelOf(transition))} leads to ${code(target.key)}`),
  );
  return ways.length > 0 ? [`From anywhere here: ${[...new Set(ways)].join('; ')}.`] : [];
}

const initialOf = (node: AnyStateNode): AnyStateNode | undefined => (node.config.initial ? node.initial.target[0] : undefined);

/** A section with diagram and table for every state that has child states, outermost first. */
export function sections(node: AnyStateNode, omit: Omit, depth = 2): string[] {
  const boxes = childrenOf(node);
  if (boxes.length === 0) return [];
  const { title, route } = metaOf(node);
  const head = `${'#'.repeat(Math.min(depth, 4))} ${node.key}`;
  const about = node.config.meta && title ? [`${title}${route ? `, ${code(route)}` : ''}.`] : [];
  return [
    head,
    ...about,
    fenced(diagram(boxes, initialOf(node), omit)),
    ...anywhere(node, omit),
    ...table(boxes),
    ...boxes.flatMap((box) => sections(box, omit, depth + 1)),
  ];
}

/** The table of places with a route: path, title, and required sign-in. */
export function places(machine: AnyStateMachine): string {
  const linked = everyNodeIn(machine.root).filter((node) => node.config.route);
  const rows = linked.map((node) => {
    const { guard } = (node.config.route ?? {}) as { guard?: unknown };
    const { route = '', title = '' } = metaOf(node);
    return `| ${code(route)} | ${node.key} | ${title} | ${code(guardName(guard) ?? '')} |`.replace('``', '');
  });
  return ['| path | state | title | guard |', '|---|---|---|---|', ...rows].join('\n');
}
