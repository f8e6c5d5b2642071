import { useMemo } from 'react';
import { upperFirst } from '#machines/words.ts';
import { wayWords } from '../../journey/sentences.ts';
import type { Population } from '../compute/columns.ts';
import type { Figures } from '../compute/placeFigures.ts';
import { fitnessOf, MISFIT_WORDS } from '../compute/fitness.ts';
import { variantsOf, type Variant } from '../compute/variants.ts';
import { Count } from './Behind.tsx';
import { count, percent, stateWords, timeText } from './populationWords.ts';

interface Props {
  population: Population;
  figures: Figures;
}

const MOST = 10;

function Variants({ title, variants, all }: { title: string; variants: readonly Variant[]; all: number }) {
  return (
    <section className="question question--wide">
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Pages in their order</th>
            <th scope="col">What became of them</th>
            <th scope="col">Journeys</th>
            <th scope="col">Median length</th>
          </tr>
        </thead>
        <tbody>
          {variants.map(({ pages, end, recordings, usualMs }, at) => (
            <tr key={at}>
              <th scope="row">{pages.length === 0 ? 'Never came to a page' : pages.join(' → ')}</th>
              <td>{upperFirst(end)}</td>
              <td>
                <Count title={`${pages.join(' → ')}: ${end}`} recordings={recordings} of={all} />
              </td>
              <td>{timeText(usualMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The most frequent ways through the app, the rarest ways, and the steps that the chart does not allow. */
export function WaysThrough({ population, figures }: Props) {
  const variants = useMemo(() => variantsOf(population, figures), [population, figures]);
  const fitness = useMemo(() => fitnessOf(population, figures.selection), [population, figures]);
  const all = figures.selection.length;
  return (
    <div className="questions">
      <Variants
        title={`The ${Math.min(MOST, variants.length)} most frequent of ${count(variants.length)} ways`}
        variants={variants.slice(0, MOST)}
        all={all}
      />
      {variants.length > MOST && (
        <Variants title="The rarest" variants={variants.slice(Math.max(MOST, variants.length - MOST)).reverse()} all={all} />
      )}
      <section className="question question--wide">
        <h2>Do the journeys fit the chart?</h2>
        <p>
          {count(fitness.fitting)} of {count(fitness.steps)} steps fit ({percent(fitness.fitting, fitness.steps)}), and{' '}
          {count(fitness.whole)} of {count(fitness.of)} journeys in every step. Conditions of transitions are not judged, because they read
          values that a recording hides.
        </p>
        {fitness.misfits.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">In</th>
                <th scope="col">Happened</th>
                <th scope="col">Led to</th>
                <th scope="col">Why it does not fit</th>
                <th scope="col">Journeys</th>
              </tr>
            </thead>
            <tbody>
              {fitness.misfits.slice(0, 4 * MOST).map(({ from, event, to, why, recordings }) => (
                <tr key={`${from} ${event} ${to}`}>
                  <th scope="row">{stateWords(from)}</th>
                  <td>{wayWords(event)}</td>
                  <td>{stateWords(to)}</td>
                  <td>{MISFIT_WORDS[why]}</td>
                  <td>
                    <Count title={`${stateWords(from)}: ${wayWords(event)}`} recordings={recordings} of={all} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}
