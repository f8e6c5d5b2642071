/** The open population: what was kept, what is added, and what was left out. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { parseRecordingLine, type Recording } from '#src/recording/format.ts';
import { EMPTY, joined, withoutCopies, type Population } from '../compute/columns.ts';
import { sourcesOf, type Source } from './pieces.ts';
import { readSources } from './readSources.ts';
import { keep, loadKept, throwAway } from './store.ts';

export interface OpenPopulation {
  population: Population;
  sources: readonly Source[];
  /** Sentences about what was left out. */
  leftOut: readonly string[];
  /** Share that is read while something is read; null: nothing is. */
  progress: number | null;
  /** A sentence; null: everything is as it should be. */
  trouble: string | null;
  addFiles: (files: readonly File[]) => Promise<void>;
  addSources: (sources: readonly Source[]) => Promise<void>;
  discard: () => Promise<void>;
  /** The recording with this index. @throws Error when its source can no longer be read. */
  recordingAt: (index: number) => Promise<Recording>;
}

interface Opened {
  population: Population;
  sources: readonly Source[];
  leftOut: readonly string[];
}
const NOTHING: Opened = { population: EMPTY, sources: [], leftOut: [] };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function usePopulation(): OpenPopulation {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const [progress, setProgress] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const latest = useRef(opened);
  /** What was kept is there. */
  const ready = useRef<Promise<void>>(Promise.resolve());
  const show = useCallback((next: Opened) => {
    latest.current = next;
    setOpened(next);
  }, []);

  useEffect(() => {
    let isWanted = true;
    const restore = async (): Promise<void> => {
      const kept = await loadKept();
      if (!kept || !isWanted) return;
      const { sources, digest } = kept;
      if (digest) return show({ sources, ...digest });
      setProgress(0);
      const read = await readSources(sources, setProgress);
      if (!isWanted) return;
      const again = { ...read, population: withoutCopies(read.population) };
      show({ sources, ...again });
      setProgress(null);
      await keep([], again);
    };
    ready.current = restore().catch((error: unknown) => {
      if (!isWanted) return;
      setProgress(null);
      setTrouble(`What was opened before could not be read again: ${messageOf(error)}.`);
    });
    return () => {
      isWanted = false;
    };
  }, [show]);

  const addSources = useCallback(
    async (sources: readonly Source[]) => {
      setTrouble(null);
      await ready.current;
      setProgress(0);
      try {
        const read = await readSources(sources, setProgress);
        const before = latest.current;
        const together = joined([before.population, read.population], [0, before.sources.length]);
        const population = withoutCopies(together);
        const copies = together.count - population.count;
        const next: Opened = {
          population,
          sources: [...before.sources, ...sources],
          leftOut: [
            ...before.leftOut,
            ...read.leftOut,
            ...(copies === 0
              ? []
              : [
                  `${sources.map(({ name }) => name).join(', ')}: ${copies === 1 ? 'a copy' : `${copies} copies`} of what is open already.`,
                ]),
          ],
        };
        show(next);
        setProgress(null);
        await keep(sources, { population: next.population, leftOut: next.leftOut }).catch((error: unknown) =>
          setTrouble(`This browser has no room to keep the recordings: they are gone when the page is closed (${messageOf(error)}).`),
        );
      } catch (error) {
        setTrouble(`The files could not be read: ${messageOf(error)}.`);
      } finally {
        setProgress(null);
      }
    },
    [show],
  );

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      if (files.length > 0) await addSources(await sourcesOf(files));
    },
    [addSources],
  );

  const discard = useCallback(async () => {
    await ready.current;
    show(NOTHING);
    setTrouble(null);
    await throwAway().catch((error: unknown) => setTrouble(`What was kept could not be thrown away: ${messageOf(error)}.`));
  }, [show]);

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

  return { ...opened, progress, trouble, addFiles, addSources, discard, recordingAt };
}
