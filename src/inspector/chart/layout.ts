/**
 * Positions of boxes and arrows. elkjs computes them when the page is built: for the closed chart, and for the content of
 * every screen.
 */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { ChartId } from '../charts/inspectedChart.ts';
import type { Arrow, Box, ChartGraph } from './graph.ts';

export interface Point {
  x: number;
  y: number;
}

/** In units of the drawing, from its upper left corner. */
export interface Rect extends Point {
  width: number;
  height: number;
}

export interface Layout {
  /** Left edge of the column with boxes that no arrow reaches; the whole width without such boxes. */
  side: number;
  width: number;
  height: number;
  boxes: Readonly<Record<string, Rect>>;
  /** Points from start to tip, by id of the arrow; only for arrows that are always drawn. */
  arrows: Readonly<Record<string, readonly Point[]>>;
}

/** By id of the chart. */
export type ChartLayouts = Readonly<Record<ChartId, ChartLayout>>;

export interface ChartLayout {
  outer: Layout;
  innerGraphs: Readonly<Record<string, Layout>>;
}

/** The type of `ELK.layout`. */
export type LayOut = (graph: ElkNode) => Promise<ElkNode>;

export const BOX_HEIGHT = 38;
/** Height of a container's title. */
export const TITLE_HEIGHT = 36;
export const PADDING = 14;

/** Size of a name at the normal scale, in units of the drawing. */
export const NAME_SIZE = 13;
/** Width of a letter as a share of the text size, for a wide font in bold type. */
export const LETTER = 0.62;
/** Minimum space left and right of a name. */
export const NAME_EDGE = 10;

/** Wide enough for both names of a state, so that switching between them moves nothing. */
const ownWidth = ({ plain, code }: Box): number =>
  Math.max(84, Math.ceil(Math.max(plain.length, code.length) * LETTER * NAME_SIZE) + 2 * NAME_EDGE + 1);
/** Boxes of one group have the same width. */
const widthAmong = (boxes: readonly Box[]): number => Math.max(...boxes.map(ownWidth));

const LAYERED = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '14',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
};

const CONTAINER = { 'elk.padding': `[top=${TITLE_HEIGHT + 4},left=${PADDING},bottom=${PADDING},right=${PADDING}]` };

const edge = (id: string, from: string, to: string): ElkExtendedEdge => ({ id, sources: [from], targets: [to] });

/** Prefix of the edges that keep the screens of a group in the order of the source. They are not drawn. */
const ORDER = 'order ';
const inColumn = (boxes: readonly Box[]): ElkExtendedEdge[] =>
  boxes.slice(1).map((box, at) => edge(`${ORDER}${box.id}`, (boxes[at] as Box).id, box.id));

function outerGraphs({ boxes, arrows }: ChartGraph): { main: ElkNode; loose: ElkNode[] } {
  const drawn = arrows.filter(({ isForward }) => isForward);
  const childrenOf = (id: string) => boxes.filter(({ parent }) => parent === id);
  const touched = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const node = (box: (typeof boxes)[number]): ElkNode => {
    const children = childrenOf(box.id);
    return children.length === 0
      ? { id: box.id, width: box.parent === null ? ownWidth(box) : widthAmong(childrenOf(box.parent)), height: BOX_HEIGHT }
      : { id: box.id, children: children.map(node), layoutOptions: CONTAINER };
  };
  const isTouched = (box: Box): boolean => touched.has(box.id) || childrenOf(box.id).some(isTouched);
  const top = boxes.filter(({ parent }) => parent === null);
  const options = { ...LAYERED, 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' };
  const columns = (of: readonly Box[]) => of.flatMap(({ id }) => inColumn(childrenOf(id)));
  const [main, loose] = [top.filter(isTouched), top.filter((box) => !isTouched(box))];
  return {
    main: {
      id: 'main',
      children: main.map(node),
      edges: [...drawn.map(({ id, from, to }) => edge(id, from, to)), ...columns(main)],
      layoutOptions: options,
    },
    loose: loose.map((box) => ({ id: `loose ${box.id}`, children: [node(box)], edges: columns([box]), layoutOptions: options })),
  };
}

const innerGraph = (id: string, boxes: readonly Box[], arrows: readonly Arrow[]): ElkNode => ({
  id: `inside ${id}`,
  children: boxes.map((box) => ({ id: box.id, width: ownWidth(box), height: BOX_HEIGHT })),
  edges: arrows.map(({ id: arrow, from, to }) => edge(arrow, from, to)),
  layoutOptions: {
    ...LAYERED,
    'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
    'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
  },
});

function read(graph: ElkNode, by: Point = { x: 0, y: 0 }): Layout {
  const boxes: Record<string, Rect> = {};
  const arrows: Record<string, Point[]> = {};
  const moved = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y });
  const walk = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): void => {
    boxes[id] = { ...moved({ x, y }), width, height };
    children.forEach(walk);
  };
  (graph.children ?? []).forEach(walk);
  for (const { id, sections = [] } of graph.edges ?? []) {
    const [section] = sections;
    if (!section || id.startsWith(ORDER)) continue;
    arrows[id] = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(moved);
  }
  return { side: graph.width ?? 0, width: graph.width ?? 0, height: graph.height ?? 0, boxes, arrows };
}

const GAP = 28;

/** Puts boxes without an incoming arrow into a column beside the journey. */
function beside(main: ElkNode, loose: readonly ElkNode[]): Layout {
  const parts = [read(main)];
  let [y, width] = [0, 0];
  for (const one of loose) {
    parts.push(read(one, { x: (main.width ?? 0) + GAP, y }));
    y += (one.height ?? 0) + 4;
    width = Math.max(width, one.width ?? 0);
  }
  return {
    side: (main.width ?? 0) + GAP / 2,
    width: (main.width ?? 0) + GAP + width,
    height: Math.max(main.height ?? 0, y),
    boxes: Object.assign({}, ...parts.map(({ boxes }) => boxes)) as Layout['boxes'],
    arrows: Object.assign({}, ...parts.map(({ arrows }) => arrows)) as Layout['arrows'],
  };
}

export async function layOutChart(graph: ChartGraph, layOut: LayOut): Promise<ChartLayout> {
  const { main, loose } = outerGraphs(graph);
  const [laidMain, laidLoose, laidInsides] = await Promise.all([
    layOut(main),
    Promise.all(loose.map(layOut)),
    Promise.all(
      Object.entries(graph.innerGraphs).map(
        async ([id, { boxes, arrows }]) => [id, read(await layOut(innerGraph(id, boxes, arrows)))] as const,
      ),
    ),
  ]);
  return { outer: beside(laidMain, laidLoose), innerGraphs: Object.fromEntries(laidInsides) };
}
