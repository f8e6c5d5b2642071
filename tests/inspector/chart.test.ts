/** The chart as it is drawn: nothing of the machine is missing, nothing lies over anything else, whichever screen is open. */
import ELK from 'elkjs/lib/elk.bundled.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { deskChart } from '#src/inspector/charts/deskChart.ts';
import { journeyChart } from '#src/inspector/charts/journeyChart.ts';
import { aboutState } from '#src/inspector/chart/describeState.ts';
import { readChart } from '#src/inspector/chart/graph.ts';
import { BOX_HEIGHT, layOutChart, type ChartLayout, type Layout, type Point, type Rect } from '#src/inspector/chart/layout.ts';
import { openedLayout } from '#src/inspector/chart/open.ts';

describe.each([journeyChart, deskChart])('graph of the $id', (chart) => {
  const graph = readChart(chart);

  it('has a box for every state with a duration', () => {
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
  it('application: is led through in order', () => {
    const arrows = readChart(journeyChart).arrows.map(({ id }) => id);
    const steps = ['personalInfo', 'additionalInfo', 'idPhotos', 'bankAccount', 'loanQuestion', 'reviewTips', 'confirmBorrow'];
    for (const [at, to] of steps.slice(1).entries()) expect(arrows).toContain(`${steps[at]}>${to}`);
  });

  it('desk: leads from signing in to the overview, to a queue, to a case and back', () => {
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

describe.each([journeyChart, deskChart])('layout of the $id', (chart) => {
  const graph = readChart(chart);
  const ends = Object.fromEntries(graph.arrows.map((arrow) => [arrow.id, arrow]));
  const parentOf = Object.fromEntries(graph.boxes.map(({ id, parent }) => [id, parent]));
  let layout: ChartLayout;
  beforeAll(async () => {
    const elk = new ELK();
    layout = await layOutChart(graph, (part) => elk.layout(part));
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

  function complaintsAbout({ boxes, arrows }: Layout, open: string | null): string[] {
    const complaints: string[] = [];
    const ids = Object.keys(boxes).filter((id) => id in parentOf);
    for (const [at, a] of ids.entries()) {
      const parent = parentOf[a];
      if (parent && !within(boxes[a] as Rect, boxes[parent] as Rect)) complaints.push(`${a} sticks out of ${parent}`);
      for (const b of ids.slice(at + 1))
        if (parentOf[a] === parentOf[b] && overlap(boxes[a] as Rect, boxes[b] as Rect)) complaints.push(`${a} lies over ${b}`);
    }
    for (const { id } of open === null ? [] : (graph.innerGraphs[open]?.boxes ?? []))
      if (!within(boxes[id] as Rect, boxes[open as string] as Rect)) complaints.push(`${id} sticks out of ${open}`);
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

  it('all screens closed: has no overlap', () => expect(complaintsAbout(layout.outer, null)).toEqual([]));

  it('any screen open: has no overlap', () => {
    const complaints = Object.keys(graph.innerGraphs).flatMap((id) =>
      complaintsAbout(openedLayout(layout, id, ends), id).map((complaint) => `${id} open: ${complaint}`),
    );
    expect(complaints).toEqual([]);
  });

  it('screen opened: everything above and left of it stays in place', () => {
    const opens = chart === journeyChart ? 'idPhotos' : 'case';
    const screen = layout.outer.boxes[opens] as Rect;
    const opened = openedLayout(layout, opens, ends);
    expect((opened.boxes[opens] as Rect).height).toBeGreaterThan(BOX_HEIGHT);
    const above = Object.entries(layout.outer.boxes).filter(([, { y, height, x, width }]) => y + height < screen.y && x + width < screen.x);
    expect(above.length).toBeGreaterThan(0);
    for (const [id, rect] of above) expect(opened.boxes[id]).toEqual(rect);
  });
});
