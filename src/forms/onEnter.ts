import type { KeyboardEvent } from 'react';

/** The Enter key of a phone keyboard leads on, as its label says; on the last field it sends. */
export const onEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  const from = event.target;
  if (event.key !== 'Enter' || !(from instanceof HTMLInputElement) || from.type === 'radio' || from.type === 'checkbox') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button[aria-haspopup], summary')];
  const next = controls[controls.indexOf(from) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};
