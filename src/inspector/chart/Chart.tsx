import { useCallback, useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Step, Trail } from '../journey/journeyRun.ts';
import { lookOf, momentOf, takenArrows } from './boxAppearance.ts';
import { scoresOf, triedWords, unnoticedIn } from './unnoticed.ts';
import { Drawing } from './Drawing.tsx';
import type { Names } from '../names.ts';
import { topBox, type ChartGraph } from './graph.ts';
import { detailAt } from './labels.ts';
import { laidOut, withOpen } from './laidOut.ts';
import type { Rect } from './layout.ts';
import { isArrow, neighbour } from './neighbour.ts';
import { ChartSide } from './Overview.tsx';
import { StateSearch } from './StateSearch.tsx';
import { useLooked } from './useLooked.ts';
import { ChartWindow, pressViewKey, useBoxFocus, useViewport, ViewTools } from './useViewport.tsx';
import { readableOf, visiblePart } from './viewport.ts';

const nameOfBox = ({ boxes, innerGraphs }: ChartGraph, id: string): string =>
  [...boxes, ...Object.values(innerGraphs).flatMap((inner) => inner.boxes)].find((box) => box.id === id)?.plain ?? id;

interface Props {
  chart: InspectedChart;
  steps: readonly Step[];
  trail: Trail;
  index: number;
  /** Whether steps pass quickly. The screens stay closed meanwhile, so that the drawing keeps its shape. */
  isScrubbing: boolean;
  names: Names;
  selected: string | null;
  onSelect: (id: string) => void;
}

