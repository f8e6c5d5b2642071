/**
 * Keeps the address and the shown step in step: `/inspector#photo-given-up/29` is a link to one event of a stored
 * recording.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { STORED, storedIdOf, type Stored } from './catalogue/stored.ts';
import type { LoadedRecording } from './journey/load.ts';
import { countText } from './journey/steps.ts';

interface Address {
  /** null: there is no such recording. */
  stored: Stored | null;
  step: number;
  /** The error of the address, as a sentence. */
  fault: string | null;
}

/** Longest part of an address that an error message repeats. */
const MOST_REPEATED = 60;

/** Decodes a part of the address, which may hold anything. */
function repeated(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Not decodable: shown as it is in the address.
  }
  return text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text;
}

/** null: the address requests nothing. */
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

/** The error if the link requests more than there is; null: none. @param last index of the last event. */
export const errorBeyondEnd = (step: number, last: number): string | null =>
  step > last ? `The link asks for event ${step}; the recording has ${countText(last, 'event')}. This is the last one.` : null;

/** Delay of writing the address while scrubbing, ms: browsers limit how often an address may change. */
const REST = 200;

interface Shown {
  open: (stored: Stored) => Promise<void>;
  recording: LoadedRecording | null;
  /** False while a live app is shown. */
  isShown: boolean;
  index: number;
  choose: (step: number) => void;
}

export interface Addressed {
  /** The error of the address; null: none. */
  fault: string | null;
  dismiss: () => void;
}

/** Opens what the address names, now and after every change, and writes the shown step to the address. */
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
      setFault(fault ?? errorBeyondEnd(step, at.steps.length - 1));
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
    // Another recording was opened meanwhile: this address is out of date.
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
    // A pending request is not overwritten.
    if (!recording || !isShown || wanted.current) return;
    const id = storedIdOf(recording.recording);
    if (id === null) {
      // A file from disk has no address, and the old address would be wrong.
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
