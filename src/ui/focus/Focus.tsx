import { useFocusOn, useFocusOnTitle } from './useFocusOn.ts';

/** Where eye and focus begin on a screen: at the control of that id, or at the title. Draws nothing. */
export function Focus({ on }: { on: string | null }) {
  useFocusOn(on);
  useFocusOnTitle(on === null);
  return null;
}
