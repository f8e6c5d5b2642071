import { memo, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '#src/ui/cx.ts';
import { direct, polyline } from '../../chart/edgeGeometry.ts';
import { laidOut } from '../../chart/laidOut.ts';
import { BOX_HEIGHT, type Layout, type Point } from '../../chart/layout.ts';
import { isArrow, neighbour } from '../../chart/neighbour.ts';
import { firstCamera, nextCamera, type Room } from '../../chart/viewport.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Population } from '../compute/columns.ts';
import { lostAt, placeFigures, recordingsOnWay, type Figures, type PlaceFigures } from '../compute/figures.ts';
import { chartGraph, placeName } from '../compute/places.ts';
import { createAnimation, type Animation, type Stage } from './animate.ts';
import type { Behind } from './Behind.tsx';
import { Player } from './Player.tsx';
import { count, percent } from './words.ts';

interface Props {
  population: Population;
  figures: Figures;
  /** What they are compared with; null: nothing. */
  other: Figures | null;
  selected: string | null;
  onSelect: (id: string) => void;
  onBehind: (behind: Behind) => void;
}

/** Width of the arrow on which every journey went, in units of the drawing. */
const THICKEST = 16;
const THINNEST = 0.75;

const isContainer = (layout: Layout, id: string): boolean => (layout.boxes[id]?.height ?? 0) > BOX_HEIGHT;

function pointsOf(layout: Layout, way: string): readonly Point[] | null {
  const [from, to] = way.split('>') as [string, string];
  const [a, b] = [layout.boxes[from], layout.boxes[to]];
  return layout.arrows[way] ?? (a && b ? direct(a, b) : null);
}

interface ArrowsProps {
  layout: Layout;
  figures: Figures;
  onWay: (way: string) => void;
}

/** Every way that was gone, as thick as the number of journeys; thin ones above thick ones. */
const Arrows = memo(function Arrows({ layout, figures, onWay }: ArrowsProps) {
  const most = Math.max(1, figures.selection.length);
  return [...figures.arrows]
    .sort((a, b) => b[1] - a[1])
    .map(([way, journeys]) => {
      const points = pointsOf(layout, way);
      if (!points) return null;
      const [from, to] = way.split('>') as [string, string];
      return (
        <path
          key={way}
          className="flow"
          d={polyline(points)}
          strokeWidth={Math.max(THINNEST, (THICKEST * journeys) / most)}
          onClick={() => onWay(way)}
        >
          <title>{`${count(journeys)} journeys (${percent(journeys, most)}) from ${placeName(from)} to ${placeName(to)}`}</title>
        </path>
      );
    });
});

/** The groups of pages: below the arrows, which lie below the pages, so that no arrow crosses a name. */
const Groups = memo(function Groups({ layout }: { layout: Layout }) {
  return chartGraph.boxes.map(({ id, plain }) => {
    const rect = layout.boxes[id];
    if (!rect || !isContainer(layout, id)) return null;
    const { x, y, width, height } = rect;
    return (
      <g key={id} className="place place--group">
        <rect x={x} y={y} width={width} height={height} rx={16} />
        <text x={x + 14} y={y + 23}>
          {plain}
        </text>
      </g>
    );
  });
});

interface BoxesProps {
  layout: Layout;
  figures: Figures;
  /** What they are compared with; null: nothing. */
  other: Figures | null;
  selected: string | null;
  stop: string;
  onSelect: (id: string) => void;
}

const lossClass = (figures: PlaceFigures): string => {
  const share = figures.came === 0 ? 0 : lostAt(figures) / figures.came;
  return share >= 0.2 ? 'place--heavy' : share >= 0.05 ? 'place--some' : '';
};

const Boxes = memo(function Boxes({ layout, figures, other, selected, stop, onSelect }: BoxesProps) {
  const of = new Map(figures.byPlace.map((one) => [one.place.id, one]));
  return chartGraph.boxes.map(({ id, plain }) => {
    const rect = layout.boxes[id];
    if (!rect || isContainer(layout, id)) return null;
    const { x, y, width, height } = rect;
    const found = of.get(id);
    const came = found?.came ?? 0;
    const lost = found ? lostAt(found) : 0;
    const beside = other ? placeFigures(other, id) : null;
    const isCompared = beside !== null && lost + lostAt(beside) > 0;
    return (
      <g
        key={id}
        className={cx('place', came === 0 && 'place--empty', found && lossClass(found), selected === id && 'place--selected')}
        data-state={id}
        role="button"
        tabIndex={stop === id ? 0 : -1}
        aria-pressed={selected === id}
        aria-label={`${plain}: ${count(came)} journeys came, ${count(lost)} were lost here`}
        onClick={() => onSelect(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onSelect(id);
        }}
      >
        <rect x={x} y={y} width={width} height={height} rx={11} />
        {lost > 0 && <rect className="place__lost" x={x + 8} y={y + height - 5} width={((width - 16) * lost) / came} height={3} rx={1.5} />}
        <text className="place__name" x={x + width / 2} y={y + (came === 0 ? height / 2 + 4.5 : 15)} textAnchor="middle">
          {plain}
        </text>
        {came > 0 && (
          <text className="place__count" x={x + width / 2} y={y + 29} textAnchor="middle">
            {isCompared ? `${percent(lost, came)} | ${percent(lostAt(beside), beside.came)} lost` : count(came)}
            {!isCompared && lost > 0 && <tspan className="place__loss">{`  ${count(lost)} lost`}</tspan>}
          </text>
        )}
      </g>
    );
  });
});

/** Id of the group of pages on which most borrowers are. */
const applicationGroup = chartGraph.boxes.find(({ id }) => id === 'personalInfo')?.parent ?? '';

/** A press that moves further than this, px, pans the chart and selects nothing. */
const DRAG_THRESHOLD = 4;

/** Where the numbers of the animation stand, and the middles of the ways. */
function stageOf(layout: Layout, { places: { all } }: Figures): Stage {
  const rectOf = (place: number) => layout.boxes[all[place]?.id ?? ''];
  return {
    badges: all.map((_, place) => {
      const rect = rectOf(place);
      return rect ? { x: rect.x + rect.width + 4, y: rect.y + rect.height / 2 + 5 } : null;
    }),
    middle: (from, to) => {
      const points = pointsOf(layout, `${all[from]?.id}>${all[to]?.id}`);
      if (!points) return null;
      const half = Math.max(1, Math.floor(points.length / 2));
      const [a, b] = [points[half - 1] as Point, points[half] as Point];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    },
  };
}

/** The population on the chart, and its animation. */
export function PopulationChart({ population, figures, other, selected, onSelect, onBehind }: Props) {
  const layout = laidOut(journeyChart).layout.outer;
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState<Room>({ width: 900, height: 600 });
  const [camera, toCamera] = useReducer(nextCamera, firstCamera);
  const grip = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const [walked, setWalked] = useState('home');

  useLayoutEffect(() => {
    const box = svg.current;
    if (!box) return;
    const measure = (): void => setRoom({ width: box.clientWidth, height: box.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  // The first view is of the application, at a scale at which it can be read.
  useLayoutEffect(() => {
    const rect = layout.boxes[applicationGroup];
    if (rect) toCamera({ type: 'looked', rect, room });
  }, [layout, room]);
  useEffect(() => {
    const box = svg.current;
    const zoom = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
      toCamera({ type: 'zoomed', factor: Math.exp(-event.deltaY / 500), at: { x: event.clientX - left, y: event.clientY - top } });
    };
    box?.addEventListener('wheel', zoom, { passive: false });
    return () => box?.removeEventListener('wheel', zoom);
  }, []);

  const group = useRef<SVGGElement>(null);
  const animation = useRef<Animation | null>(null);
  useEffect(() => {
    if (!group.current) return;
    const made = createAnimation(group.current, stageOf(layout, figures), figures.selection.length);
    animation.current = made;
    return () => made.clear();
  }, [layout, figures]);

  const onWay = useMemo(
    () => (way: string) => {
      const [from, to] = way.split('>') as [string, string];
      onBehind({ title: `From ${placeName(from)} to ${placeName(to)}`, recordings: recordingsOnWay(population, figures, way) });
    },
    [population, figures, onBehind],
  );
  const zoom = (factor: number): void => toCamera({ type: 'zoomed', factor, at: { x: room.width / 2, y: room.height / 2 } });
  const drag = (event: PointerEvent): void => {
    const held = grip.current;
    if (!held || event.buttons === 0) return;
    const by = { x: event.clientX - held.x, y: event.clientY - held.y };
    if (!held.moved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD) return;
    grip.current = { x: event.clientX, y: event.clientY, moved: true };
    svg.current?.setPointerCapture(event.pointerId);
    toCamera({ type: 'moved', by });
  };
  const keys = (event: KeyboardEvent): void => {
    const state = event.target instanceof SVGElement ? event.target.dataset['state'] : undefined;
    if (state !== undefined && isArrow(event.key)) {
      const drawn = Object.fromEntries(Object.entries(layout.boxes).filter(([id]) => !isContainer(layout, id)));
      const to = neighbour(drawn, state, event.key);
      const rect = to === null ? undefined : layout.boxes[to];
      if (!to || !rect) return;
      setWalked(to);
      toCamera({ type: 'looked', rect, room });
      svg.current?.querySelector<SVGGElement>(`[data-state="${CSS.escape(to)}"]`)?.focus({ preventScroll: true });
    } else if (event.key === '+' || event.key === '=') zoom(1.25);
    else if (event.key === '-') zoom(0.8);
    else if (event.key === '0') toCamera({ type: 'whole.shown', layout, room });
    else return;
    event.preventDefault();
  };

  return (
    <section className="panel population__chart" aria-label="The journeys on the chart">
      <div className="population__stage" onKeyDown={keys}>
        <div className="population__bar">
          <ul className="legend">
            <li className="legend__some">5% lost here</li>
            <li className="legend__heavy">20% lost here</li>
          </ul>
          <div className="chart-tools" role="group" aria-label="View of the chart">
            <button type="button" aria-label="Zoom in" onClick={() => zoom(1.25)}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => zoom(0.8)}>
              −
            </button>
            <button type="button" onClick={() => toCamera({ type: 'whole.shown', layout, room })}>
              Whole
            </button>
          </div>
        </div>
        <svg
          ref={svg}
          className="chart chart--population"
          role="group"
          aria-label={`Chart of ${count(figures.selection.length)} journeys. Arrows between pages are as thick as the number of journeys.`}
          onPointerDown={(event) => {
            if (event.button === 0) grip.current = { x: event.clientX, y: event.clientY, moved: false };
          }}
          onPointerMove={drag}
          onClickCapture={(event) => {
            if (grip.current?.moved) event.stopPropagation();
            grip.current = null;
          }}
        >
          <g transform={`translate(${camera.left} ${camera.top}) scale(${camera.scale})`}>
            <Groups layout={layout} />
            <Arrows layout={layout} figures={figures} onWay={onWay} />
            <Boxes layout={layout} figures={figures} other={other} selected={selected} stop={walked} onSelect={onSelect} />
            <g ref={group} aria-hidden="true" />
          </g>
        </svg>
      </div>
      <Player population={population} figures={figures} animation={animation} />
    </section>
  );
}
