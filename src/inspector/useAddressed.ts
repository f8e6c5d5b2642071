/** `/inspector#photo-given-up/29`: a link to one event of a recording that is kept with the project. */
import { useEffect, useRef } from 'react';
import type { Recording } from '#src/recording/format.ts';
import { STORED } from './catalogue/stored.ts';
import type { LoadedRecording } from './journey/load.ts';

interface Address {
  id: string;
  step: number;
}

export function readAddress(hash: string): Address | null {
  const [, id, step] = /^#([\w-]+)(?:\/(\d+))?$/.exec(hash) ?? [];
  return id === undefined ? null : { id, step: Number(step ?? 0) };
}

/** Opens what the address names, once. An address that names nothing is left alone. */
export function useAddressed(
  open: (stored: { load: () => Promise<Recording> }) => Promise<void>,
  recording: LoadedRecording | null,
  choose: (step: number) => void,
): void {
  const wanted = useRef<Address | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const address = readAddress(window.location.hash);
    const stored = address && STORED.find(({ id }) => id === address.id);
    if (!stored) return;
    wanted.current = address;
    void open(stored);
  }, [open]);
  useEffect(() => {
    if (!recording || !wanted.current) return;
    choose(wanted.current.step);
    wanted.current = null;
  }, [recording, choose]);
}
