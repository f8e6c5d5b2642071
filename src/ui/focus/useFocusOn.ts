import { useEffect } from 'react';

/** Takes eye and focus to the title, where another page is shown at the same place. */
export function useFocusOnTitle(wanted = true): void {
  useEffect(() => {
    if (!wanted) return;
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [wanted]);
}

/** Takes eye and focus to a control once, when the screen appears; after the frame around it has looked at the title. */
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

/** Takes eye and focus to the first field that is marked as wrong, anew with each refusal, however far away the button is; typing does not. */
export function useFocusOnWrong(refusal: object | null): void {
  useEffect(() => {
    if (!refusal) return;
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [refusal]);
}
