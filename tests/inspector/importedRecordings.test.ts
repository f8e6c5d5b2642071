/** Imported recordings in the browser's store. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import {
  importedNumberOf,
  importedRecording,
  keepImported,
  loadImported,
  throwAwayImported,
} from '#src/inspector/catalogue/importedRecordings.ts';
import { recordedWalk } from './randomRecordings.ts';

it('imported recordings: are restored, the latest first, until they are thrown away; a number is never given again', async () => {
  const [first, second] = await Promise.all([recordedWalk(1, 10), recordedWalk(2, 10)]);
  const numbers = [await keepImported(first), await keepImported(second)];
  expect(numbers).toEqual([1, 2]);
  expect(importedNumberOf(first)).toBe(1);
  const restored = await loadImported();
  expect(restored).toEqual([
    { number: 2, recording: second },
    { number: 1, recording: first },
  ]);
  expect(restored.map(({ recording }) => importedNumberOf(recording))).toEqual([2, 1]);
  await throwAwayImported(2);
  expect((await loadImported()).map(({ number }) => number)).toEqual([1]);
  await expect(importedRecording(2)).rejects.toThrow('not in this browser any more');
  expect(await importedRecording(1)).toEqual(first);
  expect(await keepImported(second)).toBe(3);
});
