import { useMemo } from 'react';
import { sections } from '#src/forms/sections/index.ts';
import type { Population } from '../compute/columns.ts';
import { funnelOf, lastAt, photosOf, problemsOf } from '../compute/countedAnswers.ts';
import { codeOfFault } from '../../journey/problemWords.ts';
import type { Names } from '../../names.ts';
import { recordingsAt, type Figures } from '../compute/placeFigures.ts';
import { placeName } from '../compute/chartPlaces.ts';
import { Count } from './Behind.tsx';
import type { Study } from './useStudy.ts';
import { count, fieldLabel } from './populationWords.ts';

interface Props {
  population: Population;
  figures: Figures;
  other: Study['other'];
  names: Names;
}

const nameOfStep = (ids: readonly string[]): string => ids.map(placeName).join(' or ');

/** The funnel of the application; then the losses by field, by refusal and by photo. */
export function Application({ population, figures, other, names }: Props) {
  const funnel = useMemo(() => funnelOf(population, figures), [population, figures]);
  const before = useMemo(() => (other ? funnelOf(population, other.figures) : null), [population, other]);
  const forms = useMemo(
    () => Object.keys(sections).map((id) => ({ id, came: recordingsAt(figures, id).length, ...lastAt(population, figures, id) })),
    [population, figures],
  );
  const refusals = useMemo(() => problemsOf(population, figures), [population, figures]);
  const photos = useMemo(() => photosOf(population, figures.selection), [population, figures]);
  const widest = Math.max(1, ...funnel.steps.map(({ came }) => came.length));
  return (
    <div className="questions">
      <section className="question question--wide">
        <h2>The application, step by step</h2>
        <table className="funnel">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Came</th>
              <th scope="col">Lost here</th>
              {before && <th scope="col">Lost, {other?.words.toLowerCase()}</th>}
              <th scope="col">Went on</th>
              <th scope="col">
                <span className="visually-hidden">Bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {funnel.steps.map(({ ids, came, lost, went }, at) => {
              const name = nameOfStep(ids);
              const beside = before?.steps[at];
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <Count title={`Came to ${name}`} recordings={came} />
                  </td>
                  <td>
                    <Count title={`Lost at ${name}`} recordings={lost} of={came.length} />
                  </td>
                  {beside && other && (
                    <td>
                      <Count title={`Lost at ${name}, ${other.words.toLowerCase()}`} recordings={beside.lost} of={beside.came.length} />
                    </td>
                  )}
                  <td>
                    <Count title={`Went on from ${name}`} recordings={went} of={came.length} />
                  </td>
                  <td>
                    <svg className="funnel__bar" viewBox="0 0 200 14" aria-hidden="true">
                      <rect className="funnel__came" width={(200 * came.length) / widest} height={14} rx={3} />
                      <rect
                        className="funnel__lost"
                        x={(200 * (came.length - lost.length)) / widest}
                        width={(200 * lost.length) / widest}
                        height={14}
                        rx={3}
                      />
                    </svg>
                  </td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">The money is on its way</th>
              <td>
                <Count title="The money is on its way" recordings={funnel.paidOut} />
              </td>
              <td />
              {before && <td />}
              <td />
              <td />
            </tr>
          </tbody>
        </table>
      </section>
      {forms
        .filter(({ came }) => came > 0)
        .map(({ id, came, fields }) => (
          <section key={id} className="question">
            <h2>{placeName(id)}: fields</h2>
            <p>Where the form was left, of all journeys that came to it.</p>
            <table>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Left here</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ name, recordings }) => (
                  <tr key={name}>
                    <th scope="row">{fieldLabel(name)}</th>
                    <td>
                      <Count title={`${placeName(id)} was left at ${fieldLabel(name)}`} recordings={recordings} of={came} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {fields.length === 0 && <p className="muted">Nobody left it.</p>}
          </section>
        ))}
      <section className="question">
        <h2>Refusals and problems</h2>
        <p>By rule, most journeys first.</p>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Journeys</th>
              <th scope="col">Times</th>
              <th scope="col">Ended in it</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ name, code, fields, recordings, times, ended }) => {
              const words = fields.length === 0 ? name : `${name} (${fields.map(fieldLabel).join(', ')})`;
              return (
                <tr key={words}>
                  <th scope="row">
                    {words}
                    {names === 'code' && code !== 0 && <span className="mono"> {codeOfFault({ code })}</span>}
                  </th>
                  <td>
                    <Count title={words} recordings={recordings} />
                  </td>
                  <td>{count(times)}</td>
                  <td>
                    <Count title={`Ended in: ${words}`} recordings={ended} of={recordings.length} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <section className="question">
        <h2>Photos</h2>
        {photos.length === 0 && <p className="muted">No photo was taken.</p>}
        {photos.map(({ side, taken, causes }) => (
          <div key={side}>
            <h3>{fieldLabel(side)}</h3>
            <p>
              Taken in <Count title={`${fieldLabel(side)} taken`} recordings={taken.recordings} /> journeys.
            </p>
            <ul className="bars">
              {causes.map(({ name, recordings }) => (
                <li key={name}>
                  <span>{name}</span>
                  <Count title={`${fieldLabel(side)}: ${name}`} recordings={recordings} of={taken.recordings.length} />
                </li>
              ))}
              {causes.length === 0 && <li className="muted">None was refused.</li>}
            </ul>
          </div>
        ))}
      </section>
    </div>
  );
}
