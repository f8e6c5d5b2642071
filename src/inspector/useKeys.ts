import { useEffect, type RefObject } from 'react';

interface Keys {
  /** false: no recording is shown, and the keys do nothing. */
  isOn: boolean;
  onStep: (by: number) => void;
  onPlay: () => void;
  onChoose: (index: number) => void;
  /** Index of the last step. */
  last: number;
  searchField: RefObject<HTMLInputElement | null>;
}

/** Whether the key belongs to the focused element: the person types, uses a list, or is in a dialog. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [role="tab"]') !== null;
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role="button"], summary') !== null;

/** Arrow keys step, space plays, `/` searches, Home and End jump to the first and the last step. */
export function useKeys({ isOn, onStep, onPlay, onChoose, last, searchField }: Keys): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target)) return;
      const acts: Readonly<Record<string, () => void>> = {
        ArrowRight: () => onStep(1),
        ArrowDown: () => onStep(1),
        ArrowLeft: () => onStep(-1),
        ArrowUp: () => onStep(-1),
        Home: () => onChoose(0),
        End: () => onChoose(last),
        '/': () => searchField.current?.focus(),
        ...(isPressable(event.target) ? {} : { ' ': onPlay }),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, onStep, onPlay, onChoose, last, searchField]);
}
