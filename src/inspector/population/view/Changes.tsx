import { useMemo, useState } from 'react';
import type { Population } from '../compute/columns.ts';
import { changesOf, type Change } from '../compute/comparePopulations.ts';
import type { Figures } from '../compute/placeFigures.ts';
import { Count } from './Behind.tsx';
import type { Study } from './useStudy.ts';
import { certainty, count, fieldLabel, nobodyBeside, timeText } from './populationWords.ts';

interface Props {
  population: Population;
  figures: Figures;
  other: Study['other'];
  words: string;
  /** Label of the other side, also where it has no recording; empty: nothing is compared. */
  otherWords: string;
}

interface FigureProps {
  change: Change;
  side: 'here' | 'there';
  /** Label of the side. */
  words: string;
}

/** The figure of one side: a share with its part and its whole, or a time with the number of journeys. */
function Figure({ change: { what, unit, here, there, of, otherOf, recordings, others }, side, words }: FigureProps) {
  const [value, found, all] = side === 'here' ? [here, recordings, of] : [there, others, otherOf];
  if (value === null) return 'nobody';
  const title = `${what}, ${words.toLowerCase()}`;
  if (unit === 'share') return <Count title={title} recordings={found} of={all} />;
  return (
    <>
      {timeText(value)} <span className="muted">of</span> <Count title={title} recordings={found} />
    </>
  );
}

/** The differences between two populations that are larger than chance explains. */
export function Changes({ population, figures, other, words, otherWords }: Props) {
  const [shows, setShows] = useState<'beyond' | 'all'>('beyond');
  const changes = useMemo(() => (other ? changesOf(population, figures, other.figures, fieldLabel) : []), [population, figures, other]);
  if (!other)
    return (
      <p className="population__hint">
        {otherWords === ''
          ? 'Choose above what to compare with: the week before, earlier releases, or all other journeys. This page then says what changed by more than chance.'
          : nobodyBeside(otherWords)}
      </p>
    );
  const beyond = changes.filter(({ isBeyondChance }) => isBeyondChance);
  const rows = shows === 'beyond' ? beyond : changes;
  return (
    <section className="question question--wide">
      <h2>
        {words} (<Count title={words} recordings={figures.selection} />) and {other.words.toLowerCase()} (
        <Count title={other.words} recordings={other.figures.selection} />)
      </h2>
      <p>
        {beyond.length === 0
          ? 'Nothing differs by more than chance'
          : `${count(beyond.length)} of ${count(changes.length)} figures differ by more than chance`}
        . Shares are compared with a two-proportion z-test, or Fisher's exact test where fewer than five are expected; stays with the
        Mann-Whitney U test. The share at a page is of those who came to it, that of a problem of all journeys of its side. q is corrected
        for the number of figures by Benjamini and Hochberg; below 0.05 counts.
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
            <th scope="col">Test</th>
            <th scope="col">Certainty</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((change) => (
            <tr key={change.what} className={change.isBeyondChance ? 'is-beyond' : undefined}>
              <th scope="row">{change.what}</th>
              <td>
                <Figure change={change} side="here" words={words} /> {(change.here ?? 0) > (change.there ?? 0) ? '▲' : '▼'}
              </td>
              <td>
                <Figure change={change} side="there" words={other.words} />
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
