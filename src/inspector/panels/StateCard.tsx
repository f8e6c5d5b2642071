import { Fragment, useMemo } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/primaryIcons.ts';
import { insightInto } from '../catalogue/insight.ts';
import type { Entry } from '../catalogue/useCatalogue.ts';
import { aboutState, followingStates, type Leading } from '../chart/describeState.ts';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import { chartOf } from '../charts/index.ts';
import type { Names } from '../names.ts';
import { countText, durationText, isActive, type Step } from '../journey/journeyRun.ts';
import { rawType } from '../journey/callAnswers.ts';
import { callInWords } from '../journey/problemWords.ts';

interface Props {
  id: string;
  /** Whether names are shown in the spelling of the code. */
  names: Names;
  steps: readonly Step[];
  index: number;
  entries: readonly Entry[];
  /** Index of the journey's event that shows this step. */
  eventOf: (step: number) => number;
  /** Shows an event of the journey. */
  onChoose: (event: number) => void;
  /** Opens the recording at its first step in the state. */
  onOpen: (entry: Entry, stateId: string) => void;
  onClose: () => void;
}

/** The next step that enters the state. After the last one, the search starts again at the first step. */
function nextVisit(steps: readonly Step[], id: string, index: number): number | null {
  const enters = (at: number): boolean => {
    const before = steps[at - 1];
    return isActive((steps[at] as Step).snapshot, id) && !(before && isActive(before.snapshot, id));
  };
  for (let i = 1; i <= steps.length; i++) {
    const at = (index + i) % steps.length;
    if (enters(at)) return at;
  }
  return null;
}

const MOST_RECORDINGS = 8;

/**
 * Statistics of the recordings about a state, which show where people get stuck. Generated paths say nothing about people,
 * so they are listed separately.
 */
function Experience({ id, names, entries, onOpen }: Pick<Props, 'id' | 'names' | 'entries' | 'onOpen'>) {
  const recorded = useMemo(() => entries.filter(({ group }) => group !== 'path'), [entries]);
  const paths = useMemo(() => entries.filter(({ group }) => group === 'path'), [entries]);
  return (
    <>
      <Passing title="Recordings that pass through" id={id} names={names} entries={recorded} onOpen={onOpen} />
      <Passing title="Generated paths that pass through" id={id} names={names} entries={paths} onOpen={onOpen} />
    </>
  );
}

function Passing({ title, id, names, entries, onOpen }: Pick<Props, 'id' | 'names' | 'entries' | 'onOpen'> & { title: string }) {
  const { through, of, ended, givenUp, troubled, problems, leftFor, usualMs } = useMemo(() => insightInto(entries, id), [entries, id]);
  if (of === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      {through.length === 0 ? (
        <p className="muted">None of {of}.</p>
      ) : (
        <>
          <p>
            {through.length} of {of}. {countText(ended, 'recording')} {ended === 1 ? 'ends' : 'end'} here, {givenUp} gave up here, something
            went wrong in {troubled}
            {usualMs !== null && `, the usual stay is ${durationText(usualMs)}`}.
          </p>
          {leftFor.length > 0 && <p>From here to {leftFor.map(({ place, recordings }) => `${place} (${recordings})`).join(', ')}.</p>}
          {problems.length > 0 && (
            <ul className="ways">
              {problems.map(({ sentence, code, recordings }) => (
                <li key={sentence} className="trouble">
                  {sentence}, in {countText(recordings, 'recording')}
                  {names === 'code' && <span className="mono"> {code}</span>}
                </li>
              ))}
            </ul>
          )}
          <ul className="ways">
            {through.slice(0, MOST_RECORDINGS).map((entry) => (
              <li key={entry.id}>
                <button className="link" type="button" onClick={() => onOpen(entry, id)}>
                  {entry.title}
                </button>
              </li>
            ))}
          </ul>
          {through.length > MOST_RECORDINGS && (
            <p className="muted">And {through.length - MOST_RECORDINGS} more in the list of recordings.</p>
          )}
        </>
      )}
    </>
  );
}

