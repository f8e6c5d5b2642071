/** The search of the catalogue: recordings that are about the words come before recordings that mention them. */
import { searchable } from './otherWords.ts';
import type { Entry } from './useCatalogue.ts';

type Searched = Pick<Entry, 'title' | 'called' | 'words'>;

export interface Found<T> {
  /** The best match first. */
  entries: readonly T[];
  /** Number of recordings that mention the words and are left out, because so many mention them. */
  leftOut: number;
}

const isLetter = (text: string, at: number): boolean => /[a-z0-9]/.test(text.charAt(at));

/**
 * How the text has the word: 2 as a whole word, 1 as the beginning of one, 0 not at all. "id" begins a word of "ID photos" and of
 * "idPhotos", and none of "paid".
 */
function presenceOf(text: string, word: string): 0 | 1 | 2 {
  let found: 0 | 1 = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at > 0 && isLetter(text, at) && isLetter(text, at - 1)) continue;
    if (!isLetter(text, at + word.length)) return 2;
    found = 1;
  }
  return found;
}

/** Ranks of a word by the text that has it; each for the beginning of a word, and for the whole word. */
const MENTIONED = [1, 2] as const;
const CALLED = [3, 5] as const;
const TITLE = [4, 6] as const;

function rankOf({ title, called, words }: { title: string; called: string; words: string }, word: string): number {
  const rank = (text: string, [beginning, whole]: readonly [number, number]): number => {
    const presence = presenceOf(text, word);
    return presence === 0 ? 0 : presence === 1 ? beginning : whole;
  };
  return Math.max(rank(title, TITLE), rank(called, CALLED), rank(words, MENTIONED));
}

/** If more than this share of the recordings has the words, those that only mention them are left out. */
const MOST = 1 / 2;

/**
 * Entries in which every word of the query begins a word. A word of the title ranks above one of the description and its
 * synonyms, and this above one of the timeline, the states and the clauses; the worst of several words counts first.
 */
export function searchEntries<T extends Searched>(entries: readonly T[], query: string): Found<T> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { entries, leftOut: 0 };
  const found = entries
    .map((entry) => {
      const texts = { title: searchable(entry.title), called: searchable(entry.called), words: entry.words };
      const ranks = words.map((word) => rankOf(texts, word));
      return { entry, worst: Math.min(...ranks), sum: ranks.reduce((total, rank) => total + rank, 0) };
    })
    .filter(({ worst }) => worst > 0)
    .sort((a, b) => b.worst - a.worst || b.sum - a.sum);
  const about = found.filter(({ worst }) => worst >= CALLED[0]);
  const shown = found.length > MOST * entries.length ? about : found;
  return { entries: shown.map(({ entry }) => entry), leftOut: found.length - shown.length };
}
