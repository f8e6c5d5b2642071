/** Searches steps by words: in the sentence, the event and the changed values. */
import { changesOf, valueText } from './diff.ts';
import { chartOf, descriptionAt } from '../charts/index.ts';
import type { Kind } from '../charts/inspectedChart.ts';
import type { Step } from './journeyRun.ts';

export interface Filter {
  kinds: ReadonlySet<Kind>;
  /** The query as typed. */
  query: string;
}

/** Cached search texts. A step never changes, and typing needs its text repeatedly. */
const texts = new WeakMap<Step, string>();

function textOf(step: Step, before: Step): string {
  const known = texts.get(step);
  if (known !== undefined) return known;
  const changed = changesOf(before.snapshot, step.snapshot).map(({ path, after }) => `${path} ${valueText(after)}`);
  const made = [
    step.event ? chartOf(step.snapshot).describe(step.event, before.snapshot, step.snapshot).sentence : 'start',
    JSON.stringify(step.event),
    ...changed,
  ]
    .join(' ')
    .toLowerCase();
  texts.set(step, made);
  return made;
}

/** Builds some search texts in advance, so that the first search is fast. @returns whether texts are missing. */
export function prepareTexts(steps: readonly Step[], forMs: number): boolean {
  const until = performance.now() + forMs;
  for (let i = 1; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (texts.has(step)) continue;
    textOf(step, steps[i - 1] as Step);
    if (performance.now() > until) return i < steps.length - 1;
  }
  return false;
}

/** Indices of the matching steps, without the start. */
export function matching(steps: readonly Step[], { kinds, query }: Filter): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const indices: number[] = [];
  for (let i = 1; i < steps.length; i++) {
    const step = steps[i] as Step;
    const found = descriptionAt(steps, i);
    if (!found || !kinds.has(found.kind)) continue;
    if (words.length > 0) {
      const text = textOf(step, steps[i - 1] as Step);
      if (!words.every((word) => text.includes(word))) continue;
    }
    indices.push(i);
  }
  return indices;
}
