import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { direct, polyline } from '../../chart/edgeGeometry.ts';
import { drawnBoxes, topBox } from '../../chart/graph.ts';
import { detailAt, isContainer, isWorking, nameLabels, overlaps, type Detail, type Label } from '../../chart/labels.ts';
import { laidOut } from '../../chart/laidOut.ts';
import type { Layout, Point, Rect } from '../../chart/layout.ts';
import { isArrow, neighbour } from '../../chart/neighbour.ts';
import { ChartSide } from '../../chart/Overview.tsx';
import { StateSearch } from '../../chart/StateSearch.tsx';
import { ChartWindow, pressViewKey, useBoxFocus, useViewport, ViewTools } from '../../chart/useViewport.tsx';
import { visiblePart } from '../../chart/viewport.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Population } from '../compute/columns.ts';
import { lostAt, placeFigures, recordingsOnWay, type Figures, type PlaceFigures } from '../compute/placeFigures.ts';
import { chartGraph, placeName } from '../compute/chartPlaces.ts';
import { createAnimation, type Animation, type Stage } from './animate.ts';
import type { Behind } from './Behind.tsx';
import { Player } from './Player.tsx';
import { lossOf, worstOf } from './loss.ts';
import { count, percent } from './populationWords.ts';

interface Props {
  population: Population;
  figures: Figures;
  /** Figures of the other side of a comparison; null: nothing is compared. */
  other: Figures | null;
  selected: string | null;
  /** @param id null: no page is selected any more. */
  onSelect: (id: string | null) => void;
  onBehind: (behind: Behind) => void;
  /** Buttons of the panel, shown beside those of the chart. */
  tools: ReactNode;
}

/** Width of an arrow that every journey took, in units of the drawing. */
const THICKEST = 16;
/** Width of the thinnest arrow, in pixels of the screen while the chart is smaller than its normal size. */
const THINNEST = 0.75;

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

/** An arrow for every way that a journey took, as wide as the number of journeys. Thin arrows are drawn above thick ones. */
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
          style={{ strokeWidth: `max(${(THICKEST * journeys) / most}px, calc(${THINNEST}px * var(--pixel)))` }}
          onClick={() => onWay(way)}
        >
          <title>{`${count(journeys)} journeys (${percent(journeys, most)}) from ${placeName(from)} to ${placeName(to)}`}</title>
        </path>
      );
    });
});

type Labels = ReturnType<typeof nameLabels>;

/** The name of a box on one or more lines; nothing where the name does not fit at this scale. */
function Name({ label, box }: { label: Label | undefined; box: Rect }) {
  if (!label) return null;
  const { lines, size, rect } = label;
  const height = rect.height / lines.length;
  // Arrows pass below a title, and below a name beside its box.
  const isOverArrows = isContainer(box) || !overlaps(rect, box);
  return lines.map((line, at) => (
    <text
      key={line}
      className={isOverArrows ? 'place__over' : undefined}
      x={rect.x + rect.width / 2}
      y={rect.y + height * (at + 0.79)}
      textAnchor="middle"
      style={{ fontSize: size }}
    >
      {line}
    </text>
  ));
}

interface GroupsProps {
  layout: Layout;
  labels: Labels;
  /** Figures for the colours of folded groups; null: the groups are unfolded, and their pages have the colours. */
  folded: Figures | null;
}

/** By the id of a group: its page that lost the greatest share of journeys. */
function worstPages({ byPlace }: Figures): ReadonlyMap<string, PlaceFigures> {
  const pages = new Map<string, PlaceFigures[]>();
  for (const one of byPlace) {
    const group = topBox(chartGraph, one.place.id);
    pages.set(group, [...(pages.get(group) ?? []), one]);
  }
  return new Map([...pages].flatMap(([group, of]) => [worstOf(of)].flatMap((worst) => (worst ? [[group, worst] as const] : []))));
}

const worstWords = (worst: PlaceFigures): string =>
  `: ${percent(lostAt(worst), worst.came)} of ${count(worst.came)} lost at ${placeName(worst.place.id)}`;

