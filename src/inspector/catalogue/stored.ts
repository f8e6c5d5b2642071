/** The recordings that are kept with the project: named journeys, and the paths of `npm run paths -- --record`. Each is fetched when it is wanted. */
import { FILE_ENDING, parseRecording, type Recording } from '#src/recording/format.ts';

export interface Stored {
  /** Name of the file without its ending. */
  id: string;
  title: string;
  /** One sentence: who does what, and how it ends; empty for a generated path. */
  about: string;
  group: 'named' | 'path';
  load: () => Promise<Recording>;
}

/** One line of `docs/recordings/catalogue.json`, as far as it is read here. */
interface Line {
  id: string;
  title: string;
  about: string;
}

const files = import.meta.glob<string>('../../../docs/recordings/**/*.journey.json', { query: '?raw', import: 'default' });
const lists = import.meta.glob<readonly Line[]>('../../../docs/recordings/**/catalogue.json', { eager: true, import: 'default' });
const lines = Object.values(lists).flat();

const idOf = (path: string): string => path.replace(/^.*\//, '').slice(0, -FILE_ENDING.length);
/** In the order of the catalogue, which begins with what people ask for first. */
const rank = ({ id }: Pick<Stored, 'id'>): number => {
  const at = lines.findIndex((line) => line.id === id);
  return at < 0 ? lines.length : at;
};

const ids = new WeakMap<Recording, string>();

/** The id of a recording that is kept with the project; null: it came from elsewhere. */
export const storedIdOf = (recording: Recording): string | null => ids.get(recording) ?? null;

export const STORED: readonly Stored[] = Object.keys(files)
  .map((path): Stored => {
    const id = idOf(path);
    const line = lines.find((one) => one.id === id);
    return {
      id,
      title: line?.title ?? id.replace(/-/g, ' '),
      about: line?.about ?? '',
      group: /\/paths\//.test(path) ? 'path' : 'named',
      load: async () => {
        const parsed = parseRecording((await files[path]?.()) ?? '');
        if (!parsed.ok) throw new Error(`${id}: ${parsed.message}`);
        ids.set(parsed.recording, id);
        return parsed.recording;
      },
    };
  })
  .sort((a, b) => rank(a) - rank(b));
