/** A run of a chart as the page shows it: one snapshot for each event, recorded or live. */
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { Difference } from '#src/recording/replay.ts';
import { chartOf, isBeside } from '../charts/index.ts';
import type { ChartStep } from '../charts/inspectedChart.ts';

export interface Step extends ChartStep {
  /** 0 is the start; n is after the nth event. */
  readonly index: number;
  /** Milliseconds since the start. */
  readonly at: number;
  /** The first difference between the present chart and the recording in this step. */
  readonly difference: Difference | null;
}

export interface Journey {
  /** Identifies a journey. */
  readonly id: string;
  readonly title: string;
  /** At least the start. */
  readonly steps: readonly Step[];
}

/** The innermost active state, in the region of the places if there are several regions. */
export function leafOf(snapshot: AnyMachineSnapshot): AnyStateNode {
  const chart = chartOf(snapshot);
  return snapshot._nodes.reduce((deepest, node) => (node.path.length > deepest.path.length && !isBeside(chart, node) ? node : deepest));
}

export const isActive = (snapshot: AnyMachineSnapshot, id: string): boolean => snapshot._nodes.some((node) => node.id === id);

/** The active screen or passing state that has a title. */
export function placeOf(snapshot: AnyMachineSnapshot): AnyStateNode {
  let place: AnyStateNode | null = null;
  for (const node of snapshot._nodes) if (node.meta && (!place || node.path.length > place.path.length)) place = node;
  return place ?? leafOf(snapshot);
}

/** Milliseconds from the first to the last event. */
export const durationOf = ({ steps }: Journey): number => steps[steps.length - 1]?.at ?? 0;

/** "0:40", "12:05", "1:02:03". */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "1 event", "2 events". */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "40 s", "6 min 12 s". */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** First visits of states and transitions, computed once, so that a query for any step takes constant time. */
export interface Trail {
  /** The first step at which a state node was active, by its id. */
  readonly visitedAt: ReadonlyMap<string, number>;
  /** The first step with a transition, by `from>to` of the innermost states. */
  readonly takenAt: ReadonlyMap<string, number>;
}

export const wayOf = (from: AnyMachineSnapshot, to: AnyMachineSnapshot): string => `${leafOf(from).id}>${leafOf(to).id}`;

export function trailOf(steps: readonly Step[]): Trail {
  const visitedAt = new Map<string, number>();
  const takenAt = new Map<string, number>();
  let before: Step | null = null;
  for (const step of steps) {
    for (const { id } of step.snapshot._nodes) if (!visitedAt.has(id)) visitedAt.set(id, step.index);
    if (before) {
      const way = wayOf(before.snapshot, step.snapshot);
      if (!takenAt.has(way)) takenAt.set(way, step.index);
    }
    before = step;
  }
  return { visitedAt, takenAt };
}

/** Consecutive steps on one screen, for the scrubber. */
export interface Phase {
  title: string;
  from: number;
}

export function phasesOf(steps: readonly Step[]): Phase[] {
  const phases: Phase[] = [];
  let current = '';
  for (const { snapshot, index } of steps) {
    const place = placeOf(snapshot);
    // A passing state belongs to the previous screen.
    if (!chartOf(snapshot).isPage(place) || place.id === current) continue;
    current = place.id;
    phases.push({ title: (place.meta as { title?: string } | undefined)?.title ?? place.key, from: index });
  }
  return phases;
}
