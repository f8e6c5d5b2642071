/** Every screen and its examples by the name of its folder, fetched when they are asked for. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Screen } from '#screens/props.ts';

type Examples = { examples: Record<string, JourneySnapshot> };

const folderOf = (path: string): string => path.split('/').slice(-2)[0] ?? '';
const byFolder = <T>(loaders: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(loaders).map(([path, load]) => [folderOf(path), load]));

export const drawings = byFolder(import.meta.glob<{ default: Screen }>('../../screens/*/*/screen.tsx'));

const own = byFolder(import.meta.glob<Examples>('../../screens/*/*/examples.ts'));
const derived = (screen: string) => async (): Promise<Examples> => {
  const { derivedExamples } = await import('#tests/support/derivedExamples.ts');
  return { examples: derivedExamples(screen) };
};
/** A screen without examples of its own gets examples derived from the chart. */
export const examples = Object.fromEntries(Object.keys(drawings).map((screen) => [screen, own[screen] ?? derived(screen)]));
