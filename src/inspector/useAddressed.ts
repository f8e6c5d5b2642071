/** Keeps the address in step with what is shown, so that a reload and the browser's Back lead to the same view. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addressText, errorBeyondEnd, readAddress, subjectOf, type Address } from './inspectorAddress.ts';

/** Delay of writing the address while scrubbing, ms: browsers limit how often an address may change. */
const REST = 200;

interface Shown {
  /** What is shown; null: nothing, or something without an address, such as an imported file. */
  shown: Address | null;
  /** Index of the last event of the shown recording. */
  last: number;
  /** Shows what an address asks for; null: it asks for nothing. @throws Error when it cannot be opened. */
  open: (address: Address | null) => void | Promise<void>;
  /** Shows another event of the shown recording. */
  choose: (step: number) => void;
}

export interface Addressed {
  /** The error of the address; null: none. */
  fault: string | null;
  dismiss: () => void;
  /** What the address asked for does not exist. */
  refuse: (fault: string) => void;
}

const stepOf = (address: Address): number | null => ('step' in address ? address.step : null);

/** Opens what the address names, now and after every change, and writes what is shown to the address. */
export function useAddressed({ shown, last, open, choose }: Shown): Addressed {
  const [fault, setFault] = useState<string | null>(null);
  /** What the address asked for, until it is shown. Nothing is written meanwhile. */
  const wanted = useRef<Address | null>(null);
  /** What was shown when it asked. */
  const wantedFrom = useRef('');
  const latest = useRef({ shown, last });
  const written = useRef<Address | null>(null);
  /** Whether the entry of the browser's history differs from what is shown. The next write corrects it. */
  const isWrong = useRef(false);
  const writing = useRef(0);
  useLayoutEffect(() => {
    latest.current = { shown, last };
  }, [shown, last]);

  const refuse = useCallback((message: string) => {
    wanted.current = null;
    isWrong.current = true;
    setFault(message);
  }, []);

  const follow = useCallback(() => {
    window.clearTimeout(writing.current);
    const { address, fault: wrong } = readAddress(window.location.hash);
    setFault(wrong);
    wanted.current = null;
    if (!address && wrong !== null) return;
    const now = latest.current;
    const step = address && stepOf(address);
    if (address && step !== null && subjectOf(address) === subjectOf(now.shown)) {
      choose(step);
      setFault(wrong ?? errorBeyondEnd(step, now.last));
      return;
    }
    // The same page of a population may be asked something else.
    if (subjectOf(address) !== subjectOf(now.shown)) wanted.current = address;
    wantedFrom.current = subjectOf(now.shown);
    Promise.resolve(open(address)).catch((error: unknown) =>
      refuse(`The recording could not be opened: ${error instanceof Error ? error.message : String(error)}`),
    );
  }, [open, choose, refuse]);

  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) follow();
    isAsked.current = true;
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [follow]);

  useEffect(() => {
    const asked = wanted.current;
    const subject = subjectOf(shown);
    if (asked && subject !== subjectOf(asked)) {
      // A journey of a population is opened from the population, which is shown first.
      if (subject === wantedFrom.current || (asked.is === 'journey' && shown?.is === 'population')) return;
      // Something else was opened meanwhile.
    } else if (asked) {
      const step = stepOf(asked);
      const beyond = step === null ? null : errorBeyondEnd(step, last);
      if (beyond !== null) setFault(beyond);
    }
    wanted.current = null;
    const before = written.current;
    written.current = shown;
    // An address that names nothing stays, with what is said of it, until something is shown.
    if (shown === null && before === null) return;
    const { pathname, search, hash } = window.location;
    const text = addressText(shown);
    const next = text === '' ? pathname + search : `#${text}`;
    if (hash === (text === '' ? '' : next)) return;
    const isSame = isWrong.current || subject === subjectOf(readAddress(hash).address);
    if (!isSame) {
      window.history.pushState(null, '', next);
      setFault(null);
      return;
    }
    isWrong.current = false;
    const write = (): void => window.history.replaceState(null, '', next);
    writing.current = window.setTimeout(write, REST);
    return () => window.clearTimeout(writing.current);
  }, [shown, last]);

  return { fault, dismiss: useCallback(() => setFault(null), []), refuse };
}
