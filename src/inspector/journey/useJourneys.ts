/** The open recordings: the shown one, and one to compare it with. */
import { useCallback, useRef, useState } from 'react';
import { chartHash } from '#src/recording/chartHash.ts';
import { readRecordingFile, type Recording } from '#src/recording/format.ts';
import { chartOfRecording } from '../charts/index.ts';
import { loadRecording, type LoadedRecording } from './loadRecording.ts';

let opened = 0;

/** A question or a message that must be answered first. */
export type Question =
  /** The file is no recording. `message` is one sentence. */
  | { is: 'refused'; message: string }
  /** The recording was made on another chart. It can be run, but the journey may differ. */
  | { is: 'otherChart'; recording: Recording };

export interface Journeys {
  recording: LoadedRecording | null;
  other: LoadedRecording | null;
  isLoading: boolean;
  question: Question | null;
  dismiss: () => void;
  /** Opens a recording, or asks first if it was recorded on another chart. */
  open: (recording: Recording) => Promise<void>;
  /**
   * Opens a recording on the present chart without a question, even if it was made on another chart.
   * @param title by default the title of the recording.
   * @returns false: another recording was opened before this one was loaded.
   */
  run: (recording: Recording, title?: string) => Promise<boolean>;
  /** Closes the shown recording. */
  close: () => void;
  /** Opens a second recording to compare with; null: closes it. */
  compareWith: (recording: Recording | null) => Promise<void>;
  /** @returns the recording; null: the file is none, and `question` says why. */
  readFile: (file: Blob) => Promise<Recording | null>;
}

export function useJourneys(): Journeys {
  const [recording, setRecording] = useState<LoadedRecording | null>(null);
  const [other, setOther] = useState<LoadedRecording | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const wanted = useRef(0);

  const load = useCallback(async (found: Recording, title?: string): Promise<LoadedRecording | null> => {
    opened += 1;
    const id = opened;
    wanted.current = id;
    setLoading(true);
    setQuestion(null);
    const loaded = await loadRecording(found, { id: `recording-${id}`, title, isCancelled: () => wanted.current !== id });
    if (loaded) setLoading(false);
    return loaded;
  }, []);

  const take = useCallback((loaded: LoadedRecording): void => {
    setRecording(loaded);
    setOther(null);
  }, []);

  const run = useCallback(
    async (found: Recording, title?: string) => {
      const loaded = await load(found, title);
      if (loaded) take(loaded);
      return loaded !== null;
    },
    [load, take],
  );

  const close = useCallback(() => {
    wanted.current = 0;
    setLoading(false);
    setQuestion(null);
    setRecording(null);
    setOther(null);
  }, []);

  const open = useCallback(
    async (found: Recording) => {
      const chart = chartOfRecording(found);
      if (found.chart === chartHash(chart.machine)) return void (await run(found));
      // A recording of another chart needs a question only if its replay differs.
      const loaded = await load(found);
      if (!loaded) return;
      if (chart.isReplayed && loaded.partsAt === null) return take(loaded);
      setQuestion({ is: 'otherChart', recording: found });
    },
    [load, run, take],
  );

  const compareWith = useCallback(
    async (found: Recording | null) => {
      if (!found) return setOther(null);
      const chart = chartOfRecording(found);
      if (recording && recording.chart !== chart) {
        setQuestion({
          is: 'refused',
          message: `This is a recording of the ${chart.run}, and the other one of the ${recording.chart.run}: they cannot be compared.`,
        });
        return;
      }
      const loaded = await load(found);
      if (loaded) setOther(loaded);
    },
    [load, recording],
  );

  const readFile = useCallback(async (file: Blob) => {
    const parsed = await readRecordingFile(file);
    if (parsed.ok) return parsed.recording;
    setQuestion({ is: 'refused', message: parsed.message });
    return null;
  }, []);

  return { recording, other, isLoading, question, dismiss: () => setQuestion(null), open, run, close, compareWith, readFile };
}
