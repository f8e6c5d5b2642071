/** Whether journeys are possible on the chart. */
import { expect, it } from 'vitest';
import { everyRecording } from '#src/inspector/population/compute/columns.ts';
import { fitnessOf, misfitOf } from '#src/inspector/population/compute/fitness.ts';
import { storedPaths } from '#tests/paths/recordPaths.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { populationOf, randomPopulation } from './samplePopulations.ts';

it('journeys and generated paths recorded on this chart: every step fits', async () => {
  const stored = [...(await storedRecordings()), ...(await storedPaths())];
  const population = populationOf(stored.map(({ recording }) => recording));
  const { misfits, steps, fitting, whole } = fitnessOf(population, everyRecording(population));
  expect(misfits).toEqual([]);
  expect([fitting, whole]).toEqual([steps, stored.length]);
});

it('random journeys: every step fits', async () => {
  const population = await randomPopulation([11, 12, 13, 14], 200);
  expect(fitnessOf(population, everyRecording(population)).misfits).toEqual([]);
});

it('step that the chart does not have: is named with its reason and its recording', async () => {
  const [{ recording }] = (await storedRecordings()).filter(({ id }) => id === 'first-loan') as [
    Awaited<ReturnType<typeof storedRecordings>>[number],
  ];
  const at = recording.steps.findIndex(({ event }) => event.type === 'xstate.done.actor.savePersonalInfo');
  const steps = recording.steps.map((step, index) =>
    index === at ? { ...step, changes: [[['value', 'places'], { repay: { cashier: 'paid' } }] as const] } : step,
  );
  const population = populationOf([recording, { ...recording, steps }]);
  const { misfits, whole, of } = fitnessOf(population, everyRecording(population));
  expect([whole, of]).toEqual([1, 2]);
  expect(misfits).toContainEqual(
    expect.objectContaining({ event: 'xstate.done.actor.savePersonalInfo', why: 'elsewhere', recordings: Uint32Array.from([1]) }),
  );
  expect(misfits.every(({ recordings }) => recordings.every((one) => one === 1))).toBe(true);
});

it('event that a state does not accept, and state that the chart does not have: are reported as such', () => {
  const home = 'journey.places.tabs.home.shown';
  expect(misfitOf(home, 'offer.accepted', home)).toBe('notExpected');
  expect(misfitOf(home, 'order.opened', 'journey.places.apply.personalInfo.saving')).toBe('elsewhere');
  expect(misfitOf(home, 'order.opened', 'journey.places.nowhere')).toBe('unknownState');
  expect(misfitOf(home, 'refresh.requested', 'journey.places.tabs.home.refreshing')).toBeNull();
});
