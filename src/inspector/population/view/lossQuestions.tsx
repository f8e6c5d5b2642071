/** Questions about lost journeys: at which pages, after which field or problem, and in which groups. */
import { useMemo } from 'react';
import type { Population } from '../compute/columns.ts';
import { hitGroups } from '../compute/comparePopulations.ts';
import { lastAt, lostByPlace, problemsOf, union, type Line } from '../compute/countedAnswers.ts';
import { placeName } from '../compute/chartPlaces.ts';
import type { Figures } from '../compute/placeFigures.ts';
import { Count } from './Behind.tsx';
import { certainty, fieldLabel, groupWords, percent } from './populationWords.ts';
import { Bars, Lines, Question, Table, useRows } from './questionParts.tsx';

interface Losses {
  /** Lost journeys by page, the most first. */
  byPlace: ReturnType<typeof lostByPlace>;
  /** Recordings of the journeys that are lost at any page. */
  every: Uint32Array;
  /** By page, the last field and the last problem before the loss. */
  last: readonly ({ name: string } & ReturnType<typeof lastAt>)[];
}

export const useLosses = (population: Population, figures: Figures): Losses =>
  useMemo(() => {
    const byPlace = lostByPlace(figures);
    return {
      byPlace,
      every: union(byPlace.map(({ recordings }) => recordings)),
      last: byPlace.map(({ id, name }) => ({ name, ...lastAt(population, figures, id) })),
    };
  }, [population, figures]);

const mostFirst = (lines: readonly Line[]): Line[] => [...lines].sort((a, b) => b.recordings.length - a.recordings.length);

/** @param all Number of examined journeys. */
export function WhereLost({ losses: { byPlace, every }, all }: { losses: Losses; all: number }) {
  const { shown, more } = useRows(byPlace);
  const worst = byPlace[0];
  const answer = worst ? (
    <>
      <Count title="Lost journeys" recordings={every} of={all} /> are lost, most at {worst.name}. A share below is of those who came to the
      page.
    </>
  ) : (
    'No journey is lost.'
  );
  const bars = shown.map(({ id, name, recordings, came }) => ({ id, name, title: `Lost at ${name}`, recordings, of: came }));
  return (
    <Question asks="Where are borrowers lost?" answer={answer}>
      <Bars bars={bars} longest={worst?.recordings.length ?? 0} />
      {more}
    </Question>
  );
}

export function WhichField({ losses: { last, every } }: { losses: Losses }) {
  const fields = mostFirst(
    last.flatMap(({ name, fields: of }) =>
      of.filter((line) => line.name !== '').map((line) => ({ name: `${fieldLabel(line.name)}, ${name}`, recordings: line.recordings })),
    ),
  );
  const top = fields[0];
  return (
    <Question
      asks="At which field?"
      answer={
        top
          ? `Most at ${top.name}: it is the last that they touched. A share is of all lost journeys.`
          : 'No field was touched before a journey was lost.'
      }
    >
      <Lines lines={fields} of={every.length} title="Last field before the journey was lost" />
    </Question>
  );
}

export function WhichRefusal({ losses: { last, every } }: { losses: Losses }) {
  const refusals = mostFirst(
    last.flatMap(({ name, problems }) =>
      problems
        .filter((line) => line.name !== 'No problem before')
        .map((line) => ({ name: line.name.startsWith(name) ? line.name : `${line.name} (${name})`, recordings: line.recordings })),
    ),
  );
  const top = refusals[0];
  return (
    <Question
      asks="After which refusal?"
      answer={top ? `Most after "${top.name}". A share is of all lost journeys.` : 'Nobody is lost after a refusal.'}
    >
      <Lines lines={refusals} of={every.length} title="Last problem at the page where the journey was lost" />
    </Question>
  );
}

export function WhoLost({ population, figures }: { population: Population; figures: Figures }) {
  const hits = useMemo(() => hitGroups(population, figures), [population, figures]);
  const { shown, more } = useRows(hits);
  const top = hits[0];
  return (
    <Question
      asks="Who is lost more often than others?"
      answer={
        top
          ? `${groupWords(top.group)}: lost at ${placeName(top.place)} ${percent(top.recordings.length, top.of)} of those who came, of all others ${percent(top.others.length, top.otherOf)}.`
          : 'No group differs from all others by more than chance.'
      }
    >
      {hits.length > 0 && (
        <Table heads={['Group', 'Page', 'Lost', 'Others', 'Certainty']}>
          {shown.map((hit) => (
            <tr key={`${groupWords(hit.group)} ${hit.place}`}>
              <th scope="row">{groupWords(hit.group)}</th>
              <td>{placeName(hit.place)}</td>
              <td>
                <Count title={`${hit.what}: ${groupWords(hit.group)}`} recordings={hit.recordings} of={hit.of} />
              </td>
              <td>
                <Count title={`${hit.what}: all but ${groupWords(hit.group)}`} recordings={hit.others} of={hit.otherOf} />
              </td>
              <td title={hit.test}>{certainty(hit.q)}</td>
            </tr>
          ))}
        </Table>
      )}
      {more}
    </Question>
  );
}

export function WhichProblem({ population, figures, losses: { every } }: { population: Population; figures: Figures; losses: Losses }) {
  const problems = useMemo(() => problemsOf(population, figures), [population, figures]);
  const ending = mostFirst(
    problems
      .filter(({ ended }) => ended.length > 0)
      .map(({ name, fields, ended }) => ({
        name: fields.length === 0 ? name : `${name} (${fields.map(fieldLabel).join(', ')})`,
        recordings: ended,
      })),
  );
  const top = ending[0];
  return (
    <Question
      asks="Which problem ends journeys?"
      answer={
        top
          ? `Most in "${top.name}": it was the last answer at the page where they were lost. A share is of all lost journeys.`
          : 'No journey ended in a problem.'
      }
    >
      <Lines lines={ending} of={every.length} title="Ended in a problem" />
    </Question>
  );
}
