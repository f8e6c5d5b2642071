/**
 * The recordings in `docs/recordings`: named journeys, and the paths of `npm run paths -- --record`. Each file is fetched
 * when its recording is opened.
 */
import { FILE_ENDING, parseRecording, type Recording } from '#src/recording/format.ts';

export interface Stored {
  /** File name without its extension. */
  id: string;
  title: string;
  /** One sentence that describes the journey; empty for a generated path. */
  about: string;
  group: 'named' | 'path';
  /** Further searched text: synonyms, and the statuses of the order. */
  foundBy: string;
  load: () => Promise<Recording>;
}

/** The used part of one line of `docs/recordings/catalogue.json`. */
interface Line {
  id: string;
  title: string;
  about: string;
  /** Absent in the list of generated paths. */
  alsoCalled?: readonly string[];
  statuses?: readonly string[];
}

const files = import.meta.glob<string>('../../../docs/recordings/**/*.journey.json', { query: '?raw', import: 'default' });
const lists = import.meta.glob<readonly Line[]>('../../../docs/recordings/**/catalogue.json', { eager: true, import: 'default' });
const lines = Object.values(lists).flat();

const idOf = (path: string): string => path.replace(/^.*\//, '').slice(0, -FILE_ENDING.length);
/** Position in the catalogue, which begins with the most frequent questions. */
const rank = ({ id }: Pick<Stored, 'id'>): number => {
  const at = lines.findIndex((line) => line.id === id);
  return at < 0 ? lines.length : at;
};

const ids = new WeakMap<Recording, string>();

/** The id of a stored recording; null: the recording is not stored. */
export const storedIdOf = (recording: Recording): string | null => ids.get(recording) ?? null;

export const STORED: readonly Stored[] = Object.keys(files)
  .map((path): Stored => {
    const id = idOf(path);
    const line = lines.find((one) => one.id === id);
    return {
      id,
      title: line?.title ?? id.replace(/-/g, ' '),
      about: line?.about ?? '',
      foundBy: [...(line?.alsoCalled ?? []), ...(line?.statuses ?? [])].join(', '),
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
