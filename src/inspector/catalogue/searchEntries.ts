/** The search of the catalogue: recordings that are about the words come before recordings that mention them. */
import { searchable } from './otherWords.ts';
import type { Entry } from './useCatalogue.ts';
import { queryWords, stemOf, stemsIn } from './wordStems.ts';

type Searched = Pick<Entry, 'title' | 'called' | 'words'>;

export interface Found<T> {
  /** The best match first. */
  entries: readonly T[];
  /** Number of recordings that mention the words and are left out, because so many mention them. */
  leftOut: number;
  /** Whether no recording has every word of the query, so that those with most of them are found. */
  isPart: boolean;
}

const isLetter = (text: string, at: number): boolean => /[a-z0-9]/.test(text.charAt(at));

/** A text with its words, prepared for many queries. */
interface Prepared {
  text: string;
  stems: ReadonlySet<string>;
}
type Texts = Readonly<Record<'title' | 'called' | 'words', Prepared>>;

const prepared = new WeakMap<Searched, Texts>();

function textsOf(entry: Searched): Texts {
  const known = prepared.get(entry);
  if (known) return known;
  const prepare = (text: string): Prepared => ({ text, stems: stemsIn(text) });
  const made = { title: prepare(searchable(entry.title)), called: prepare(searchable(entry.called)), words: prepare(entry.words) };
  prepared.set(entry, made);
  return made;
}

/**
 * How the text has the word: 2 as a whole word, 1 as the beginning of one or with another ending, 0 not at all. "id" begins
 * a word of "ID photos" and of "idPhotos", and none of "paid".
 */
function presenceOf({ text, stems }: Prepared, word: string): 0 | 1 | 2 {
  let found: 0 | 1 = stems.has(stemOf(word)) ? 1 : 0;
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

function rankOf({ title, called, words }: Texts, word: string): number {
  const rank = (text: Prepared, [beginning, whole]: readonly [number, number]): number => {
    const presence = presenceOf(text, word);
    return presence === 0 ? 0 : presence === 1 ? beginning : whole;
  };
  return Math.max(rank(title, TITLE), rank(called, CALLED), rank(words, MENTIONED));
}

/** If more than this share of the recordings has the words, those that only mention them are left out. */
const MOST = 1 / 2;

/**
 * Entries that have every word of the query, also with another ending, in any order. Words such as "the" do not count. If no
 * entry has every word, those with more than half of them are found. A word of the title ranks above one of the description
 * and its synonyms, and this above one of the timeline, the states and the clauses; the worst of several words counts first.
 */
export function searchEntries<T extends Searched>(entries: readonly T[], query: string): Found<T> {
  const words = queryWords(query);
  if (words.length === 0) return { entries, leftOut: 0, isPart: false };
  const ranked = entries.map((entry) => {
    const texts = textsOf(entry);
    const ranks = words.map((word) => rankOf(texts, word)).filter((rank) => rank > 0);
    return { entry, has: ranks.length, worst: Math.min(...ranks), sum: ranks.reduce((total, rank) => total + rank, 0) };
  });
  const most = Math.max(...ranked.map(({ has }) => has));
  if (most <= words.length / 2) return { entries: [], leftOut: 0, isPart: false };
  const found = ranked.filter(({ has }) => has === most).sort((a, b) => b.worst - a.worst || b.sum - a.sum);
  const about = found.filter(({ worst }) => worst >= CALLED[0]);
  // Where no recording is about the words, those that mention them are better than none.
  const shown = found.length > MOST * entries.length && about.length > 0 ? about : found;
  return { entries: shown.map(({ entry }) => entry), leftOut: found.length - shown.length, isPart: most < words.length };
}
