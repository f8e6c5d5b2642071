/** Makes a recording from a followed desk. Its events and states were redacted before they were published. */
import { changesBetween, toJson, type Json, type JsonObject } from '#src/recording/canonical.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import { FORMAT, FORMAT_VERSION, MOST_STEPS, type RecordedEvent, type Recording, type View } from '#src/recording/format.ts';
import { callsIn } from '../journey/eventKinds.ts';
import type { Step } from '../journey/journeyRun.ts';
import type { Feed } from './feed.ts';

const viewOf = ({ snapshot }: Step): View => ({
  value: toJson(snapshot.value),
  context: toJson(snapshot.context) as JsonObject,
  children: callsIn(snapshot)
    .map(({ id }) => id)
    .sort(),
});

/** @returns null for other charts: they have a recorder of their own, whose recordings can be replayed. */
export function recordingOfFeed({ chart, startedAt, steps }: Feed): Recording | null {
  const [first, ...rest] = steps.slice(0, MOST_STEPS + 1);
  if (chart.id !== 'desk' || !first) return null;
  let last = viewOf(first);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    root: chart.id,
    chart: chartHash(chart.machine),
    appVersion: '',
    market: '',
    startedAt,
    title: '',
    start: { from: 'middle', view: last },
    steps: rest.map((step) => {
      const view = viewOf(step);
      const changes = changesBetween(last as unknown as Json, view as unknown as Json);
      last = view;
      return { at: step.at, event: toJson(step.event) as RecordedEvent, changes };
    }),
  };
}