/** The groups of pages. Unfolded groups are drawn below the arrows, folded groups above the arrows, which they hide. */
const Groups = memo(function Groups({ layout, labels, folded }: GroupsProps) {
  const worst = folded && worstPages(folded);
  return chartGraph.boxes.map(({ id, plain }) => {
    const rect = layout.boxes[id];
    if (!rect || !isContainer(rect)) return null;
    const page = worst?.get(id);
    const loss = page ? lossOf(page) : null;
    return (
      <g key={id} className={cx('place place--group', loss && `place--${loss}`)}>
        <title>{plain + (page ? worstWords(page) : '')}</title>
        <rect x={rect.x} y={rect.y} width={rect.width} height={rect.height} rx={16} />
        {folded && <Name label={labels.get(id)} box={rect} />}
      </g>
    );
  });
});

/** The titles of unfolded groups, which are drawn above the arrows. */
const Titles = memo(function Titles({ layout, labels }: Pick<GroupsProps, 'layout' | 'labels'>) {
  return chartGraph.boxes.map(({ id }) => {
    const rect = layout.boxes[id];
    return rect && isContainer(rect) && <Name key={id} label={labels.get(id)} box={rect} />;
  });
});

interface BoxesProps {
  layout: Layout;
  labels: Labels;
  detail: Detail;
  figures: Figures;
  /** Figures of the other side of a comparison; null: nothing is compared. */
  other: Figures | null;
  selected: string | null;
  stop: string;
  onSelect: (id: string) => void;
}

/** "45 lost", or both shares of a comparison. */
function lostWords(found: PlaceFigures, beside: PlaceFigures | null): string {
  const lost = lostAt(found);
  if (beside && lost + lostAt(beside) > 0) return `${percent(lost, found.came)} | ${percent(lostAt(beside), beside.came)} lost`;
  return lost > 0 ? `${count(lost)} lost` : '';
}

const Boxes = memo(function Boxes({ layout, labels, detail, figures, other, selected, stop, onSelect }: BoxesProps) {
  const of = new Map(figures.byPlace.map((one) => [one.place.id, one]));
  return drawnBoxes(chartGraph, [], detail.isFolded).map(({ id, plain }) => {
    const rect = layout.boxes[id];
    if (!rect || isContainer(rect)) return null;
    const { x, y, width, height } = rect;
    const found = of.get(id);
    const came = found?.came ?? 0;
    const lost = found ? lostAt(found) : 0;
    const beside = other ? placeFigures(other, id) : null;
    const loss = found && lossOf(found);
    const words = found ? lostWords(found, beside) : '';
    const isCompared = beside !== null && words !== '';
    const label = labels.get(id);
    const hasCount = came > 0 && isWorking(detail);
    return (
      <g
        key={id}
        className={cx('place', came === 0 && 'place--empty', loss && `place--${loss}`, selected === id && 'place--selected')}
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
        <title>{`${plain}: ${count(came)} journeys came${words === '' ? '' : `, ${words}`}`}</title>
        <rect x={x} y={y} width={width} height={height} rx={11} />
        {lost > 0 && <rect className="place__lost" x={x + 8} y={y + height - 4} width={((width - 16) * lost) / came} height={3} rx={1.5} />}
        {hasCount && label ? (
          <>
            <text className="place__name" x={x + width / 2} y={y + 15} textAnchor="middle">
              {label.lines[0]}
            </text>
            <text className="place__count" x={x + width / 2} y={y + 30} textAnchor="middle">
              {isCompared ? words : count(came)}
              {!isCompared && words !== '' && <tspan className="place__loss">{`  ${words}`}</tspan>}
            </text>
          </>
        ) : (
          <Name label={label} box={rect} />
        )}
      </g>
    );
  });
});

/** Id of the group of the application's pages, which the first view shows. */
const applicationGroup = chartGraph.boxes.find(({ id }) => id === 'personalInfo')?.parent ?? '';

