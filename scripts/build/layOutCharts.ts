/** Lays out every chart of the inspector with elkjs. This takes seconds, so it is done in the build and not in the page. */
import ELK from 'elkjs/lib/elk.bundled.js';
import { readChart } from '../../src/inspector/chart/graph.ts';
import { layOutChart, type ChartLayouts } from '../../src/inspector/chart/layout.ts';
import { CHARTS } from '../../src/inspector/charts/index.ts';

/** Rounds to tenths of a unit, because a screen shows no more. */
const rounded = (key: string, value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

export async function layOutCharts(): Promise<ChartLayouts> {
  const elk = new ELK();
  const laid = await Promise.all(
    Object.values(CHARTS).map(async (chart) => [chart.id, await layOutChart(readChart(chart), (part) => elk.layout(part))] as const),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(laid), rounded)) as ChartLayouts;
}
