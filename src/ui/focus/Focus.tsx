import { useFocusOn } from './useFocusOn.ts';

/** Moves the focus to the control of that id when a screen appears; null: it stays on the title. Renders nothing. */
export function Focus({ on }: { on: string | null }) {
  useFocusOn(on);
  return null;
}
