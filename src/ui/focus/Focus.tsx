import { useFocusOn, useFocusOnTitle } from './useFocusOn.ts';

/** Moves the focus to the control of that id, or to the title, when a screen appears. Renders nothing. */
export function Focus({ on }: { on: string | null }) {
  useFocusOn(on);
  useFocusOnTitle(on === null);
  return null;
}
