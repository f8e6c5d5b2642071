/** The open population: restored from the browser's store, extended by files, and stored again. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { parseRecordingLine, type Recording } from '#src/recording/format.ts';
import { asSentence } from '../../names.ts';
import { EMPTY, joined, withoutCopies, type Population } from '../compute/columns.ts';
import { throwIfStopped, sourcesOf, type Source } from './pieces.ts';
import { readSources } from './readSources.ts';
import { keep, loadKept, throwAway } from './populationStore.ts';

export interface OpenPopulation {
  population: Population;
  sources: readonly Source[];
  /** One sentence for each file, line or copy that was left out. */
  leftOut: readonly string[];
  /** The share of the sources that is read, between 0 and 1; null: nothing is being read. */
  progress: number | null;
  /** false: the stored population is still being restored. */
  isReady: boolean;
  /** What failed, as one sentence; null: nothing failed. */
  trouble: string | null;
  addFiles: (files: readonly File[]) => Promise<void>;
  addSources: (sources: readonly Source[]) => Promise<void>;
  /** Stops reading. The population that was open before stays open. */
  cancel: () => void;
  /** Shows a sentence about a failure before the reading, such as a refused folder. */
  complain: (trouble: string) => void;
  discard: () => Promise<void>;
  /** The recording with this index. @throws Error when its source can no longer be read. */
  recordingAt: (index: number) => Promise<Recording>;
}

interface Opened {
  population: Population;
  sources: readonly Source[];
  leftOut: readonly string[];
}
export const NOTHING: Opened = { population: EMPTY, sources: [], leftOut: [] };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Leaves out sources that gave no recording. `leftOut` names them; the browser does not store them. */
export function withUsedSources(population: Population, sources: readonly Source[]): Pick<Opened, 'population' | 'sources'> {
  const used = new Set(population.recordings.source);
  if (used.size === sources.length) return { population, sources };
  const moved = new Uint32Array(sources.length);
  const kept = sources.filter((_, at) => used.has(at));
  sources.forEach((source, at) => (moved[at] = Math.max(0, kept.indexOf(source))));
  const { recordings } = population;
  return {
    population: { ...population, recordings: { ...recordings, source: recordings.source.map((at) => moved[at] as number) } },
    sources: kept,
  };
}

/** Number of recordings from each source. */
function countsOf({ recordings }: Population, sources: number): Uint32Array {
  const counts = new Uint32Array(sources);
  for (const at of recordings.source) counts[at] = (counts[at] as number) + 1;
  return counts;
}

/** Joins the open population with the recordings that were read, and leaves copies out. */
export function together(before: Opened, sources: readonly Source[], read: Pick<Opened, 'population' | 'leftOut'>): Opened {
  const all = joined([before.population, read.population], [0, before.sources.length]);
  const population = withoutCopies(all);
  const copies = all.count - population.count;
  const every = [...before.sources, ...sources];
  const [given, kept] = [countsOf(all, every.length), countsOf(population, every.length)];
  const names = every.flatMap(({ name }, at) => (given[at] === kept[at] ? [] : [name])).join(', ');
  return {
    ...withUsedSources(population, every),
    leftOut: [
      ...before.leftOut,
      ...read.leftOut,
      ...(copies === 0 ? [] : [`${names}: ${copies === 1 ? 'a copy' : `${copies} copies`} of what is open already.`]),
    ],
  };
}

export function usePopulation(): OpenPopulation {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const [progress, setProgress] = useState<number | null>(null);
  const [isReady, setReady] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const latest = useRef(opened);
  /** Readings run one after the other. The first one restores the stored population. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** Stops the present reading and all that wait. */
  const stop = useRef(new AbortController());
  const isRestored = useRef(false);
  const show = useCallback((next: Opened) => {
    latest.current = next;
    setOpened(next);
  }, []);

  /** @param work Throws when the signal is aborted. @param what The sentence to show if `work` fails. */
  const read = useCallback((work: (signal: AbortSignal) => Promise<void>, what: string): Promise<void> => {
    const { signal } = stop.current;
    const before = queue.current;
    const turn = async (): Promise<void> => {
      await before;
      try {
        throwIfStopped(signal);
        await work(signal);
      } catch (error) {
        if (!signal.aborted) setTrouble(asSentence(`${what}: ${messageOf(error)}`));
      } finally {
        setProgress(null);
      }
    };
    queue.current = turn();
    return queue.current;
  }, []);

  // React may run this effect again after the page was hidden. The store is read only once.
  useEffect(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    const restore = async (signal: AbortSignal): Promise<void> => {
      const kept = await loadKept();
      if (!kept) return;
      const { sources, digest } = kept;
      if (digest) return show({ sources, ...digest });
      setProgress(0);
      const found = await readSources(sources, setProgress, signal);
      const again = { ...found, population: withoutCopies(found.population) };
      show({ sources, ...again });
      await keep([], again);
    };
    void read(restore, 'What was opened before could not be read again').then(() => setReady(true));
  }, [read, show]);

  const add = useCallback(
    (sourcesIn: (signal: AbortSignal) => Promise<{ sources: readonly Source[]; refused: readonly string[] }>) =>
      read(async (signal) => {
        setTrouble(null);
        setProgress(0);
        const { sources, refused } = await sourcesIn(signal);
        const found = await readSources(sources, setProgress, signal);
        const before = latest.current;
        const next = together(before, sources, { ...found, leftOut: [...refused, ...found.leftOut] });
        show(next);
        setProgress(null);
        const added = next.sources.slice(before.sources.length);
        await keep(added, { population: next.population, leftOut: next.leftOut }).catch((error: unknown) =>
          setTrouble(`This browser has no room to keep the recordings: they are gone when the page is closed (${messageOf(error)}).`),
        );
      }, 'The files could not be read'),
    [read, show],
  );

  const addFiles = useCallback((files: readonly File[]) => add((signal) => sourcesOf(files, signal)), [add]);
  const addSources = useCallback((sources: readonly Source[]) => add(() => Promise.resolve({ sources, refused: [] })), [add]);

  const cancel = useCallback(() => {
    stop.current.abort();
    stop.current = new AbortController();
  }, []);

  const discard = useCallback(() => {
    cancel();
    return read(async () => {
      setTrouble(null);
      // First the store: a page that is reloaded meanwhile must not show again what seemed to be gone.
      await throwAway().finally(() => show(NOTHING));
    }, 'What was kept could not be thrown away');
  }, [cancel, read, show]);

  const recordingAt = useCallback(async (index: number) => {
    const { population, sources } = latest.current;
    const { source, from, size } = population.recordings;
    const start = from[index] as number;
    const blob = sources[source[index] as number]?.blob;
    if (!blob) throw new Error('this recording is not open any more');
    const parsed = parseRecordingLine(await blob.slice(start, start + (size[index] as number)).text());
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.recording;
  }, []);

  return { ...opened, progress, isReady, trouble, addFiles, addSources, cancel, complain: setTrouble, discard, recordingAt };
}
