import { useMemo, useState } from 'react';
import type { Population } from '../compute/columns.ts';
import { changesOf, type Change } from '../compute/compare.ts';
import type { Figures } from '../compute/figures.ts';
import { Count } from './Behind.tsx';
import type { Study } from './useStudy.ts';
import { certainty, count, fieldLabel, timeText } from './words.ts';

interface Props {
  population: Population;
  figures: Figures;
  other: Study['other'];
  words: string;
}

const valueText = ({ unit }: Change, value: number | null): string =>
  value === null ? 'nobody' : unit === 'ms' ? timeText(value) : `${(100 * value).toFixed(1)}%`;

/** What differs between two populations by more than chance. */
export function Changes({ population, figures, other, words }: Props) {
  const [shows, setShows] = useState<'beyond' | 'all'>('beyond');
  const changes = useMemo(() => (other ? changesOf(population, figures, other.figures, fieldLabel) : []), [population, figures, other]);
  if (!other)
    return (
      <p className="population__hint">
        Choose above what to compare with: the week before, earlier releases, or all other journeys. This page then says what changed by
        more than chance.
      </p>
    );
  const beyond = changes.filter(({ isBeyondChance }) => isBeyondChance);
  const rows = shows === 'beyond' ? beyond : changes;
  return (
    <section className="question question--wide">
      <h2>
        {words} ({count(figures.selection.length)}) and {other.words.toLowerCase()} ({count(other.figures.selection.length)})
      </h2>
      <p>
        {beyond.length === 0
          ? 'Nothing differs by more than chance'
          : `${count(beyond.length)} of ${count(changes.length)} figures differ by more than chance`}
        . Shares are compared with a two-proportion z-test, or Fisher's exact test where fewer than five are expected; stays with the
        Mann-Whitney U test. q is corrected for the number of figures by Benjamini and Hochberg; below 0.05 counts.
      </p>
      <div className="seg" role="group" aria-label="Which figures">
        <button type="button" aria-pressed={shows === 'beyond'} onClick={() => setShows('beyond')}>
          Beyond chance
        </button>
        <button type="button" aria-pressed={shows === 'all'} onClick={() => setShows('all')}>
          All figures
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">{words}</th>
            <th scope="col">{other.words}</th>
            <th scope="col">Journeys</th>
            <th scope="col">Test</th>
            <th scope="col">Certainty</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((change) => (
            <tr key={change.what} className={change.isBeyondChance ? 'is-beyond' : undefined}>
              <th scope="row">{change.what}</th>
              <td>
                {valueText(change, change.here)} {(change.here ?? 0) > (change.there ?? 0) ? '▲' : '▼'}
              </td>
              <td>{valueText(change, change.there)}</td>
              <td>
                <Count title={`${change.what}, ${words.toLowerCase()}`} recordings={change.recordings} />
              </td>
              <td className="muted">{change.test}</td>
              <td>{certainty(change.q)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