/** Positions of the animation's numbers, and the middles of the ways. */
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
export function PopulationChart({ population, figures, other, selected, onSelect, onBehind, tools }: Props) {
  const layout = laidOut(journeyChart).layout.outer;
  const viewport = useViewport();
  const { pane, camera, toCamera, room, isMeasured, zoom } = viewport;
  const [movedTo, setMovedTo] = useState('home');
  const isPlaced = useRef(false);

  useLayoutEffect(() => {
    if (isPlaced.current || !isMeasured) return;
    // The first view shows the pressed page, or else the application, at a readable scale.
    isPlaced.current = true;
    const rect = layout.boxes[selected ?? ''] ?? layout.boxes[applicationGroup];
    if (rect) toCamera({ type: 'looked', rect, room });
  }, [isMeasured, layout, selected, room, toCamera]);

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
  const detail = detailAt(camera.scale);
  const drawnAs = (id: string): string => (detail.isFolded ? topBox(chartGraph, id) : id);
  const focusBox = useBoxFocus(pane, drawnAs);
  const labels = useMemo(
    () => nameLabels(drawnBoxes(chartGraph, [], detail.isFolded), layout.boxes, ({ plain }) => plain, detail),
    [layout, detail],
  );
  // After the animation was made.
  useEffect(() => animation.current?.keepClear([...labels.values()].map(({ rect }) => rect)), [labels, layout, figures]);
  const lookOf = useMemo(() => {
    const losses = new Map(figures.byPlace.map((one) => [one.place.id, one.came === 0 ? 'new' : (lossOf(one) ?? 'seen')]));
    return (id: string): string => losses.get(id) ?? '';
  }, [figures]);
  const press = useCallback((id: string) => onSelect(selected === id ? null : id), [selected, onSelect]);
  /** Moves the view to a page and selects it. @param id A page, or a state inside one. */
  const jump = (id: string): void => {
    const page = chartGraph.boxOf[id] ?? id;
    const rect = layout.boxes[page];
    if (!rect) return;
    setMovedTo(page);
    toCamera({ type: 'looked', rect, room });
    if (!isContainer(rect)) onSelect(page);
  };
  const showWhole = (): void => toCamera({ type: 'whole.shown', layout, room });
  const keys = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const state = event.target instanceof SVGElement ? event.target.dataset['state'] : undefined;
    if (state !== undefined && isArrow(event.key)) {
      const drawn = Object.fromEntries(Object.entries(layout.boxes).filter(([, rect]) => !isContainer(rect)));
      const to = neighbour(drawn, state, event.key);
      const rect = to === null ? undefined : layout.boxes[to];
      if (!to || !rect) return;
      setMovedTo(to);
      toCamera({ type: 'looked', rect, room });
      focusBox(to);
    } else if (!pressViewKey(event.key, { zoom, onWhole: showWhole })) return;
    else if (state !== undefined) focusBox(state);
    event.preventDefault();
  };

  const transform = `translate(${camera.left} ${camera.top}) scale(${camera.scale})`;
  return (
    <section className="panel population__chart" aria-label="The journeys on the chart">
      <div className="chart-stage" onKeyDown={keys}>
        <div className="chart-bar population__bar">
          <StateSearch graph={chartGraph} names="plain" onFound={jump} />
          <div className="row-chips">
            <ViewTools zoom={zoom} onWhole={showWhole} />
            {tools}
          </div>
        </div>
        <ChartWindow
          viewport={viewport}
          className={cx('chart--population', !isWorking(detail) && 'chart--far')}
          size={layout}
          label={`Chart of ${count(figures.selection.length)} journeys. Arrows between pages are as thick as the number of journeys.`}
        >
          {!detail.isFolded && <Groups layout={layout} labels={labels} folded={null} />}
          <Arrows layout={layout} figures={figures} onWay={onWay} />
          {detail.isFolded ? <Groups layout={layout} labels={labels} folded={figures} /> : <Titles layout={layout} labels={labels} />}
          <Boxes
            layout={layout}
            labels={labels}
            detail={detail}
            figures={figures}
            other={other}
            selected={selected}
            stop={drawnAs(movedTo)}
            onSelect={press}
          />
        </ChartWindow>
        {/* A drawing of its own, which is laid out by itself: the texts of the chart stay as they are. */}
        <div className="population__moment" aria-hidden="true">
          <svg className={cx('chart', !isWorking(detail) && 'chart--far')}>
            <g ref={group} transform={transform} />
          </svg>
        </div>
        <ChartSide
          graph={chartGraph}
          layout={layout}
          lookOf={lookOf}
          visible={visiblePart(camera, room)}
          onPoint={(at) => toCamera({ type: 'pointed', at, room })}
        >
          <ul className="legend">
            <li className="legend__some">5% to 20% of those who came were lost here</li>
            <li className="legend__heavy">20% or more were lost here</li>
            <li className="legend__none">Nobody came</li>
          </ul>
          {detail.isFolded && <p className="legend">A folded group has the colour of its worst page</p>}
        </ChartSide>
      </div>
      <Player population={population} figures={figures} animation={animation} />
    </section>
  );
}
