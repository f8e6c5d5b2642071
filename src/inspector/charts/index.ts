/** The charts that the inspector shows, by the id of their root machine. */
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { Recording } from '#src/recording/format.ts';
import { deskChart } from './deskChart.ts';
import type { ChartId, EventDescription, InspectedChart, ChartStep } from './inspectedChart.ts';
import { journeyChart } from './journeyChart.ts';
import { orderChart } from './orderChart.ts';

export const CHARTS: Readonly<Record<ChartId, InspectedChart>> = { journey: journeyChart, desk: deskChart, order: orderChart };
/** Charts that can be followed and recorded. The chart of the order is only shown beside a journey. */
export const CHART_IDS: readonly ChartId[] = ['journey', 'desk'];

/** The chart with this id; null: no such chart. */
export const chartNamed = (id: unknown): InspectedChart | null => CHART_IDS.flatMap((one) => (one === id ? [CHARTS[one]] : []))[0] ?? null;

export function chartOfMachine({ id }: { readonly id: string }): InspectedChart {
  const chart = id === orderChart.id ? orderChart : chartNamed(id);
  if (!chart) throw new Error(`the inspector has no chart named "${id}"`);
  return chart;
}
export const chartOf = ({ machine }: AnyMachineSnapshot): InspectedChart => chartOfMachine(machine);

/** The chart of a recording. Without a name in the recording, it is the chart of the app. */
export const chartOfRecording = ({ root }: Pick<Recording, 'root'>): InspectedChart => CHARTS[root ?? 'journey'];

/** Whether a state is in a region beside the region of the places. */
export const isBeside = ({ besides }: InspectedChart, { id }: { readonly id: string }): boolean =>
  besides.some((region) => id === region || id.startsWith(`${region}.`));

export const nameOf = (node: AnyStateNode): string => chartOfMachine(node.machine).nameOf(node);

/** Describes the event of a step; null at the start. */
export function descriptionAt(steps: readonly ChartStep[], index: number): EventDescription | null {
  const [before, step] = [steps[index - 1], steps[index]];
  if (!step?.event) return null;
  return chartOf(step.snapshot).describe(step.event, before?.snapshot ?? step.snapshot, step.snapshot);
}
