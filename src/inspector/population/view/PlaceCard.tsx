import { useContext, useMemo } from 'react';
import { upperFirst } from '#machines/words.ts';
import { nodeOf } from '../../chart/describeState.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Population } from '../compute/columns.ts';
import { lastAt } from '../compute/countedAnswers.ts';
import { figuresOf, lostAt, placeFigures, quantile, recordingsAt, recordingsOnWay, type Figures } from '../compute/placeFigures.ts';
import { oneAgainstAll, placeName } from '../compute/chartPlaces.ts';
import { OUTCOME_WORDS, OUTCOMES } from '../compute/visits.ts';
import { Count, ShowBehind } from './Behind.tsx';
import type { Study } from './useStudy.ts';
import { count, fieldLabel, timeText } from './populationWords.ts';

interface Props {
  id: string;
  population: Population;
  figures: Figures;
  other: Study['other'];
}

/** The states inside a page, each with the number of journeys that came and how long they stayed. */
function Inside({ id, population, figures }: Omit<Props, 'other'>) {
  const rows = useMemo(() => {
    const node = nodeOf(journeyChart, id);
    return Object.values(node?.states ?? {})
      .map((child) => {
        const places = oneAgainstAll(population.names, child.id, (state) => state === child.id || state.startsWith(`${child.id}.`));
        const found = figuresOf(population, figures.selection, places);
        return { child, figures: found, came: found.byPlace[1]?.came ?? 0, stays: found.byPlace[1]?.stays ?? new Float64Array() };
      })
      .filter(({ came }) => came > 0);
  }, [id, population, figures]);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Inside</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Came</th>
            <th scope="col">Median</th>
            <th scope="col">90%</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ child, figures: found, stays }) => (
            <tr key={child.id}>
              <th scope="row">{journeyChart.nameOf(child)}</th>
              <td>
                <Count title={`Came to ${journeyChart.nameOf(child)}`} recordings={recordingsAt(found, child.id)} />
              </td>
              <td>{timeText(quantile(stays, 0.5))}</td>
              <td>{timeText(quantile(stays, 0.9))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Ways({ id, population, figures }: Omit<Props, 'other'>) {
  const show = useContext(ShowBehind);
  const ways = [...figures.arrows].filter(([way]) => way.startsWith(`${id}>`)).sort((a, b) => b[1] - a[1]);
  if (ways.length === 0) return null;
  return (
    <>
      <h3>Left for</h3>
      <ul className="bars">
        {ways.map(([way, journeys]) => {
          const name = placeName(way.slice(id.length + 1));
          return (
            <li key={way}>
              <span>{name}</span>
              <button
                className="link"
                type="button"
                aria-label={`${count(journeys)} journeys to ${name}`}
                onClick={() => show({ title: `From ${placeName(id)} to ${name}`, recordings: recordingsOnWay(population, figures, way) })}
              >
                {count(journeys)}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** All figures of one page. */
export function PlaceCard({ id, population, figures, other }: Props) {
  const found = placeFigures(figures, id);
  const last = useMemo(() => lastAt(population, figures, id), [population, figures, id]);
  const beside = other ? placeFigures(other.figures, id) : null;
  const name = placeName(id);
  if (!found || found.came === 0) return <p className="muted">No journey came to {name}.</p>;
  const { came, outcomes, stays } = found;
  return (
    <>
      <h2>{name}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What became of them</th>
            <th scope="col">Journeys</th>
            {beside && <th scope="col">{other?.words}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Came</th>
            <td>
              <Count title={`Came to ${name}`} recordings={recordingsAt(figures, id)} />
            </td>
            {beside && other && (
              <td>
                <Count title={`Came to ${name}, ${other.words.toLowerCase()}`} recordings={recordingsAt(other.figures, id)} />
              </td>
            )}
          </tr>
          {OUTCOMES.filter((one) => outcomes[one] > 0 || (beside && beside.outcomes[one] > 0)).map((one) => (
            <tr key={one}>
              <th scope="row">{upperFirst(OUTCOME_WORDS[one])}</th>
              <td>
                <Count title={`${name}: ${OUTCOME_WORDS[one]}`} recordings={recordingsAt(figures, id, [one])} of={came} />
              </td>
              {beside && other && (
                <td>
                  <Count
                    title={`${name}: ${OUTCOME_WORDS[one]}, ${other.words.toLowerCase()}`}
                    recordings={recordingsAt(other.figures, id, [one])}
                    of={beside.came}
                  />
                </td>
              )}
            </tr>
          ))}
          <tr>
            <th scope="row">Median stay</th>
            <td>{timeText(quantile(stays, 0.5))}</td>
            {beside && <td>{timeText(quantile(beside.stays, 0.5))}</td>}
          </tr>
          <tr>
            <th scope="row">90% left within</th>
            <td>{timeText(quantile(stays, 0.9))}</td>
            {beside && <td>{timeText(quantile(beside.stays, 0.9))}</td>}
          </tr>
        </tbody>
      </table>
      {lostAt(found) > 0 && (
        <>
          <h3>Last field of those who were lost</h3>
          <ul className="bars">
            {last.fields.map(({ name: field, recordings }) => (
              <li key={field}>
                <span>{fieldLabel(field)}</span>
                <Count title={`Lost at ${name}, last field: ${fieldLabel(field)}`} recordings={recordings} of={lostAt(found)} />
              </li>
            ))}
          </ul>
          <h3>Last problem of those who were lost</h3>
          <ul className="bars">
            {last.problems.map(({ name: problem, recordings }) => (
              <li key={problem}>
                <span>{problem}</span>
                <Count title={`Lost at ${name}: ${problem}`} recordings={recordings} of={lostAt(found)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Ways id={id} population={population} figures={figures} />
      <Inside id={id} population={population} figures={figures} />
    </>
  );
}
