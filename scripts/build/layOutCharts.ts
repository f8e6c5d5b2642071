/** Lays out every chart of the inspector with elkjs, which takes seconds: once per build, so that the page opens with it. */
import ELK from 'elkjs/lib/elk.bundled.js';
import { readChart } from '../../src/inspector/chart/graph.ts';
import { layOutChart, type ChartLayouts } from '../../src/inspector/chart/layout.ts';
import { CHARTS } from '../../src/inspector/charts/index.ts';

/** Tenths of a unit: a screen shows no more. */
const rounded = (key: string, value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

export async function layOutCharts(): Promise<ChartLayouts> {
  const elk = new ELK();
  const laid = await Promise.all(
    Object.values(CHARTS).map(async (chart) => [chart.id, await layOutChart(readChart(chart), (part) => elk.layout(part))] as const),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(laid), rounded)) as ChartLayouts;
}
