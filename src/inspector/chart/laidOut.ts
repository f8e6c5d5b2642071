/** A chart with its positions: read from the machine when it is first shown, positioned by the build. */
import layouts from 'virtual:chart-layouts';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import { arrowsById, readChart, type Arrow, type ChartGraph } from './graph.ts';
import type { ChartLayout, Layout } from './layout.ts';
import { openedLayout } from './open.ts';

export interface LaidOut {
  graph: ChartGraph;
  layout: ChartLayout;
  /** By id of an arrow. */
  ends: Readonly<Record<string, Arrow>>;
}

const known = new WeakMap<InspectedChart, LaidOut>();

export function laidOut(chart: InspectedChart): LaidOut {
  const found = known.get(chart);
  if (found) return found;
  const graph = readChart(chart);
  const made = { graph, layout: layouts[chart.id], ends: arrowsById(graph) };
  known.set(chart, made);
  return made;
}

/** The positions of the whole drawing while these screens are open. */
export const withOpen = ({ layout, ends }: LaidOut, screens: readonly string[]): Layout => openedLayout(layout, screens, ends);
