/** Publishes the desk to an inspector, where the address asks for it: `/desk?inspect`. */
import type { DeskActor } from '#machines/desk.machine.ts';

interface Publishing {
  publishDesk: (desk: DeskActor) => void;
}

/** `src/inspector/live/publishing.ts`. The built file is in the tools' folder, so production has none. */
const PUBLISHING = import.meta.env.DEV ? '/src/inspector/live/publishing.ts' : '../publishing.js';

/** Called before the desk starts, so that no event is missed. */
export function attachDevtools(desk: DeskActor): void {
  if (!/[?&]inspect\b/.test(window.location.search)) return;
  (import(/* @vite-ignore */ PUBLISHING) as Promise<Publishing>).then(
    ({ publishDesk }) => publishDesk(desk),
    () => undefined,
  );
}