interface DescribedWay {
  what: string;
  /** The condition; empty: none. */
  asked: string;
  to: string[];
  clauses: readonly string[];
}

/** Groups transitions by event and condition, because one may lead to several states. */
function describedWays(chart: InspectedChart, names: Names, ways: readonly Leading[]): DescribedWay[] {
  const described = new Map<string, DescribedWay>();
  for (const { event, guard, to, clauses } of ways) {
    const isPlain = names === 'plain';
    const what = isPlain ? chart.transitionWords(event) : event === '' ? 'at once' : rawType({ type: event });
    const asked = isPlain ? chart.guardWords(guard) : guard;
    const target = to || 'stays';
    const known = described.get(`${what} if ${asked}`);
    if (!known) described.set(`${what} if ${asked}`, { what, asked, to: [target], clauses });
    else if (!known.to.includes(target)) known.to.push(target);
  }
  return [...described.values()];
}

/** Lists transitions with their targets. */
function Ways({ chart, names, ways }: { chart: InspectedChart; names: Names; ways: readonly Leading[] }) {
  if (ways.length === 0) return <p className="muted">None.</p>;
  return (
    <ul className="ways">
      {describedWays(chart, names, ways).map(({ what, asked, to, clauses }) => (
        <li key={`${what} ${asked}`} title={clauses.join(', ')}>
          {names === 'plain' ? what : <span className="mono">{what}</span>}
          {asked !== '' && <span className="muted"> if {asked}</span>}
          <span> → {to.join(', or ')}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The card of a state: its clauses, its transitions, the visits of this journey, and the statistics of all recordings.
 */
export function StateCard({ id, names, steps, index, entries, eventOf, onChoose, onOpen, onClose }: Props) {
  const chart = chartOf((steps[index] as Step).snapshot);
  const about = useMemo(() => aboutState(chart, id), [chart, id]);
  // A recording that is not read yet counts as one of the app, because all stored recordings are of the app.
  const ofChart = useMemo(() => entries.filter(({ summary }) => (summary?.chart ?? 'journey') === chart.id), [entries, chart]);
  if (!about) return null;
  const visit = nextVisit(steps, id, index);
  return (
    <section className="card" aria-label={`About ${about.name}`}>
      <div className="card__head">
        <h3>{about.name}</h3>
        <button className="key key--small" type="button" aria-label="Close" onClick={onClose}>
          <Icon path={close} size="xs" />
        </button>
      </div>
      {names === 'code' && (
        <p className="mono muted">
          {about.id}
          {about.route && `, #${about.route}`}
        </p>
      )}
      {about.clauses.map(({ id: clause, says }) => (
        <p key={clause} title={clause}>
          {names === 'code' && <span className="mono">{clause}</span>} {says}
        </p>
      ))}
      <p>
        {visit === null ? (
          `This ${chart.run} was never here.`
        ) : (
          <button className="link" type="button" onClick={() => onChoose(eventOf(visit))}>
            Go to event {eventOf(visit)}, where this {chart.run} enters
          </button>
        )}
      </p>
      <Experience id={id} names={names} entries={ofChart} onOpen={onOpen} />
      <h4>Ways from here</h4>
      <Ways chart={chart} names={names} ways={about.ways} />
      {chart.id === 'order' &&
        followingStates(chart, id).map(({ state, ways }) => (
          <Fragment key={state}>
            <h4>And then, from &quot;{state}&quot;</h4>
            <Ways chart={chart} names={names} ways={ways} />
          </Fragment>
        ))}
      {about.inherited.length > 0 && (
        <>
          <h4>From everywhere here</h4>
          <Ways chart={chart} names={names} ways={about.inherited} />
        </>
      )}
      {about.calls.length > 0 && (
        <p className="muted">Calls: {about.calls.map((call) => (names === 'plain' ? callInWords(call) : call)).join(', ')}</p>
      )}
    </section>
  );
}
