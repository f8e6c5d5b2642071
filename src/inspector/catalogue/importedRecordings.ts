/** Stores recordings that were opened by Import in this browser until they are thrown away, so that a reload finds them again. */
import { parseRecording, writeRecording, type Recording } from '#src/recording/format.ts';
import { browserStore, resultOf } from '../browserStore.ts';

const RECORDINGS = 'recordings';
const within = browserStore('inspector-imported', { [RECORDINGS]: { autoIncrement: true } });

export interface Imported {
  /** Counts from 1 and is never given again. */
  number: number;
  recording: Recording;
}

/** Numbers of the recordings that this page has stored or restored. */
const numbers = new WeakMap<Recording, number>();

/** The number under which a recording is stored; null: it is not. */
export const importedNumberOf = (recording: Recording): number | null => numbers.get(recording) ?? null;

function parsed(number: number, text: string): Imported[] {
  const found = parseRecording(text);
  if (!found.ok) return [];
  numbers.set(found.recording, number);
  return [{ number, recording: found.recording }];
}

/** The latest first. Without what a newer version of this page can no longer read. */
export const loadImported = (): Promise<Imported[]> =>
  within('readonly', async (transaction) => {
    const store = transaction.objectStore(RECORDINGS);
    const [keys, texts] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll() as IDBRequest<string[]>)]);
    return keys.flatMap((key, at) => parsed(Number(key), texts[at] as string)).reverse();
  });

/** @throws Error when it was thrown away, or was never stored in this browser. */
export const importedRecording = (number: number): Promise<Recording> =>
  within('readonly', async (transaction) => {
    const text = await resultOf(transaction.objectStore(RECORDINGS).get(number) as IDBRequest<string | undefined>);
    const [found] = text === undefined ? [] : parsed(number, text);
    if (!found) throw new Error('it is not in this browser any more');
    return found.recording;
  });

/** @throws Error when the browser has no room. @returns its number. */
export const keepImported = (recording: Recording): Promise<number> =>
  within('readwrite', async (transaction) => {
    const number = Number(await resultOf(transaction.objectStore(RECORDINGS).add(writeRecording(recording))));
    numbers.set(recording, number);
    return number;
  });

export const throwAwayImported = (number: number): Promise<void> =>
  within('readwrite', async (transaction) => {
    await resultOf(transaction.objectStore(RECORDINGS).delete(number));
  });
