/** Finding steps by words: in the sentence, the raw event and the values it changed. */
import { changesOf, valueText } from './diff.ts';
import type { Kind } from './eventKinds.ts';
import type { Step } from './steps.ts';
import { describeEvent, descriptionAt } from './describeEvent.ts';

export interface Filter {
  kinds: ReadonlySet<Kind>;
  /** As typed. */
  query: string;
}

/** A step never changes, and its text is asked for again and again while someone types. */
const texts = new WeakMap<Step, string>();

function textOf(step: Step, before: Step): string {
  const known = texts.get(step);
  if (known !== undefined) return known;
  const changed = changesOf(before.snapshot, step.snapshot).map(({ path, after }) => `${path} ${valueText(after)}`);
  const made = [
    step.event ? describeEvent(step.event, before.snapshot, step.snapshot).sentence : 'start',
    JSON.stringify(step.event),
    ...changed,
  ]
    .join(' ')
    .toLowerCase();
  texts.set(step, made);
  return made;
}

/** Makes the texts of some steps, so that the first search is quick. @returns whether some are left. */
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

/** Indices of the steps to list, the start left out. */
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
