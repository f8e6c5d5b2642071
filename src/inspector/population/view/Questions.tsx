import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { faultWords, wayWords } from '../../journey/sentences.ts';
import type { Population } from '../compute/columns.ts';
import {
  funnelOf,
  lastAt,
  lostByPlace,
  offersOf,
  problemsOf,
  sessionEnds,
  union,
  type Line,
  type OfferEnd,
} from '../compute/countedAnswers.ts';
import { hitGroups } from '../compute/comparePopulations.ts';
import { leftBy, quantile, type Figures } from '../compute/placeFigures.ts';
import { placeName } from '../compute/chartPlaces.ts';
import { Count } from './Behind.tsx';
import { certainty, count, fieldLabel, groupWords, percent, timeText } from './populationWords.ts';

interface Props {
  population: Population;
  figures: Figures;
}

/** Rows of an answer. */
const MOST = 8;

function Question({ asks, answer, children }: { asks: string; answer: ReactNode; children?: ReactNode }) {
  return (
    <section className="question">
      <h2>{asks}</h2>
      <p>{answer}</p>
      {children}
    </section>
  );
}

/** The first rows, and the others with one press. */
function useRows<T>(rows: readonly T[]): { shown: readonly T[]; more: ReactNode } {
  const [isWhole, setWhole] = useState(false);
  const left = rows.length - MOST;
  if (left <= 0) return { shown: rows, more: null };
  const more = (
    <button className="link" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? 'Show fewer' : `Show ${count(left)} more`}
    </button>
  );
  return { shown: isWhole ? rows : rows.slice(0, MOST), more };
}

interface LinesProps {
  lines: readonly Line[];
  of: number;
  title: string;
  nameOf?: (name: string) => string;
}