/** The chart with its tools beside the drawing, so that nothing covers the drawing. */
export function Chart({ chart, steps, trail, index, isScrubbing, names, selected, onSelect }: Props) {
  const laid = laidOut(chart);
  const { graph } = laid;
  const viewport = useViewport();
  const { pane, camera, toCamera, room, zoom } = viewport;

  const moment = useMemo(() => momentOf(graph, steps, index, !isScrubbing), [graph, steps, index, isScrubbing]);
  const { open, active } = moment;
  const { looked, lookInto } = useLooked(laid, open, camera, room, toCamera);
  const opened = useMemo(() => [...new Set([open, looked].flatMap((one) => one ?? []))], [open, looked]);
  const layout = useMemo(() => withOpen(laid, opened), [laid, opened]);
  /** The box that was reached by keyboard or found by its name. It is dropped when another step is shown. */
  const [movedTo, setMovedTo] = useState<{ id: string; index: number; isFound: boolean } | null>(null);
  const found = movedTo?.isFound && movedTo.index === index ? movedTo.id : null;
  const detail = detailAt(camera.scale);
  const reached = movedTo?.index === index && layout.boxes[movedTo.id] ? movedTo.id : active || (graph.boxes[0]?.id ?? null);
  const taken = useMemo(() => takenArrows(graph, trail, opened), [graph, trail, opened]);
  const look = useCallback((id: string) => lookOf(id, moment, trail, index), [moment, trail, index]);
  const scores = scoresOf(chart.id);
  const [showsUnnoticed, setShowsUnnoticed] = useState(false);
  const unnoticed = useMemo(
    () => (scores && showsUnnoticed ? unnoticedIn(graph, scores, opened) : null),
    [graph, scores, showsUnnoticed, opened],
  );

  // The camera follows the group of the active screen if the group is readable, otherwise the screen, otherwise the state.
  const follows = camera.keeps === 'journey';
  // While a person moves the chart, the labels stay where they are.
  const view = useMemo(() => (follows ? visiblePart(camera, room) : null), [follows, camera, room]);
  const lookAt = useMemo(() => {
    const parent = graph.boxes.find(({ id }) => id === (open ?? active))?.parent ?? null;
    const rects = [parent, open, active].flatMap((id): Rect[] => (id !== null && layout.boxes[id] ? [layout.boxes[id]] : []));
    return readableOf(rects, room);
  }, [graph, layout, open, active, room]);
  // Moved while rendering, so that a step is drawn once.
  const [followed, setFollowed] = useState<Rect | null>(null);
  if (follows && lookAt && lookAt !== followed) {
    setFollowed(lookAt);
    toCamera({ type: 'followed', rect: lookAt, room });
  }

  // The card of a state makes the chart smaller, and the camera moves so that the state stays visible.
  const chosen = selected === null ? undefined : layout.boxes[selected];
  useLayoutEffect(() => {
    if (chosen) toCamera({ type: 'uncovered', rect: chosen, room });
  }, [chosen, room, toCamera]);

  const drawnAs = (id: string): string => (detail.isFolded ? topBox(graph, id) : id);
  const focusBox = useBoxFocus(pane, drawnAs);

  const showWhole = (): void => {
    lookInto(null);
    toCamera({ type: 'whole.shown', layout: withOpen(laid, open === null ? [] : [open]), room });
  };
  /** Moves the keyboard selection to the next state in the direction of an arrow key. */
  const moveBy = (from: string, key: string): void => {
    const to = neighbour(layout.boxes, from, key);
    const rect = to === null ? undefined : layout.boxes[to];
    if (!to || !rect) return;
    setMovedTo({ id: to, index, isFound: false });
    toCamera({ type: 'looked', rect, room });
    focusBox(to);
  };
  /** Shows a state, and opens the screen around it. */
  const jump = (id: string): void => {
    const box = graph.boxOf[id] ?? null;
    const screen = box !== null && graph.innerGraphs[box] && box !== open ? box : null;
    lookInto(screen);
    const rect = withOpen(
      laid,
      [open, screen].flatMap((one) => one ?? []),
    ).boxes[id];
    if (!rect) return;
    setMovedTo({ id, index, isFound: true });
    toCamera({ type: 'looked', rect, room });
  };
  const keys = (event: KeyboardEvent): void => {
    const state = event.target instanceof SVGElement ? event.target.dataset['state'] : undefined;
    if (event.target instanceof HTMLInputElement) return;
    if (state !== undefined && isArrow(event.key)) moveBy(state, event.key);
    else if (!pressViewKey(event.key, { zoom, onWhole: showWhole })) return;
    else if (state !== undefined) focusBox(state);
    event.preventDefault();
  };

  return (
    <div className="chart-stage" onKeyDown={keys}>
      <div className="chart-bar">
        <StateSearch graph={graph} names={names} onFound={jump} />
        <ViewTools zoom={zoom} onWhole={showWhole}>
          <button
            type="button"
            aria-pressed={follows}
            onClick={() => {
              lookInto(null);
              if (lookAt) toCamera({ type: 'followed', rect: lookAt, room });
            }}
          >
            Follow
          </button>
          {scores && (
            <button
              type="button"
              aria-pressed={showsUnnoticed}
              title="States and arrows that could be changed without a check that notices"
              onClick={() => setShowsUnnoticed(!showsUnnoticed)}
            >
              Unchecked
            </button>
          )}
        </ViewTools>
      </div>
      <ChartWindow
        viewport={viewport}
        size={layout}
        label={`Statechart of the ${chart.run}. Active: ${[open, active].flatMap((id) => (id ? [nameOfBox(graph, id)] : [])).join(', ')}.`}
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
        <Drawing
          chart={chart}
          graph={graph}
          layout={layout}
          opened={opened}
          moment={moment}
          trail={trail}
          taken={taken}
          unnoticed={unnoticed}
          index={index}
          names={names}
          detail={detail}
          view={view}
          selected={selected}
          stop={reached && drawnAs(reached)}
          found={found}
          onSelect={onSelect}
        />
      </ChartWindow>
      <ChartSide
        graph={graph}
        layout={layout}
        lookOf={look}
        visible={visiblePart(camera, room)}
        onPoint={(at) => toCamera({ type: 'pointed', at, room })}
      >
        <ul className="legend">
          <li className="legend__active">Now</li>
          <li className="legend__seen">Visited</li>
          <li className="legend__new">Not yet</li>
          {found !== null && <li className="legend__found">Found</li>}
          {unnoticed && <li className="legend__unnoticed">Could be wrong and nobody would notice</li>}
          {unnoticed && unnoticed.untried.size > 0 && <li className="legend__untried">Arrow that was not tried</li>}
        </ul>
        {unnoticed && scores && <p className="legend">{triedWords(scores)}</p>}
      </ChartSide>
    </div>
  );
}
