import { memo, useMemo, type KeyboardEvent } from 'react';
import { cx } from '#src/ui/cx.ts';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Names } from '../names.ts';
import { rawType } from '../journey/callAnswers.ts';
import type { Trail } from '../journey/journeyRun.ts';
import { drawnBoxes, type Box, type ChartGraph } from './graph.ts';
import { isContainer, nameLabels, overlaps, wayLabels, type Detail, type DrawnWay, type Label } from './labels.ts';
import type { Layout, Point, Rect } from './layout.ts';
import { lookOf, type Moment, type Way } from './boxAppearance.ts';
import { direct, polyline } from './edgeGeometry.ts';
import type { Unnoticed } from './unnoticed.ts';

interface Props {
  chart: InspectedChart;
  graph: ChartGraph;
  layout: Layout;
  /** Ids of the open screens. */
  opened: readonly string[];
  moment: Moment;
  trail: Trail;
  taken: ReadonlyMap<string, number>;
  /** null: unnoticed changes are not shown. */
  unnoticed: Unnoticed | null;
  index: number;
  names: Names;
  detail: Detail;
  /** The part of the drawing in which the labels of arrows stay; null: anywhere. */
  view: Rect | null;
  selected: string | null;
  /** The box in the tab order. Arrow keys move from it to the next box. */
  stop: string | null;
  /** The box that was found by its name. */
  found: string | null;
  onSelect: (id: string) => void;
}

const LOOKS = { active: 'now', path: 'on the way to now', seen: 'visited', new: 'not yet' } as const;

interface BoxProps {
  box: Box;
  look: keyof typeof LOOKS;
  rect: Rect;
  label: Label | undefined;
  names: Names;
  isSelected: boolean;
  isStop: boolean;
  isFound: boolean;
  /** Names of mutants of this state that no check found. */
  unnoticed: readonly string[] | undefined;
  onSelect: (id: string) => void;
}

/** Share of a line's height above its base line. */
const BASE = 0.79;

/** Rounded, because an attribute that differs in its last digits is a change too. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Moves what is inside. An opened screen moves most of the drawing, and the browser lays out a text again when its own place
 * changes, but not when its group moves.
 */
const movedTo = ({ x, y }: Point): string => `translate(${rounded(x)} ${rounded(y)})`;

const ORIGIN: Point = { x: 0, y: 0 };

/** @param from the corner of the group in which the text is drawn. */
const Text = ({ label: { lines, size, rect }, from, className }: { label: Label; from: Point; className?: string }) => {
  const height = rect.height / lines.length;
  return lines.map((line, at) => (
    <text
      key={`${at} ${line}`}
      className={className}
      x={rounded(rect.x - from.x + rect.width / 2)}
      y={rounded(rect.y - from.y + height * (at + BASE))}
      textAnchor="middle"
      style={{ fontSize: size }}
    >
      {line}
    </text>
  ));
};

const nameIn = (names: Names, { plain, code }: Box): string => (names === 'plain' ? plain : code);

/** Maximum number of named mutants. */
const MOST_NAMED = 5;

const unnoticedText = (names: readonly string[]): string =>
  [
    `${names.length} ${names.length === 1 ? 'change' : 'changes'} nobody would notice:`,
    ...names.slice(0, MOST_NAMED),
    ...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : []),
  ].join('\n');

const BoxDrawing = memo(function BoxDrawing({ box, look, rect, label, names, isSelected, isStop, isFound, unnoticed, onSelect }: BoxProps) {
  const holds = isContainer(rect);
  const name = nameIn(names, box);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onSelect(box.id);
  };
  return (
    <g
      className={cx(
        'node',
        look,
        holds && 'box',
        box.isFinal && 'end',
        isSelected && 'selected',
        isFound && 'found',
        unnoticed && 'unnoticed',
      )}
      transform={movedTo(rect)}
      data-state={box.id}
      role="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={`${name}, ${LOOKS[look]}${isFound ? ', found' : ''}`}
      onClick={() => onSelect(box.id)}
      onKeyDown={press}
    >
      <title>{unnoticed ? `${name}\n${unnoticedText(unnoticed)}` : name}</title>
      <rect width={rounded(rect.width)} height={rounded(rect.height)} rx={holds ? 16 : 11} />
      {label && <Text label={label} from={rect} {...(overlaps(label.rect, rect) ? {} : { className: 'beside' })} />}
    </g>
  );
});

