/** Every screen and its examples by the name of its folder, fetched when they are asked for. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Screen } from '#screens/props.ts';

type Examples = { examples: Record<string, JourneySnapshot> };

const byFolder = <T>(loaders: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(loaders).map(([path, load]) => [path.split('/').slice(-2)[0] ?? '', load]));

export const drawings = byFolder(import.meta.glob<{ default: Screen }>('../../screens/*/*/screen.tsx'));
export const examples = byFolder(import.meta.glob<Examples>('../../screens/*/*/examples.ts'));
