import { useLayoutEffect, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react';

/** A control that a person types into. */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

export interface Typing {
  name: string;
  value: string;
  onChange: (name: string, text: string) => void;
  /**
   * What stands in the field for what was typed. Where it is given, the browser shows it with the key press, and `value`
   * may follow after the paint.
   */
  settle?: ((text: string) => string) | undefined;
}

/** Leaves what was settled in the field, and the caret behind the same letter. */
function settleIn(control: TextControl, settle: (text: string) => string): void {
  const { value: text, selectionStart: caret } = control;
  const settled = settle(text);
  if (settled === text) return;
  control.value = settled;
  if (caret === null) return;
  const at = Math.min(settle(text.slice(0, caret)).length, settled.length);
  control.setSelectionRange(at, at);
}

/**
 * Who writes into a text control: every render, or, with `settle`, the browser, which is corrected where `value` is new.
 * @returns the properties of the control.
 */
export function useTyping<T extends TextControl>({ name, value, onChange, settle }: Typing) {
  const ref = useRef<T>(null);
  const [defaultValue] = useState(value);
  // A word that a phone's keyboard is still composing is not changed: the keyboard would write it twice.
  const isComposing = useRef(false);
  const isSettled = settle !== undefined;
  useLayoutEffect(() => {
    // Only what differs: writing moves the caret.
    if (isSettled && !isComposing.current && ref.current && ref.current.value !== value) ref.current.value = value;
  }, [isSettled, value]);
  if (!settle) return { value, onChange: ({ target }: ChangeEvent<T>) => onChange(name, target.value) };
  const report = (control: T) => {
    const text = control.value;
    if (!isComposing.current) settleIn(control, settle);
    onChange(name, text);
  };
  return {
    ref,
    defaultValue,
    onChange: ({ target }: ChangeEvent<T>) => report(target),
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<T>) => {
      isComposing.current = false;
      report(currentTarget);
    },
  };
}
