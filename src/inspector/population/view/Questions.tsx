import { Fragment, useMemo } from 'react';
import { faultWords } from '../../journey/problemWords.ts';
import { wayWords } from '../../journey/sentences.ts';
import type { Population } from '../compute/columns.ts';
import { funnelOf, offersOf, sessionEnds, timeToMoney, type OfferEnd } from '../compute/countedAnswers.ts';
import { leftBy, quantile, type Figures } from '../compute/placeFigures.ts';
import { Count } from './Behind.tsx';
import { useLosses, WhereLost, WhichField, WhichProblem, WhichRefusal, WhoLost } from './lossQuestions.tsx';
import { timeText } from './populationWords.ts';
import { Bars, Lines, Question, Table } from './questionParts.tsx';

interface Props {
  population: Population;
  figures: Figures;
}

/** Questions of a product owner, each with an answer in numbers. */
export function Questions(props: Props) {
  const losses = useLosses(props.population, props.figures);
  return (
    <div className="questions">
      <WhereLost losses={losses} all={props.figures.selection.length} />
      <WhichField losses={losses} />
      <WhichRefusal losses={losses} />
      <WhoLost {...props} />
      <HowLong {...props} />
      <WhichProblem {...props} losses={losses} />
      <BeforeSessionEnds {...props} />
      <OffersLapsed {...props} />
      <MoneyReceived {...props} />
      <MoneyAwaited {...props} />
    </div>
  );
}

function HowLong({ population, figures }: Props) {
  const slowest = figures.byPlace
    .filter(({ place, stays }) => place.isTask && stays.length > 0)
    .sort((a, b) => (quantile(b.stays, 0.5) ?? 0) - (quantile(a.stays, 0.5) ?? 0));
  const top = slowest[0];
  return (
    <Question
      asks="How long does each step take?"
      answer={top ? `${top.place.name} takes longest: ${timeText(quantile(top.stays, 0.5))} for half of them.` : 'Nobody left a page.'}
    >
      <Table heads={['Page', 'Median', '90% within', 'Journeys that left it']}>
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
      </Table>
    </Question>
  );
}

function BeforeSessionEnds({ population, figures }: Props) {
  const { ended, byCode, before } = useMemo(() => sessionEnds(population, figures.selection), [population, figures]);
  const answer =
    ended.length === 0 ? (
      'No session ends.'
    ) : (
      <>
        <Count title="Lost the session" recordings={ended} of={figures.selection.length} /> lose their session:{' '}
        {byCode.map(({ name, recordings }, at) => {
          const fault = faultWords({ code: Number(name) });
          return (
            <Fragment key={name}>
              {at > 0 && ', '}
              <Count title={`Lost the session: ${fault}`} recordings={recordings} /> {fault}
            </Fragment>
          );
        })}
        . A share below is of these.
      </>
    );
  return (
    <Question asks="What happens in the ten steps before a session ends?" answer={answer}>
      <Lines lines={before} of={ended.length} title="In the ten steps before a session ended" nameOf={wayWords} />
    </Question>
  );
}

const OFFER_WORDS: Readonly<Record<OfferEnd, string>> = {
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  open: 'Still open at the end of the recording',
};

function OffersLapsed({ population, figures }: Props) {
  const offers = useMemo(() => offersOf(population, figures.selection), [population, figures]);
  const offered = Object.values(offers).reduce((sum, { length }) => sum + length, 0);
  const answer =
    offered === 0 ? (
      'No journey saw an offer.'
    ) : (
      <>
        <Count title="Offer: lapsed" recordings={offers.lapsed} of={offered} /> offers lapse.
      </>
    );
  const bars = (Object.keys(OFFER_WORDS) as OfferEnd[]).map((end) => ({
    id: end,
    name: OFFER_WORDS[end],
    title: `Offer: ${OFFER_WORDS[end].toLowerCase()}`,
    recordings: offers[end],
    of: offered,
  }));
  return (
    <Question asks="How many offers lapse?" answer={answer}>
      <Bars bars={bars} longest={offered} />
    </Question>
  );
}

function MoneyReceived({ population, figures }: Props) {
  const { paidOut } = useMemo(() => funnelOf(population, figures), [population, figures]);
  return (
    <Question
      asks="How many get their money?"
      answer={
        <>
          <Count title="The money is on its way or arrived" recordings={paidOut} of={figures.selection.length} /> journeys saw an offer and
          then the money.
        </>
      }
    />
  );
}

function MoneyAwaited({ population, figures }: Props) {
  const { recordings, fromStart, fromSent } = useMemo(() => timeToMoney(population, figures.selection), [population, figures]);
  const waits = [
    { from: 'From the start of the application', times: fromStart },
    { from: 'From the sending of the application', times: fromSent },
  ];
  return (
    <Question
      asks="In how long do borrowers get their money?"
      answer={
        recordings.length === 0 ? (
          'No recording shows an application and its money.'
        ) : (
          <>
            {timeText(quantile(fromStart, 0.5))} for half of the{' '}
            <Count title="Got the money of an application" recordings={recordings} of={figures.selection.length} /> journeys that show an
            application and its money.
          </>
        )
      }
    >
      {recordings.length > 0 && (
        <Table heads={['Until the phone shows the money', 'Median', '90% within']}>
          {waits.map(({ from, times }) => (
            <tr key={from}>
              <th scope="row">{from}</th>
              <td>{timeText(quantile(times, 0.5))}</td>
              <td>{timeText(quantile(times, 0.9))}</td>
            </tr>
          ))}
        </Table>
      )}
    </Question>
  );
}
