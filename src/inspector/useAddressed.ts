/** Synchronises the address with the shown view, so that a reload and the browser's Back lead to the same view. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { follow, FOLLOWS_NOTHING, requestOf, type AddressEvent, type View } from './followedAddress.ts';
import { readAddress, type Address } from './inspectorAddress.ts';

/** Delay of writing the address while scrubbing, because browsers limit how often an address may change. ms. */
const REST = 200;

interface Shown extends View {
  /** Shows the view of an address; null: the address requests nothing. @throws Error when the view cannot be opened. */
  open: (address: Address | null) => void | Promise<void>;
  /** Shows another event of the shown recording. */
  choose: (step: number) => void;
}

export interface Addressed {
  /** The error of the address; null: none. */
  fault: string | null;
  dismiss: () => void;
  /** Reports that the address requests something that does not exist. */
  refuse: (fault: string) => void;
}

/** Opens the address at the start and after every change of it, and writes the address of the shown view. */
export function useAddressed({ shown, last, open, choose }: Shown): Addressed {
  const followed = useRef(FOLLOWS_NOTHING);
  // Only the error is React state, because the rest does not change what is rendered.
  const [fault, setFault] = useState<string | null>(null);
  const dispatch = useCallback((event: AddressEvent) => {
    followed.current = follow(followed.current, event);
    setFault(followed.current.fault);
  }, []);
  const refuse = useCallback((message: string) => dispatch({ type: 'refused', fault: message }), [dispatch]);
  const dismiss = useCallback(() => dispatch({ type: 'dismissed' }), [dispatch]);

  const answer = useEffectEvent(() => {
    const read = readAddress(window.location.hash);
    const request = requestOf(read, shown);
    dispatch({ type: 'asked', read, request, shown, last });
    if (request.does === 'choose') choose(request.step);
    if (request.does === 'open')
      Promise.resolve(open(request.address)).catch((error: unknown) =>
        refuse(`The recording could not be opened: ${error instanceof Error ? error.message : String(error)}`),
      );
  });
  useEffect(() => {
    const onChange = (): void => answer();
    onChange();
    window.addEventListener('popstate', onChange);
    return () => window.removeEventListener('popstate', onChange);
  }, []);

  useEffect(() => {
    dispatch({ type: 'shown', shown, last, hash: window.location.hash });
    const { entry } = followed.current;
    if (!entry) return;
    const { pathname, search } = window.location;
    const url = entry.hash === '' ? pathname + search : entry.hash;
    if (entry.isNew) {
      window.history.pushState(null, '', url);
      return;
    }
    // Skipped if another address was requested in the meantime.
    const write = (): void => {
      if (followed.current.entry === entry) window.history.replaceState(null, '', url);
    };
    const writing = window.setTimeout(write, REST);
    return () => window.clearTimeout(writing);
  }, [shown, last, dispatch]);

  return { fault, dismiss, refuse };
}
