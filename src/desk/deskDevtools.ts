/** Publishes the desk to an inspector if the address has the parameter: `/desk?inspect`. */
import type { DeskActor } from '#machines/desk.machine.ts';

interface Publishing {
  publishDesk: (desk: DeskActor) => void;
}

/** `src/inspector/live/publishing.ts`. The built file is in the tools' folder, so production has none. */
const PUBLISHING = import.meta.env.DEV ? '/src/inspector/live/publishing.ts' : '../publishing.js';

/** @returns resolves when the desk may start, so that the inspector misses no event; null: the address has no such parameter. */
export function attachDevtools(desk: DeskActor): Promise<void> | null {
  if (!/[?&]inspect\b/.test(window.location.search)) return null;
  return (import(/* @vite-ignore */ PUBLISHING) as Promise<Publishing>).then(
    ({ publishDesk }) => publishDesk(desk),
    () => undefined,
  );
}
