/** All recordings there are to choose from, with what is known about each. Those kept with the project are read while nothing else happens. */
import { useCallback, useEffect, useState } from 'react';
import { CLAUSES, type ClauseId } from '#machines/specification.ts';
import type { Recording } from '#src/recording/format.ts';
import { nodeOf } from '../chart/about.ts';
import { titleOf } from '../journey/load.ts';
import { nameOf } from '../names.ts';
import { STORED } from './stored.ts';
import { summarise, type Summary } from './summary.ts';

export interface Entry {
  id: string;
  title: string;
  /** One sentence; empty where nobody wrote one. */
  about: string;
  group: 'opened' | 'named' | 'path';
  /** null: not read yet. */
  summary: Summary | null;
  /** Everything a search looks through, in lower case. */
  words: string;
  load: () => Promise<Recording>;
}

export interface Catalogue {
  entries: readonly Entry[];
  /** How many are still to be read. */
  unread: number;
  /** Sentences about files that could not be read. */
  faults: readonly string[];
  add: (recording: Recording) => void;
}

/** Between two files, ms: the page is used meanwhile. */
const PAUSE = 20;

/** What a search looks through: what the timeline prints, and the names of everything passed through. */
export function wordsOf(title: string, summary: Summary): string {
  const states = Object.keys(summary.stays).flatMap((id) => {
    const node = nodeOf(id);
    return node ? [id, nameOf(node)] : [id];
  });
  const clauses = summary.clauses.flatMap((clause) => [clause, CLAUSES[clause as ClauseId] ?? '']);
  const text = [title, ...states, ...summary.eventTypes, ...summary.sentences, ...clauses].join(' \n ');
  // Names of code are found by each of their words too.
  return `${text} \n ${text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')}`.toLowerCase();
}

const read = ({ id, group, about, load, title }: Omit<Entry, 'summary' | 'words'>, recording: Recording): Entry => {
  const summary = summarise(recording);
  return { id, title, about, group, summary, words: wordsOf(`${title} ${about}`, summary), load };
};

const unreadEntries = (): Entry[] =>
  STORED.map((stored) => ({ ...stored, summary: null, words: `${stored.title} ${stored.about}`.toLowerCase() }));

let added = 0;

export function useCatalogue(): Catalogue {
  const [entries, setEntries] = useState<readonly Entry[]>(unreadEntries);
  const [faults, setFaults] = useState<readonly string[]>([]);

  useEffect(() => {
    let isWanted = true;
    const readAll = async (): Promise<void> => {
      for (const stored of STORED) {
        const { id, load } = stored;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (!isWanted) return;
        try {
          const entry = read(stored, await load());
          setEntries((before) => before.map((one) => (one.id === id ? entry : one)));
        } catch (error) {
          setEntries((before) => before.filter((one) => one.id !== id));
          setFaults((before) => [...before, error instanceof Error ? error.message : String(error)]);
        }
      }
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, []);

  const add = useCallback((recording: Recording) => {
    added += 1;
    const title = titleOf(recording);
    const entry = read({ id: `opened ${added}`, title, about: '', group: 'opened', load: () => Promise.resolve(recording) }, recording);
    setEntries((before) => [entry, ...before]);
  }, []);

  return { entries, unread: entries.filter(({ summary }) => summary === null).length, faults, add };
}

/** Whether a word of the text begins like this: "id" is in "ID photos" and "idPhotos", not in "paid". */
function hasWord(text: string, word: string): boolean {
  const isLetter = (at: number): boolean => /[a-z0-9]/.test(text.charAt(at));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !isLetter(at) || !isLetter(at - 1)) return true;
  return false;
}

/** Entries that have every word of the query, or its beginning. */
export function found<T extends Pick<Entry, 'words'>>(entries: readonly T[], query: string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? entries : entries.filter((entry) => words.every((word) => hasWord(entry.words, word)));
}
