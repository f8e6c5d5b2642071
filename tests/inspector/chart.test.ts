/** The drawn chart: it has everything of the machine, and nothing overlaps, whichever screen is open. */
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { deskChart } from '#src/inspector/charts/deskChart.ts';
import { orderChart } from '#src/inspector/charts/orderChart.ts';
import { journeyChart } from '#src/inspector/charts/journeyChart.ts';
import type { InspectedChart } from '#src/inspector/charts/inspectedChart.ts';
import { momentOf } from '#src/inspector/chart/boxAppearance.ts';
import { aboutState } from '#src/inspector/chart/describeState.ts';
import { drawnWays, eventLabel } from '#src/inspector/chart/Drawing.tsx';
import { arrowsById, drawnBoxes, readChart, type Arrow, type Box } from '#src/inspector/chart/graph.ts';
import { firstCamera, nextCamera } from '#src/inspector/chart/viewport.ts';
import { detailAt, LEAST_TEXT, nameLabels, wayLabel, wayLabels, WORKING_SCALE } from '#src/inspector/chart/labels.ts';
import { BOX_HEIGHT, type ChartLayout, type ChartLayouts, type Layout, type Point, type Rect } from '#src/inspector/chart/layout.ts';
import type { Step } from '#src/inspector/journey/journeyRun.ts';
import { recordedViews, type Recording } from '#src/recording/format.ts';
import { layOutCharts } from '../../scripts/build/layOutCharts.ts';
import { scoresOf, triedWords, unnoticedIn, type StateScores } from '#src/inspector/chart/unnoticed.ts';
import { openedLayout } from '#src/inspector/chart/open.ts';

describe('mutants of the charts', () => {
  const graph = readChart(journeyChart);
  const { from, events } = graph.arrows.find((arrow) => graph.boxOf[arrow.from] === arrow.from && arrow.events.length > 0) as Arrow;
  const event = events[0] as string;
  const scores: StateScores = {
    of: 8_070,
    mutants: 3,
    noticed: 2,
    equivalent: 0,
    states: { [from]: { mutants: 3, tried: ['', event], missed: { [event]: [`${from} --${event}--> removed`] } } },
  };

  it('mutants of the charts, sample: names the number of all mutants, and the arrows that were not mutated', () => {
    const { boxes, arrows, untried } = unnoticedIn(graph, scores, []);
    const tried = graph.arrows.filter((arrow) => arrow.from === from && arrow.events.includes(event)).map(({ id }) => id);
    expect([...boxes.keys(), ...arrows.keys()]).toEqual([from, ...tried]);
    expect([...untried, ...tried].sort()).toEqual(graph.arrows.map(({ id }) => id).sort());
    expect(triedWords(scores)).toBe('3 of 8,070 possible changes of the chart were tried, drawn by chance: 2 were noticed.');
  });

  it('mutants of the charts, all evaluated: the text says so', () =>
    expect(triedWords({ ...scores, mutants: 8_070, noticed: 8_000, equivalent: 70 })).toBe(
      'All 8,070 possible changes of the chart were tried: 8,000 were noticed, 70 make no difference.',
    ));

  it('mutants of the charts, shipped results: name only states and events of the charts', () => {
    for (const chart of [journeyChart, orderChart]) {
      const known = new Set([chart.machine.root, ...getStateNodes(chart.machine)].map(({ id }) => id));
      const shipped = scoresOf(chart.id);
      expect(Object.keys(shipped?.states ?? {}).filter((id) => !known.has(id))).toEqual([]);
      expect(Object.values(shipped?.states ?? {}).every(({ tried }) => tried.length > 0)).toBe(true);
    }
  });
});

