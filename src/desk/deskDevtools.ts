/** Publishes the desk to an inspector, where the address asks for it: `/desk?inspect`. */
import type { DeskActor } from '#machines/desk.machine.ts';

interface Publishing {
  publishDesk: (desk: DeskActor) => void;
}

/** `src/inspector/live/publishing.ts`. The built file is in the tools' folder, so production has none. */
const PUBLISHING = import.meta.env.DEV ? '/src/inspector/live/publishing.ts' : '../publishing.js';

/** @returns when the desk may start, so that no event is missed; null: nothing was asked for. */
export function attachDevtools(desk: DeskActor): Promise<void> | null {
  if (!/[?&]inspect\b/.test(window.location.search)) return null;
  return (import(/* @vite-ignore */ PUBLISHING) as Promise<Publishing>).then(
    ({ publishDesk }) => publishDesk(desk),
    () => undefined,
  );
}