function Lines({ lines, of, title, nameOf = (name) => name }: LinesProps) {
  const largest = Math.max(1, lines[0]?.recordings.length ?? 1);
  const { shown, more } = useRows(lines);
  return (
    <>
      <ul className="bars">
        {shown.map(({ name, recordings }) => (
          <li key={name} style={{ backgroundSize: `${(100 * recordings.length) / largest}% 100%` }}>
            <span>{nameOf(name)}</span>
            <Count title={`${title}: ${nameOf(name)}`} recordings={recordings} of={of} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

const OFFER_WORDS: Readonly<Record<OfferEnd, string>> = {
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  open: 'Still open at the end of the recording',
};

/** The questions of a product owner, answered in numbers. */
export function Questions({ population, figures }: Props) {
  const all = figures.selection.length;
  const lost = useMemo(() => lostByPlace(figures), [figures]);
  const worst = lost[0];
  const last = useMemo(() => lost.map(({ id, name }) => ({ name, ...lastAt(population, figures, id) })), [lost, population, figures]);
  const fields = last
    .flatMap(({ name, fields: of }) =>
      of.filter((line) => line.name !== '').map((line) => ({ name: `${fieldLabel(line.name)}, ${name}`, recordings: line.recordings })),
    )
    .sort((a, b) => b.recordings.length - a.recordings.length);
  const refusals = last
    .flatMap(({ name, problems: of }) =>
      of
        .filter((line) => line.name !== 'No problem before')
        .map((line) => ({ name: line.name.startsWith(name) ? line.name : `${line.name} (${name})`, recordings: line.recordings })),
    )
    .sort((a, b) => b.recordings.length - a.recordings.length);
  const problems = useMemo(() => problemsOf(population, figures), [population, figures]);
  const ending = problems
    .filter(({ ended }) => ended.length > 0)
    .map(({ name, fields: of, ended }) => ({
      name: of.length === 0 ? name : `${name} (${of.map(fieldLabel).join(', ')})`,
      recordings: ended,
    }))
    .sort((a, b) => b.recordings.length - a.recordings.length);
  const sessions = useMemo(() => sessionEnds(population, figures.selection), [population, figures]);
  const offers = useMemo(() => offersOf(population, figures.selection), [population, figures]);
  const hits = useMemo(() => hitGroups(population, figures), [population, figures]);
  const funnel = useMemo(() => funnelOf(population, figures), [population, figures]);
  const lostRows = useRows(lost);
  const hitRows = useRows(hits);
  const everyLost = useMemo(() => union(lost.map(({ recordings }) => recordings)), [lost]);
  const allLost = everyLost.length;
  const offered = Object.values(offers).reduce((sum, { length }) => sum + length, 0);
  const [topField, topRefusal, topEnding, topHit] = [fields[0], refusals[0], ending[0], hits[0]];
  const slowest = figures.byPlace
    .filter(({ place, stays }) => place.isTask && stays.length > 0)
    .sort((a, b) => (quantile(b.stays, 0.5) ?? 0) - (quantile(a.stays, 0.5) ?? 0));
  return (
    <div className="questions">
      <Question
        asks="Where are borrowers lost?"
        answer={
          worst ? (
            <>
              <Count title="Lost journeys" recordings={everyLost} of={all} /> are lost, most at {worst.name}. A share below is of those who
              came to the page.
            </>
          ) : (
            'No journey is lost.'
          )
        }
      >
        <ul className="bars">
          {lostRows.shown.map(({ id, name, recordings, came }) => (
            <li key={id} style={{ backgroundSize: `${(100 * recordings.length) / Math.max(1, worst?.recordings.length ?? 1)}% 100%` }}>
              <span>{name}</span>
              <Count title={`Lost at ${name}`} recordings={recordings} of={came} />
            </li>
          ))}
        </ul>
        {lostRows.more}
      </Question>
      <Question
        asks="At which field?"
        answer={
          topField
            ? `Most at ${topField.name}: it is the last that they touched. A share is of all lost journeys.`
            : 'No field was touched before a journey was lost.'
        }
      >
        <Lines lines={fields} of={allLost} title="Last field before the journey was lost" />
      </Question>
      <Question
        asks="After which refusal?"
        answer={topRefusal ? `Most after "${topRefusal.name}". A share is of all lost journeys.` : 'Nobody is lost after a refusal.'}
      >
        <Lines lines={refusals} of={allLost} title="Last problem at the page where the journey was lost" />
      </Question>
      <Question
        asks="Who is lost more often than others?"
        answer={
          topHit
            ? `${groupWords(topHit.group)}: lost at ${placeName(topHit.place)} ${percent(topHit.recordings.length, topHit.of)} of those who came, of all others ${percent(topHit.others.length, topHit.otherOf)}.`
            : 'No group differs from all others by more than chance.'
        }
      >
        {hits.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col">Page</th>
                <th scope="col">Lost</th>
                <th scope="col">Others</th>
                <th scope="col">Certainty</th>
              </tr>
            </thead>
            <tbody>
              {hitRows.shown.map((hit) => (
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
            </tbody>
          </table>
        )}
        {hitRows.more}
      </Question>
      <Question
        asks="How long does each step take?"
        answer={
          slowest[0]
            ? `${slowest[0].place.name} takes longest: ${timeText(quantile(slowest[0].stays, 0.5))} for half of them.`
            : 'Nobody left a page.'
        }
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Median</th>
              <th scope="col">90% within</th>
              <th scope="col">Journeys that left it</th>
            </tr>
          </thead>
          <tbody>
            {slowest.map(({ place, stays }) => (
              <tr key={place.id}>
                <th scope="row">{place.name}</th>
                <td>{timeText(quantile(stays, 0.5))}</td>
                <td>{timeText(quantile(stays, 0.9))}</td>
                <td>
                  <Count title={`Left ${place.name}`} recordings={leftBy(population, figures, place.id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Question>
      <Question
        asks="Which problem ends journeys?"
        answer={
          topEnding
            ? `"${topEnding.name}" is the problem that most often comes last in journeys that are lost. A share is of all lost journeys.`
            : 'No lost journey had a problem.'
        }
      >
        <Lines lines={ending} of={allLost} title="Last problem of a lost journey" />
      </Question>
      <Question
        asks="What happens in the ten steps before a session ends?"
        answer={
          sessions.ended.length === 0 ? (
            'No session ends.'
          ) : (
            <>
              <Count title="Lost the session" recordings={sessions.ended} of={all} /> lose their session:{' '}
              {sessions.byCode.map(({ name, recordings }, at) => (
                <Fragment key={name}>
                  {at > 0 && ', '}
                  <Count title={`Lost the session: ${faultWords({ code: Number(name) })}`} recordings={recordings} />{' '}
                  {faultWords({ code: Number(name) })}
                </Fragment>
              ))}
              . A share below is of these.
            </>
          )
        }
      >
        <Lines lines={sessions.before} of={sessions.ended.length} title="In the ten steps before a session ended" nameOf={wayWords} />
      </Question>
      <Question
        asks="How many offers lapse?"
        answer={
          offered === 0 ? (
            'No journey saw an offer.'
          ) : (
            <>
              <Count title="Offer: lapsed" recordings={offers.lapsed} of={offered} /> offers lapse.
            </>
          )
        }
      >
        <ul className="bars">
          {(Object.keys(OFFER_WORDS) as OfferEnd[]).map((end) => (
            <li key={end} style={{ backgroundSize: `${(100 * offers[end].length) / Math.max(1, offered)}% 100%` }}>
              <span>{OFFER_WORDS[end]}</span>
              <Count title={`Offer: ${OFFER_WORDS[end].toLowerCase()}`} recordings={offers[end]} of={offered} />
            </li>
          ))}
        </ul>
      </Question>
      <Question
        asks="How many get their money?"
        answer={
          <>
            <Count title="The money is on its way or arrived" recordings={funnel.paidOut} of={all} /> journeys saw an offer and then the
            money.
          </>
        }
      />
    </div>
  );
}
