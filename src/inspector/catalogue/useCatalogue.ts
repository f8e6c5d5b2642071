/** All available recordings with their summaries. Stored recordings are read while the browser is idle. */
import { useCallback, useEffect, useState } from 'react';
import { CLAUSES, type ClauseId } from '#machines/specification.ts';
import type { Recording } from '#src/recording/format.ts';
import { nodeOf } from '../chart/describeState.ts';
import { CHARTS, nameOf } from '../charts/index.ts';
import { titleOf } from '../journey/loadRecording.ts';
import { asSentence } from '../names.ts';
import { searchable } from './otherWords.ts';
import { PLACE_WORDS } from './placeWords.ts';
import { keepImported, loadImported, throwAwayImported } from './importedRecordings.ts';
import { STORED } from './stored.ts';
import { summarise, type Summary } from './recordingSummary.ts';

export interface Entry {
  id: string;
  title: string;
  /** One sentence; may be empty. */
  about: string;
  group: 'opened' | 'named' | 'path';
  /** Title, sentence and synonyms. */
  called: string;
  /** null: not read yet. */
  summary: Summary | null;
  /** The searched text, in lower case. */
  words: string;
  load: () => Promise<Recording>;
  /** Removes an imported recording from the list and from this browser; null: it is stored with the page. */
  throwAway: (() => void) | null;
}

export interface Catalogue {
  entries: readonly Entry[];
  /** Number of files that are not read yet. */
  unread: number;
  /** Sentences about files that could not be read. */
  faults: readonly string[];
  /** Adds a recording that was opened by Import, and stores it in this browser. */
  add: (recording: Recording) => Promise<void>;
}

/** Pause between two files in ms, so that the page stays responsive. */
const PAUSE = 20;

/** The searched text: the sentences of the timeline, and the names of all visited states with what people say instead. */
export function searchTextOf(title: string, summary: Summary): string {
  const states = Object.keys(summary.stays).flatMap((id) => {
    const node = nodeOf(CHARTS[summary.chart], id);
    const also = PLACE_WORDS[id] ?? '';
    return node ? [id, nameOf(node), also] : [id, also];
  });
  const clauses = summary.clauses.flatMap((clause) => [clause, CLAUSES[clause as ClauseId] ?? '']);
  return searchable(
    [title, ...states, ...summary.eventTypes, ...summary.sentences, ...Object.values(summary.codes), ...clauses].join(' \n '),
  );
}

/** An entry before its recording is read. */
const unread = ({ id, title, about, group, foundBy, load }: (typeof STORED)[number]): Entry => {
  const called = `${title} ${about} ${foundBy}`;
  return { id, title, about, group, called, summary: null, words: searchable(called), load, throwAway: null };
};

const read = (entry: Entry, recording: Recording): Entry => {
  const summary = summarise(recording);
  return { ...entry, summary, words: searchTextOf(entry.called, summary) };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let added = 0;

export function useCatalogue(): Catalogue {
  const [entries, setEntries] = useState<readonly Entry[]>(() => STORED.map(unread));
  const [faults, setFaults] = useState<readonly string[]>([]);

  useEffect(() => {
    let isWanted = true;
    const readAll = async (): Promise<void> => {
      for (const stored of STORED) {
        const { id, load } = stored;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (!isWanted) return;
        try {
          const entry = read(unread(stored), await load());
          setEntries((before) => before.map((one) => (one.id === id ? entry : one)));
        } catch (error) {
          setEntries((before) => before.filter((one) => one.id !== id));
          setFaults((before) => [...before, messageOf(error)]);
        }
      }
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, []);

  const complain = useCallback((fault: string) => setFaults((before) => [...before, fault]), []);

  const importedEntry = useCallback(
    (recording: Recording, number: number | null): Entry => {
      added += 1;
      const id = `opened ${added}`;
      const title = titleOf(recording);
      const leave = (): void => setEntries((before) => before.filter((one) => one.id !== id));
      const throwAway = (): void => {
        if (number === null) return leave();
        // First the store: a page that is reloaded meanwhile must not list again what seemed to be gone.
        throwAwayImported(number)
          .catch((error: unknown) => complain(asSentence(`${title} could not be thrown away: ${messageOf(error)}`)))
          .finally(leave);
      };
      const load = () => Promise.resolve(recording);
      return read({ id, title, about: '', group: 'opened', called: title, summary: null, words: '', load, throwAway }, recording);
    },
    [complain],
  );

  useEffect(() => {
    let isWanted = true;
    const restore = async (): Promise<void> => {
      try {
        const found = await loadImported();
        if (isWanted) setEntries((before) => [...found.map(({ recording, number }) => importedEntry(recording, number)), ...before]);
      } catch (error) {
        complain(asSentence(`Imported recordings could not be read again: ${messageOf(error)}`));
      }
    };
    void restore();
    return () => {
      isWanted = false;
    };
  }, [importedEntry, complain]);

  const add = useCallback(
    async (recording: Recording) => {
      const number = await keepImported(recording).catch((error: unknown) => {
        complain(`This browser has no room to keep ${titleOf(recording)}: it is gone when the page is closed (${messageOf(error)}).`);
        return null;
      });
      setEntries((before) => [importedEntry(recording, number), ...before]);
    },
    [importedEntry, complain],
  );

  return { entries, unread: entries.filter(({ summary }) => summary === null).length, faults, add };
}
