import { useEffect } from 'react';

/** Moves the focus to a control once, when the screen appears, after the frame has focused the title. */
export function useFocusOn(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    const waiting = requestAnimationFrame(() => {
      const control = document.getElementById(id);
      control?.focus({ preventScroll: true });
      control?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(waiting);
  }, [id]);
}

/** Moves the focus to the first invalid field after each refused submit. Typing does not move it. */
export function useFocusOnWrong(refusal: object | null): void {
  useEffect(() => {
    if (!refusal) return;
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [refusal]);
}
