import { memo, type KeyboardEvent } from 'react';
import { cx } from '#src/ui/cx.ts';
import { plainName } from '../names.ts';
import { answerOf, rawType } from '../journey/answers.ts';
import type { Trail } from '../journey/steps.ts';
import type { Box, ChartGraph } from './graph.ts';
import { BOX_HEIGHT, type Layout, type Point } from './layout.ts';
import { lookOf, type Moment, type Way } from './appearance.ts';
import { direct, labelPlace, polyline } from './edgeGeometry.ts';

export type Names = 'plain' | 'code';

interface Props {
  graph: ChartGraph;
  layout: Layout;
  moment: Moment;
  trail: Trail;
  taken: ReadonlyMap<string, number>;
  index: number;
  names: Names;
  selected: string | null;
  /** The box in the tab order; arrow keys move on from it. */
  stop: string | null;
  onSelect: (id: string) => void;
}

const LOOKS = { active: 'now', path: 'on the way to now', seen: 'visited', new: 'not yet' } as const;

interface BoxProps {
  box: Box;
  look: keyof typeof LOOKS;
  x: number;
  y: number;
  width: number;
  height: number;
  names: Names;
  isSelected: boolean;
  isStop: boolean;
  onSelect: (id: string) => void;
}

const BoxDrawing = memo(function BoxDrawing({ box, look, x, y, width, height, names, isSelected, isStop, onSelect }: BoxProps) {
  const isContainer = height > BOX_HEIGHT;
  const name = names === 'plain' ? box.plain : box.code;
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onSelect(box.id);
  };
  return (
    <g
      className={cx('node', look, isContainer && 'box', box.isFinal && 'end', isSelected && 'selected')}
      data-state={box.id}
      role="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={`${name}, ${LOOKS[look]}`}
      onClick={() => onSelect(box.id)}
      onKeyDown={press}
    >
      <rect x={x} y={y} width={width} height={height} rx={isContainer ? 16 : 11} />
      {isContainer ? (
        <text x={x + 14} y={y + 23}>
          {name}
        </text>
      ) : (
        <text x={x + width / 2} y={y + height / 2 + 4.5} textAnchor="middle">
          {name}
        </text>
      )}
    </g>
  );
});

/** Label of an arrow: the event, or the outcome of a call. */
function eventLabel(event: string, names: Names): string {
  if (names === 'code') return rawType({ type: event });
  const answer = answerOf(event);
  return answer ? `${plainName(answer.id)} ${answer.is}` : plainName(rawType({ type: event }).replace(/^⏱ /, ''));
}

/**
 * Boxes and arrows. Containers are below arrows, arrows below boxes, and the last and the next transition above all
 * arrows.
 */
export function Drawing({ graph, layout, moment, trail, taken, index, names, selected, stop, onSelect }: Props) {
  const inside = moment.open === null ? null : (graph.innerGraphs[moment.open] ?? null);
  const boxes: readonly Box[] = inside ? [...graph.boxes, ...inside.boxes] : graph.boxes;
  const draw = (box: Box) => {
    const rect = layout.boxes[box.id];
    if (!rect) return null;
    return (
      <BoxDrawing
        key={box.id}
        box={box}
        look={lookOf(box.id, moment, trail, index)}
        x={rect.x}
        y={rect.y}
        width={rect.width}
        height={rect.height}
        names={names}
        isSelected={selected === box.id}
        isStop={stop === box.id}
        onSelect={onSelect}
      />
    );
  };
  const isContainer = ({ id }: Box): boolean => (layout.boxes[id]?.height ?? 0) > BOX_HEIGHT;
  const pointsOf = ({ from, to }: Way): readonly Point[] | null => {
    const [a, b] = [layout.boxes[from], layout.boxes[to]];
    return layout.arrows[`${from}>${to}`] ?? (a && b ? direct(a, b) : null);
  };
  const ways = (
    [
      ['next', moment.next],
      ['last', moment.last],
    ] as const
  ).flatMap(([kind, way]) => {
    const points = way && pointsOf(way);
    return way && points ? [{ kind, way, points }] : [];
  });
  return (
    <>
      {boxes.filter(isContainer).map(draw)}
      {Object.entries(layout.arrows).map(([id, points]) => {
        const at = taken.get(id);
        return <path key={id} className={cx('edge', at !== undefined && at <= index && 'seen')} d={polyline(points)} />;
      })}
      {ways.map(({ kind, points }) => (
        <path key={kind} className={`edge ${kind}`} d={polyline(points)} />
      ))}
      {boxes.filter((box) => !isContainer(box)).map(draw)}
      {ways.map(({ kind, way, points }) => {
        const { x, y, anchor } = labelPlace(points, kind === 'last' ? 'first' : 'second');
        return (
          <text key={kind} className={`lab ${kind}`} x={x} y={y} textAnchor={anchor}>
            {eventLabel(way.event, names)}
          </text>
        );
      })}
    </>
  );
}