describe.each([journeyChart, deskChart, orderChart])('graph of the $id', (chart) => {
  const graph = readChart(chart);

  it('graph of a chart: it has a box for every state with a duration', () => {
    const missing = getStateNodes(chart.machine)
      .filter(({ id, key }) => !chart.frames.includes(key) && id !== chart.switchState)
      .filter(({ id }) => !graph.boxOf[id]);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('state inside a screen: is a box of that screen', () => {
    const strays = Object.entries(graph.innerOf).filter(([id, box]) => {
      const screen = graph.boxOf[id];
      return !screen || !graph.innerGraphs[screen]?.boxes.some((inside) => inside.id === box);
    });
    expect(strays).toEqual([]);
  });

  it('edges: join existing boxes', () => {
    const ids = graph.boxes.map(({ id }) => id);
    for (const { from, to } of graph.arrows) expect([ids.includes(from), ids.includes(to)]).toEqual([true, true]);
  });
});

describe('graph of the inspector', () => {
  it('graph of the inspector, application: its pages are joined in order', () => {
    const arrows = readChart(journeyChart).arrows.map(({ id }) => id);
    const steps = ['personalInfo', 'additionalInfo', 'idPhotos', 'bankAccount', 'loanQuestion', 'reviewTips', 'confirmBorrow'];
    for (const [at, to] of steps.slice(1).entries()) expect(arrows).toContain(`${steps[at]}>${to}`);
  });

  it('graph of the inspector, desk: joins signing in, overview, queue and case, and leads back', () => {
    const arrows = readChart(deskChart).arrows.map(({ id }) => id);
    const returning = 'desk.working.place.returning';
    for (const arrow of [`signingIn>${returning}`, `${returning}>overview`, 'overview>queue', 'queue>case', 'case>queue'])
      expect(arrows).toContain(arrow);
  });

  it('every screen of the app: lists its clauses', () => {
    const silent = readChart(journeyChart).boxes.filter(
      ({ kind, id }) => kind === 'screen' && aboutState(journeyChart, id)?.clauses.length === 0,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

describe('label of an arrow', () => {
  const arrow = [
    { x: 200, y: 0 },
    { x: 200, y: 400 },
  ];
  const text = 'Went to another page';
  const labelIn = (view: Rect | null, boxes: readonly Rect[] = []) => wayLabel(text, arrow, boxes, [], detailAt(1), view);
  const inside = ({ x, width }: Rect, view: Rect): boolean => x >= view.x && x + width <= view.x + view.width;

  it('label of an arrow at the border of the view: stands where the view shows it whole', () => {
    const view = { x: 0, y: 0, width: 260, height: 400 };
    expect(inside((labelIn(null) as { rect: Rect }).rect, view)).toBe(false);
    expect(inside((labelIn(view) as { rect: Rect }).rect, view)).toBe(true);
  });

  it('label of an arrow, room for a part of it only: has two lines', () => {
    const view = { x: 80, y: 0, width: 250, height: 400 };
    expect(labelIn(view)?.lines).toHaveLength(2);
    expect(inside((labelIn(view) as { rect: Rect }).rect, view)).toBe(true);
  });

  it('label of an arrow, no room in the view: stands outside, in one line', () => {
    expect(labelIn({ x: 190, y: 0, width: 20, height: 400 })).toEqual(labelIn(null));
  });
});

/** Laid out once for all tests. */
let laying: Promise<ChartLayouts> | null = null;
const laid = (): Promise<ChartLayouts> => (laying ??= layOutCharts());

/** The last two steps of every stored recording, without duplicates of an end. */
async function endsOf({ id, machine }: InspectedChart): Promise<Map<string, readonly Step[]>> {
  const ends = new Map<string, readonly Step[]>();
  const seen = new Set<string>();
  for (const folder of ['docs/recordings', 'docs/recordings/paths'])
    for (const file of (await readdir(folder)).filter((one) => one.endsWith('.journey.json'))) {
      const recording = JSON.parse(await readFile(`${folder}/${file}`, 'utf8')) as Recording;
      if ((recording.root ?? 'journey') !== id) continue;
      const views = recordedViews(recording).slice(-2);
      const steps = views.map(({ value, context }, index): Step => {
        const event = index === 0 ? null : (recording.steps.at(-1)?.event ?? null);
        return {
          index,
          at: 0,
          event,
          difference: null,
          snapshot: machine.resolveState({ value: value as never, context: context as never }),
        };
      });
      const key = JSON.stringify([views.map(({ value }) => value), recording.steps.at(-1)?.event.type]);
      if (!seen.has(key)) ends.set(file, steps);
      seen.add(key);
    }
  if (id === 'journey') expect(ends.size).toBeGreaterThan(20);
  return ends;
}

describe.each([journeyChart, deskChart, orderChart])('layout of the $id', (chart) => {
  const graph = readChart(chart);
  const ends = arrowsById(graph);
  const parentOf = Object.fromEntries(graph.boxes.map(({ id, parent }) => [id, parent]));
  let layout: ChartLayout;
  beforeAll(async () => {
    layout = (await laid())[chart.id];
  });

  const overlap = (a: Rect, b: Rect): boolean =>
    a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
  const within = (inner: Rect, outer: Rect): boolean =>
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1;
  const isOnBorder = ({ x, y }: Point, rect: Rect): boolean =>
    within({ x, y, width: 0, height: 0 }, rect) &&
    [x - rect.x, rect.x + rect.width - x, y - rect.y, rect.y + rect.height - y].some((distance) => Math.abs(distance) < 1.5);

  function complaintsAbout({ boxes, arrows }: Layout, opened: readonly string[]): string[] {
    const complaints: string[] = [];
    const ids = Object.keys(boxes).filter((id) => id in parentOf);
    for (const [at, a] of ids.entries()) {
      const parent = parentOf[a];
      if (parent && !within(boxes[a] as Rect, boxes[parent] as Rect)) complaints.push(`${a} sticks out of ${parent}`);
      for (const b of ids.slice(at + 1))
        if (parentOf[a] === parentOf[b] && overlap(boxes[a] as Rect, boxes[b] as Rect)) complaints.push(`${a} lies over ${b}`);
    }
    for (const open of opened) {
      const inside = (graph.innerGraphs[open]?.boxes ?? []).map(({ id }) => id);
      for (const [at, id] of inside.entries()) {
        if (!within(boxes[id] as Rect, boxes[open] as Rect)) complaints.push(`${id} sticks out of ${open}`);
        for (const other of inside.slice(at + 1))
          if (overlap(boxes[id] as Rect, boxes[other] as Rect)) complaints.push(`${id} lies over ${other}`);
      }
    }
    for (const [id, points] of Object.entries(arrows)) {
      const joined = ends[id];
      if (!joined) continue;
      if (!isOnBorder(points[0] as Point, boxes[joined.from] as Rect)) complaints.push(`${id} does not begin at its box`);
      if (!isOnBorder(points[points.length - 1] as Point, boxes[joined.to] as Rect)) complaints.push(`${id} does not end at its box`);
      const isSlanted = points.some(
        (b, i) => i > 0 && Math.min(Math.abs(b.x - (points[i - 1] as Point).x), Math.abs(b.y - (points[i - 1] as Point).y)) > 1,
      );
      if (isSlanted) complaints.push(`${id} is slanted`);
    }
    return complaints;
  }

  it('layout of a chart, all screens closed: has no overlap', () => expect(complaintsAbout(layout.outer, [])).toEqual([]));

  it('layout of a chart, any screen open: has no overlap', () => {
    const complaints = Object.keys(graph.innerGraphs).flatMap((id) =>
      complaintsAbout(openedLayout(layout, [id], ends), [id]).map((complaint) => `${id} open: ${complaint}`),
    );
    expect(complaints).toEqual([]);
  });

  it('layout of a chart, two screens open at any places: has no overlap', () => {
    const screens = Object.keys(graph.innerGraphs);
    const complaints = screens.flatMap((one, at) =>
      [1, 5].flatMap((by) => {
        const two = [one, screens[(at + by) % screens.length] as string];
        return complaintsAbout(openedLayout(layout, two, ends), two).map((complaint) => `${two.join(' and ')} open: ${complaint}`);
      }),
    );
    expect(complaints).toEqual([]);
  });

  it('end of every stored recording, at ten zooms: no text is too small, none lies over a box or another text', async () => {
    const complaints: string[] = [];
    for (const [title, steps] of await endsOf(chart)) {
      const moment = momentOf(graph, steps, steps.length - 1);
      const opened = moment.open === null ? [] : [moment.open];
      const drawing = openedLayout(layout, opened, ends);
      const ways = drawnWays(drawing, moment);
      for (const scale of [0.13, 0.18, 0.22, 0.36, 0.45, 0.6, 0.67, 0.75, 0.9, 1.6])
        for (const names of ['plain', 'code'] as const) {
          const detail = detailAt(scale);
          const boxes = drawnBoxes(graph, opened, detail.isFolded);
          const rects = boxes.map(({ id }) => drawing.boxes[id] as Rect);
          const said = nameLabels(boxes, drawing.boxes, (box) => (names === 'plain' ? box.plain : box.code), detail);
          const along = Object.values(wayLabels(ways, (event) => eventLabel(chart, event, names), rects, said.values(), detail));
          for (const [id, label] of said)
            if (!within(label.rect, drawing.boxes[id] as Rect) && overlap(label.rect, drawing.boxes[id] as Rect))
              complaints.push(`${title} ${scale}: the name of ${id} sticks out`);
          const labels = [...said.values(), ...along];
          for (const [at, { rect, size, lines }] of labels.entries()) {
            if (size * scale < LEAST_TEXT - 0.01) complaints.push(`${title} ${scale}: "${lines[0]}" has ${size * scale} px`);
            for (const other of labels.slice(at + 1))
              if (overlap(rect, other.rect)) complaints.push(`${title} ${scale}: "${lines[0]}" lies over "${other.lines[0]}"`);
            for (const [box, over] of rects.entries()) {
              const holds = over.height > BOX_HEIGHT && !detail.isFolded;
              const isOwn = said.get((boxes[box] as { id: string }).id)?.rect === rect;
              if (!isOwn && overlap(rect, over) && !(holds && within(rect, over)))
                complaints.push(`${title} ${scale}: "${lines[0]}" lies over a box`);
            }
          }
        }
    }
    expect(complaints).toEqual([]);
  });

  it.each([
    ['beside the phone', { width: 425, height: 595 }],
    ['on the whole page', { width: 1290, height: 640 }],
  ])('whole chart %s, at 1440 by 900: every box has a name', (_, room) => {
    // While a page of the desk is open, the others are too close together to show each name.
    const pages = chart === deskChart ? [] : Object.keys(graph.innerGraphs);
    for (const opened of [[], ...pages.map((id) => [id])]) {
      const drawing = openedLayout(layout, opened, ends);
      const detail = detailAt(nextCamera(firstCamera, { type: 'whole.shown', layout: drawing, room }).scale);
      const boxes = drawnBoxes(graph, opened, detail.isFolded);
      for (const names of ['plain', 'code'] as const) {
        const said = nameLabels(boxes, drawing.boxes, (box) => box[names], detail);
        expect(boxes.filter(({ id }) => !said.has(id)).map(({ id }) => `${id}, ${opened.join()} open`)).toEqual([]);
      }
    }
  });

  it('zooms between the folded chart and the working zoom: every name is whole', () => {
    const drawing = openedLayout(layout, [], ends);
    const boxes = drawnBoxes(graph, [], false);
    for (const scale of [0.67, 0.7, 0.75, 0.8])
      for (const names of ['plain', 'code'] as const) {
        const said = nameLabels(boxes, drawing.boxes, (box) => box[names], detailAt(scale));
        if (names === 'plain') expect(boxes.filter(({ id }) => !said.has(id)).map(({ plain }) => plain)).toEqual([]);
        for (const box of boxes) expect([undefined, box[names]]).toContain(said.get(box.id)?.lines.join(' '));
      }
  });

  it('working zoom: every box has its whole name', () => {
    const detail = detailAt(WORKING_SCALE);
    for (const open of Object.keys(graph.innerGraphs)) {
      const drawing = openedLayout(layout, [open], ends);
      const boxes = drawnBoxes(graph, [open], false);
      for (const nameOf of [(box: Box) => box.plain, (box: Box) => box.code]) {
        const said = nameLabels(boxes, drawing.boxes, nameOf, detail);
        expect(boxes.filter((box) => said.get(box.id)?.lines[0] !== nameOf(box)).map(({ id }) => id)).toEqual([]);
      }
    }
  });

  // The chart of an order has no screens.
  it.each(Object.keys(graph.innerGraphs).length > 0 ? [chart === journeyChart ? 'idPhotos' : 'case'] : [])(
    'screen %s opened: boxes to its left keep their column, and boxes above it keep their row',
    (opens) => {
      const screen = layout.outer.boxes[opens] as Rect;
      const opened = openedLayout(layout, [opens], ends);
      expect((opened.boxes[opens] as Rect).height).toBeGreaterThan(BOX_HEIGHT);
      const stays = Object.entries(layout.outer.boxes).flatMap(([id, { x, y, width, height }]) => [
        ...(x + width < screen.x ? ([`${id} x`, `${id} width`] as const) : []),
        ...(y + height < screen.y ? ([`${id} y`, `${id} height`] as const) : []),
      ]);
      expect(stays.length).toBeGreaterThan(0);
      const valueIn = (boxes: Readonly<Record<string, Rect>>, what: string): number => {
        const [id = '', side] = what.split(' ');
        return Math.round(boxes[id]?.[side as keyof Rect] ?? NaN);
      };
      expect(stays.map((what) => valueIn(opened.boxes, what))).toEqual(stays.map((what) => valueIn(layout.outer.boxes, what)));
    },
  );
});
