import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Step, Trail } from '../journey/steps.ts';
import { firstCamera, nextCamera, readableOf, type Room } from './viewport.ts';
import { Drawing, type Names } from './Drawing.tsx';
import { layOutInWorker } from './elk.ts';
import { readChart, type Arrow, type ChartGraph } from './graph.ts';
import type { ChartLayout, Rect } from './layout.ts';
import { momentOf, takenArrows } from './appearance.ts';
import { isArrow, neighbour } from './neighbour.ts';
import { openedLayout } from './open.ts';

interface Readable {
  graph: ChartGraph;
  /** By id of an arrow. */
  ends: Readonly<Record<string, Arrow>>;
}

/** A chart is read once, and laid out once as long as the page is open. */
const read = new WeakMap<InspectedChart, Readable>();
function readableOfChart(chart: InspectedChart): Readable {
  const known = read.get(chart);
  if (known) return known;
  const graph = readChart(chart);
  const found = { graph, ends: Object.fromEntries(graph.arrows.map((arrow) => [arrow.id, arrow])) };
  read.set(chart, found);
  return found;
}

const nameOfBox = ({ boxes, innerGraphs }: ChartGraph, id: string): string =>
  [...boxes, ...Object.values(innerGraphs).flatMap((inner) => inner.boxes)].find((box) => box.id === id)?.plain ?? id;

interface Props {
  chart: InspectedChart;
  steps: readonly Step[];
  trail: Trail;
  index: number;
  names: Names;
  selected: string | null;
  onSelect: (id: string) => void;
}

/** Height of the buttons over the bottom of the drawing, px: followed boxes are placed above them. */
const TOOLS_HEIGHT = 44;

/** A press that moves further than this, px, pans the chart and selects nothing. */
const DRAG_THRESHOLD = 4;

