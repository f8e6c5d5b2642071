import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/primaryIcons.ts';
import { play } from '../../inspectorIcons.ts';
import type { Population } from '../compute/columns.ts';
import { journeyName } from '../compute/journeyName.ts';
import { chartGraph, placeName } from '../compute/chartPlaces.ts';
import type { LostAt } from '../compute/lostStep.ts';
import { OUTCOME_WORDS } from '../compute/visits.ts';
import { count, percent, timeText, valueWords } from './populationWords.ts';

/** The recordings that a number counts. */
export interface Behind {
  title: string;
  recordings: Uint32Array;
}

export const ShowBehind = createContext<(behind: Behind) => void>(() => undefined);

/** "45 of 366 (12%)": a percentage alone would hide how few journeys it is computed from. */
const shareText = (part: number, of: number): string => `${count(part)} of ${count(of)} (${percent(part, of)})`;

/** A number of journeys. A press lists their recordings. @param of The whole of the share; absent: only the number is shown. */
export function Count({ title, recordings, of }: Behind & { of?: number | undefined }) {
  const show = useContext(ShowBehind);
  const text = of === undefined ? count(recordings.length) : shareText(recordings.length, of);
  if (recordings.length === 0) return <span>{text}</span>;
  return (
    <button className="link" type="button" aria-label={`${text}: ${title}`} onClick={() => show({ title, recordings })}>
      {text}
    </button>
  );
}

/** Number of recordings listed at first, and added by each press of "Show more". */
const AT_ONCE = 60;

interface Props {
  behind: Behind;
  population: Population;
  /** The page where a journey was lost, and how; null: it was lost nowhere. */
  lostAt: (recording: number) => LostAt | null;
  onOpen: (recording: number) => void;
  onClose: () => void;
}

/** Lists the recordings that a number counts. A press on one replays it. */
export function BehindDialog({ behind: { title, recordings }, population, lostAt, onOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [listed, setListed] = useState(AT_ONCE);
  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    const shown = dialog.current;
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const { names, recordings: columns, steps } = population;
  const facts = (at: number): string => {
    const end = (columns.first[at + 1] as number) - 1;
    const state = names.states[steps.state[end] as number] as string;
    const word = (index: number | undefined): string => names.words[index as number] as string;
    const lost = lostAt(at);
    return [
      `${count(end - (columns.first[at] as number))} events in ${timeText(steps.at[end] as number)}`,
      lost ? `${OUTCOME_WORDS[lost.outcome]} at ${lost.page}` : `ends at ${placeName(chartGraph.boxOf[state] ?? state)}`,
      valueWords('release', word(columns.release[at])),
      valueWords('market', word(columns.market[at])),
      valueWords('language', word(columns.language[at])),
    ].join(', ');
  };
  return (
    <dialog ref={dialog} className="catalogue behind" aria-labelledby="behind-title" onCancel={onClose}>
      <div className="catalogue__head">
        <h2 id="behind-title">{title}</h2>
        <button className="key key--small" type="button" aria-label="Close" onClick={onClose}>
          <Icon path={close} size="xs" />
        </button>
      </div>
      <p className="muted">
        {count(recordings.length)} {recordings.length === 1 ? 'recording' : 'recordings'}. Press one to replay it.
      </p>
      <ul className="catalogue__list">
        {[...recordings.slice(0, listed)].map((at) => (
          <li key={at}>
            <button className="entry" type="button" onClick={() => onOpen(at)}>
              <span className="kind">
                <Icon path={play} />
              </span>
              <span>
                <span className="entry__title">{journeyName(population, at)}</span>
                <span className="entry__about">{facts(at)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {recordings.length > listed && (
        <button className="tbtn behind__more" type="button" onClick={() => setListed(listed + AT_ONCE)}>
          Show {count(Math.min(AT_ONCE, recordings.length - listed))} more
        </button>
      )}
    </dialog>
  );
}