/** Label of an arrow: the event, or the outcome of a call. */
export const eventLabel = ({ transitionWords }: Pick<InspectedChart, 'transitionWords'>, event: string, names: Names): string =>
  names === 'code' ? rawType({ type: event }) : transitionWords(event);

/** The paths of the arrows of the last and the next transition. */
export function drawnWays(layout: Layout, { last, next }: Pick<Moment, 'last' | 'next'>): DrawnWay[] {
  const pointsOf = ({ from, to }: Way): readonly Point[] | null => {
    const [a, b] = [layout.boxes[from], layout.boxes[to]];
    return layout.arrows[`${from}>${to}`] ?? (a && b ? direct(a, b) : null);
  };
  return (
    [
      ['next', next],
      ['last', last],
    ] as const
  ).flatMap(([kind, way]) => {
    const points = way && pointsOf(way);
    return way && points ? [{ kind, way, points }] : [];
  });
}

/**
 * Boxes and arrows. Containers are below arrows, arrows below boxes and the titles of containers, and the last and the next
 * transition above all arrows. Folded groups cover the arrows inside them.
 */
export function Drawing({
  chart,
  graph,
  layout,
  opened,
  moment,
  trail,
  taken,
  unnoticed,
  index,
  names,
  detail,
  view,
  selected,
  stop,
  found,
  onSelect,
}: Props) {
  const boxes = useMemo(() => drawnBoxes(graph, opened, detail.isFolded), [graph, opened, detail]);
  const labels = useMemo(() => nameLabels(boxes, layout.boxes, (box) => nameIn(names, box), detail), [boxes, layout, names, detail]);
  const ways = useMemo(() => drawnWays(layout, moment), [layout, moment]);
  const texts = useMemo(
    () => wayLabels(ways, (event) => eventLabel(chart, event, names), Object.values(layout.boxes), labels.values(), detail, view),
    [chart, ways, names, layout, labels, detail, view],
  );
  const holds = ({ id }: Box): boolean => layout.boxes[id] !== undefined && isContainer(layout.boxes[id]);
  /** Whether the name is drawn above the arrows, which cross the title of a container. */
  const isTitled = (box: Box): boolean => !detail.isFolded && holds(box);
  const draw = (box: Box) => {
    const rect = layout.boxes[box.id];
    return (
      rect && (
        <BoxDrawing
          key={box.id}
          box={box}
          look={lookOf(box.id, moment, trail, index)}
          rect={rect}
          label={isTitled(box) ? undefined : labels.get(box.id)}
          names={names}
          isSelected={selected === box.id}
          isStop={stop === box.id}
          isFound={found === box.id}
          unnoticed={unnoticed?.boxes.get(box.id)}
          onSelect={onSelect}
        />
      )
    );
  };
  const lines = useMemo(() => Object.entries(layout.arrows).map(([id, points]) => ({ id, line: polyline(points) })), [layout]);
  const edges = lines.map(({ id, line }) => {
    const at = taken.get(id);
    const changes = unnoticed?.arrows.get(id);
    return (
      <path
        key={id}
        className={cx('edge', at !== undefined && at <= index && 'seen', changes && 'unnoticed', unnoticed?.untried.has(id) && 'untried')}
        d={line}
      >
        {changes && <title>{unnoticedText(changes)}</title>}
      </path>
    );
  });
  if (detail.isFolded)
    return (
      <>
        {edges}
        {boxes.map(draw)}
      </>
    );
  return (
    <>
      {boxes.filter(holds).map(draw)}
      {edges}
      {ways.map(({ kind, points }) => (
        <path key={kind} className={`edge ${kind}`} d={polyline(points)} />
      ))}
      <g aria-hidden="true">
        {boxes.filter(isTitled).map(({ id }) => {
          const label = labels.get(id);
          return (
            label && (
              <g
                key={id}
                transform={movedTo(label.rect)}
                className={cx('title', lookOf(id, moment, trail, index), found === id && 'found')}
              >
                <Text label={label} from={label.rect} />
              </g>
            )
          );
        })}
      </g>
      {boxes.filter((box) => !holds(box)).map(draw)}
      {ways.map(({ kind }) => {
        const label = texts[kind];
        return label && <Text key={kind} label={label} from={ORIGIN} className={`lab ${kind}`} />;
      })}
    </>
  );
}
