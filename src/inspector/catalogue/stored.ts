/** The recordings that are kept with the project: named journeys, and the paths of `npm run paths -- --record`. Each is fetched when it is wanted. */
import { parseRecording, type Recording } from '#src/recording/format.ts';

export interface Stored {
  /** Path of the file. */
  id: string;
  group: 'named' | 'path';
  load: () => Promise<Recording>;
}

const files = import.meta.glob<string>('../../../recordings/**/*.journey.json', { query: '?raw', import: 'default' });

export const STORED: readonly Stored[] = Object.keys(files).map((path) => ({
  id: path,
  group: /\/paths\//.test(path) ? 'path' : 'named',
  load: async () => {
    const parsed = parseRecording((await files[path]?.()) ?? '');
    if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`);
    return parsed.recording;
  },
}));
