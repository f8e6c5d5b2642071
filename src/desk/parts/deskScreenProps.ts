import type { DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskEvent } from '#machines/desk/events.ts';

/** The properties of every screen of the desk. */
export interface ScreenProps {
  state: DeskSnapshot;
  send: (event: DeskEvent) => void;
}

/** The values typed into a form, by the names of its fields. */
export function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value;
  return typed;
}
