/** The journeys that are open on the page: the one that is looked at, and the one it is held against. */
import { useCallback, useRef, useState } from 'react';
import type { Recording } from '#src/recording/format.ts';
import { readRecordingFile } from '#src/recording/format.ts';
import { loadRecording, type LoadedRecording } from './load.ts';

let opened = 0;

export interface Journeys {
  recording: LoadedRecording | null;
  other: LoadedRecording | null;
  isLoading: boolean;
  /** Why the last file was not opened; one sentence. */
  refusal: string | null;
  dismissRefusal: () => void;
  open: (recording: Recording) => Promise<void>;
  /** Opens a second one to compare the first with; null: compares no more. */
  compareWith: (recording: Recording | null) => Promise<void>;
  importFile: (file: Blob) => Promise<void>;
}

export function useJourneys(): Journeys {
  const [recording, setRecording] = useState<LoadedRecording | null>(null);
  const [other, setOther] = useState<LoadedRecording | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wanted = useRef(0);

  const load = useCallback(async (found: Recording): Promise<LoadedRecording | null> => {
    opened += 1;
    const id = opened;
    wanted.current = id;
    setLoading(true);
    setRefusal(null);
    const loaded = await loadRecording(found, { id: `recording-${id}`, isCancelled: () => wanted.current !== id });
    if (loaded) setLoading(false);
    return loaded;
  }, []);

  const open = useCallback(
    async (found: Recording) => {
      const loaded = await load(found);
      if (!loaded) return;
      setRecording(loaded);
      setOther(null);
    },
    [load],
  );

  const compareWith = useCallback(
    async (found: Recording | null) => {
      if (!found) return setOther(null);
      const loaded = await load(found);
      if (loaded) setOther(loaded);
    },
    [load],
  );

  const importFile = useCallback(
    async (file: Blob) => {
      const parsed = await readRecordingFile(file);
      if (parsed.ok) await open(parsed.recording);
      else setRefusal(parsed.message);
    },
    [open],
  );

  return { recording, other, isLoading, refusal, dismissRefusal: () => setRefusal(null), open, compareWith, importFile };
}
