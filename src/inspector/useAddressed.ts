/** `/inspector#photo-given-up/29`: a link to one event of a recording that is kept with the project. What is shown is what the address says, both ways. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { STORED, storedIdOf, type Stored } from './catalogue/stored.ts';
import type { LoadedRecording } from './journey/load.ts';
import { countText } from './journey/steps.ts';

interface Address {
  /** Null: no such recording is here. */
  stored: Stored | null;
  step: number;
  /** What is wrong with the address, in a sentence. */
  fault: string | null;
}

/** Longest part of an address that is repeated to whoever typed it. */
const MOST_REPEATED = 60;

/** As a person would write it; an address may hold anything. */
function repeated(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Shown as it stands in the address.
  }
  return text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text;
}

/** Null: the address asks for nothing. */
export function readAddress(hash: string): Address | null {
  const asked = hash.replace(/^#/, '');
  if (asked === '') return null;
  const [, name = '', step = ''] = /^([^/]*)(?:\/(.*))?$/.exec(asked) ?? [];
  const stored = STORED.find(({ id }) => id === name) ?? null;
  if (!stored)
    return { stored, step: 0, fault: `The link names "${repeated(name)}", and no recording here is called so. Choose one from the list.` };
  if (step === '' || /^\d+$/.test(step)) return { stored, step: Number(step), fault: null };
  return { stored, step: 0, fault: `The link asks for event "${repeated(step)}", which is no number of an event. This is the beginning.` };
}

/** What to say where the link asks for more than there is; null: nothing. @param last index of the last event. */
export const beyondEnd = (step: number, last: number): string | null =>
  step > last ? `The link asks for event ${step}; the recording has ${countText(last, 'event')}. This is the last one.` : null;

/** Nothing is written while someone scrubs, ms: browsers count how often an address changes. */
const REST = 200;

interface Shown {
  open: (stored: Stored) => Promise<void>;
  recording: LoadedRecording | null;
  /** False while a running app is looked at instead. */
  isShown: boolean;
  index: number;
  choose: (step: number) => void;
}

export interface Addressed {
  /** What was wrong with the address; null: nothing. */
  fault: string | null;
  dismiss: () => void;
}

/** Opens what the address names, now and whenever it changes, and writes into it what is shown. */
export function useAddressed({ open, recording, isShown, index, choose }: Shown): Addressed {
  const [fault, setFault] = useState<string | null>(null);
  const wanted = useRef<Address | null>(null);
  const opened = useRef<LoadedRecording | null>(null);
  const shown = useRef<LoadedRecording | null>(null);
  const writing = useRef(0);

  const arrive = useCallback(
    ({ step, fault }: Address, at: LoadedRecording) => {
      wanted.current = null;
      choose(step);
      setFault(fault ?? beyondEnd(step, at.steps.length - 1));
    },
    [choose],
  );

  const follow = useCallback(() => {
    window.clearTimeout(writing.current);
    const address = readAddress(window.location.hash);
    wanted.current = address?.stored ? address : null;
    if (!address) return;
    const { stored } = address;
    if (!stored) setFault(address.fault);
    else if (shown.current && storedIdOf(shown.current.recording) === stored.id) arrive(address, shown.current);
    else
      open(stored).catch((error: unknown) => {
        wanted.current = null;
        setFault(`The recording could not be opened: ${error instanceof Error ? error.message : String(error)}`);
      });
  }, [open, arrive]);

  useEffect(() => {
    shown.current = isShown ? recording : null;
  }, [recording, isShown]);

  useEffect(() => {
    const before = opened.current;
    opened.current = recording;
    if (!recording || recording === before) return;
    if (wanted.current && wanted.current.stored?.id === storedIdOf(recording.recording)) arrive(wanted.current, recording);
    // Something else was opened meanwhile: the address is of the past.
    else setFault(null);
  }, [recording, arrive]);

  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) follow();
    isAsked.current = true;
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [follow]);

  useEffect(() => {
    // What is on its way is not written over.
    if (!recording || !isShown || wanted.current) return;
    const id = storedIdOf(recording.recording);
    if (id === null) {
      // A file that was opened has no address, and the old one is wrong at once.
      const { pathname, search, hash } = window.location;
      if (hash !== '') window.history.replaceState(null, '', pathname + search);
      return;
    }
    const write = (): void => window.history.replaceState(null, '', `#${id}/${index}`);
    writing.current = window.setTimeout(write, REST);
    return () => window.clearTimeout(writing.current);
  }, [recording, isShown, index]);

  return { fault, dismiss: () => setFault(null) };
}