function useLayout(graph: ChartGraph): ChartLayout | 'failed' | null {
  const [layout, setLayout] = useState<{ of: ChartGraph; is: ChartLayout | 'failed' } | null>(null);
  useEffect(() => {
    let isWanted = true;
    layOutInWorker(graph).then(
      (is) => isWanted && setLayout({ of: graph, is }),
      () => isWanted && setLayout({ of: graph, is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [graph]);
  return layout?.of === graph ? layout.is : null;
}

export function Chart({ chart, steps, trail, index, names, selected, onSelect }: Props) {
  const { graph, ends } = readableOfChart(chart);
  const chartLayout = useLayout(graph);
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState<Room>({ width: 480, height: 700 });
  const [camera, toCamera] = useReducer(nextCamera, firstCamera);
  const grip = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  const moment = useMemo(() => momentOf(graph, steps, index), [graph, steps, index]);
  const { open, active } = moment;
  const layout = useMemo(
    () => (chartLayout && chartLayout !== 'failed' ? openedLayout(chartLayout, open, ends) : null),
    [chartLayout, open, ends],
  );
  /** The box that was selected with the keyboard, until the journey moves on. */
  const [walked, setWalked] = useState<{ id: string; index: number } | null>(null);
  const stop = walked?.index === index && layout?.boxes[walked.id] ? walked.id : (active ?? graph.boxes[0]?.id ?? null);
  const taken = useMemo(() => takenArrows(graph, trail, open), [graph, trail, open]);

  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = (): void => setRoom({ width: element.clientWidth, height: element.clientHeight - TOOLS_HEIGHT });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The box to follow: the group of the active screen if it is readable, else the screen, else the state.
  const { follows } = camera;
  const lookAt = useMemo(() => {
    if (!layout) return null;
    const parent = graph.boxes.find(({ id }) => id === (open ?? active))?.parent ?? null;
    const rects = [parent, open, active].flatMap((id): Rect[] => (id !== null && layout.boxes[id] ? [layout.boxes[id]] : []));
    return readableOf(rects, room);
  }, [graph, layout, open, active, room]);
  useLayoutEffect(() => {
    if (follows && lookAt) toCamera({ type: 'followed', rect: lookAt, room });
  }, [follows, lookAt, room]);

  // React registers wheel listeners as passive, but a wheel over the chart must not scroll the page.
  useEffect(() => {
    const element = svg.current;
    const zoom = (event: WheelEvent): void => {
      event.preventDefault();
      const box = (event.currentTarget as Element).getBoundingClientRect();
      toCamera({ type: 'zoomed', factor: Math.exp(-event.deltaY / 500), at: { x: event.clientX - box.left, y: event.clientY - box.top } });
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, []);

  const middle = { x: room.width / 2, y: room.height / 2 };
  const zoom = (factor: number): void => toCamera({ type: 'zoomed', factor, at: middle });
  const press = (event: PointerEvent): void => {
    if (event.button === 0) grip.current = { x: event.clientX, y: event.clientY, moved: false };
  };
  const drag = (event: PointerEvent): void => {
    const held = grip.current;
    if (!held || event.buttons === 0) return;
    const by = { x: event.clientX - held.x, y: event.clientY - held.y };
    if (!held.moved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD) return;
    grip.current = { x: event.clientX, y: event.clientY, moved: true };
    svg.current?.setPointerCapture(event.pointerId);
    toCamera({ type: 'moved', by });
  };
  /** Moves the keyboard selection to the next state in the direction of an arrow key. */
  const walk = (from: string, key: string): void => {
    const to = layout && neighbour(layout.boxes, from, key);
    const rect = to === null ? undefined : layout?.boxes[to];
    if (!to || !rect) return;
    setWalked({ id: to, index });
    toCamera({ type: 'looked', rect, room });
    svg.current?.querySelector<SVGGElement>(`[data-state="${CSS.escape(to)}"]`)?.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent): void => {
    const state = event.target instanceof SVGElement ? event.target.dataset['state'] : undefined;
    if (state !== undefined && isArrow(event.key)) walk(state, event.key);
    else if (event.key === '+' || event.key === '=') zoom(1.25);
    else if (event.key === '-') zoom(0.8);
    else if (event.key === '0' && layout) toCamera({ type: 'whole.shown', layout, room });
    else return;
    event.preventDefault();
  };

  return (
    <div className="chart-stage" onKeyDown={keys}>
      <svg
        ref={svg}
        className="chart"
        role="group"
        aria-label={`Statechart of the ${chart.run}. Active: ${[open, active].flatMap((id) => (id ? [nameOfBox(graph, id)] : [])).join(', ')}.`}
        onPointerDown={press}
        onPointerMove={drag}
        onClickCapture={(event) => {
          if (grip.current?.moved) event.stopPropagation();
          grip.current = null;
        }}
      >
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
            <path d="M0 0 8 4 0 8z" />
          </marker>
          <marker id="arrow-seen" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
          <marker id="arrow-last" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="4.5" markerHeight="4.5" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {layout && (
          <g transform={`translate(${camera.left} ${camera.top}) scale(${camera.scale})`}>
            <Drawing
              graph={graph}
              layout={layout}
              moment={moment}
              trail={trail}
              taken={taken}
              index={index}
              names={names}
              selected={selected}
              stop={stop}
              onSelect={onSelect}
            />
          </g>
        )}
      </svg>
      {!layout && (
        <p className="chart-wait" role="status">
          {chartLayout === 'failed' ? 'The chart could not be laid out. Reload the page.' : 'Laying out the chart'}
        </p>
      )}
      <ul className="legend">
        <li className="legend__active">Now</li>
        <li className="legend__seen">Visited</li>
        <li className="legend__new">Not yet</li>
      </ul>
      <div className="chart-tools" role="group" aria-label="View of the chart">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1.25)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(0.8)}>
          −
        </button>
        <button type="button" onClick={() => layout && toCamera({ type: 'whole.shown', layout, room })}>
          Whole
        </button>
        <button type="button" aria-pressed={follows} onClick={() => lookAt && toCamera({ type: 'followed', rect: lookAt, room })}>
          Follow
        </button>
      </div>
    </div>
  );
}
