import { useLayoutEffect, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react';

/** A control for typed text. */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

export interface Typing {
  name: string;
  value: string;
  onChange: (name: string, text: string) => void;
  /**
   * Converts typed text to the text of the field. If it is given, the browser shows the result at the key press, and `value`
   * may follow after the paint.
   */
  settle?: ((text: string) => string) | undefined;
}

/** Writes the converted text into the control, and puts the caret after the same letter as before. */
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
 * Connects a text control to its value. Without `settle`, every render writes the value. With `settle`, the browser shows the
 * typed text itself, and a render writes only a value that differs.
 * @returns the properties of the control.
 */
export function useTyping<T extends TextControl>({ name, value, onChange, settle }: Typing) {
  const ref = useRef<T>(null);
  const [defaultValue] = useState(value);
  // While the keyboard composes a word, the text is not changed, because the keyboard would write the word twice.
  const isComposing = useRef(false);
  const isSettled = settle !== undefined;
  useLayoutEffect(() => {
    // Written only if it differs, because writing moves the caret.
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
