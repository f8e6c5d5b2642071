import type { Difference } from '#src/recording/replay.ts';
import { pathText } from '#src/recording/canonical.ts';
import { stateText, valueText } from '../journey/diff.ts';
import { pathWords, valueWords } from '../journey/valueWords.ts';
import { asSentence, type Names } from '../names.ts';
import { countText } from '../journey/journeyRun.ts';
import type { LoadedRecording } from '../journey/loadRecording.ts';
import type { Question } from '../journey/useJourneys.ts';
import type { Compared } from '../journey/useShownJourney.ts';
import type { Feed } from '../live/feed.ts';
import type { Live } from '../live/useLive.ts';

/** A question or message that must be answered before a journey is shown. */
export function QuestionBar({ question, onRun, onDismiss }: { question: Question; onRun: () => void; onDismiss: () => void }) {
  return (
    <div className="bar bar--trouble" role="alert">
      <p>
        {question.is === 'refused'
          ? question.message
          : `"${question.recording.title || 'This recording'}" was made on another version of the chart, so it is not the same journey any more. It can be run on this chart, which shows where the two part.`}
      </p>
      {question.is === 'otherChart' && (
        <button className="tbtn tbtn--main" type="button" onClick={onRun}>
          Run it on this chart
        </button>
      )}
      <button className="tbtn" type="button" onClick={onDismiss}>
        {question.is === 'refused' ? 'Close' : 'Leave it'}
      </button>
    </div>
  );
}

const differenceWords = ({ path, recorded, replayed }: Difference, names: Names): string => {
  if (path[0] === 'failure') return `the chart cannot take this event: ${valueText(replayed)}`;
  const keys = pathText(names === 'plain' && path[0] === 'context' ? path.slice(1) : path);
  if (path[0] === 'value') {
    const show = (value: unknown): string => stateText(value) || valueText(value);
    return `${keys} was ${show(recorded)} and is now ${show(replayed)}`;
  }
  const show = (value: unknown): string => (names === 'plain' ? valueWords(keys, value) : valueText(value));
  return `${names === 'plain' ? pathWords(keys) : keys} was ${show(recorded)} and is now ${show(replayed)}`;
};

/** Shown before a recording is opened: two ways to start, and the most frequent question. */
export function Beginning({ onCatalogue }: { onCatalogue: () => void }) {
  return (
    <div className="beginning">
      <p>Open a recording to see, event by event, what a borrower did and what the lender said.</p>
      <p>Where do borrowers get stuck? Press a page in the chart: its card counts the recordings that pass through, and what went wrong.</p>
      <button className="tbtn tbtn--main" type="button" onClick={onCatalogue}>
        Choose a recording
      </button>
    </div>
  );
}

/**
 * Reports the first difference between the present chart and the recording. A recording of another chart whose replay does not
 * differ is not reported.
 */
export function PartingBar({ loaded, names, onGo }: { loaded: LoadedRecording; names: Names; onGo: (index: number) => void }) {
  const { chart, partsAt, isSameChart, steps } = loaded;
  if (partsAt === null && (isSameChart || chart.isReplayed)) return null;
  const difference = partsAt === null ? null : (steps[partsAt]?.difference ?? null);
  return (
    <div className="bar" role="status">
      <p>
        {difference && partsAt !== null
          ? asSentence(`Recorded and replayed part at event ${partsAt}: ${differenceWords(difference, names)}`)
          : 'Recorded on another version of the chart, and shown on this one.'}
      </p>
      {partsAt !== null && (
        <button className="tbtn" type="button" onClick={() => onGo(partsAt)}>
          Go there
        </button>
      )}
    </div>
  );
}

/** Result of comparing two recordings. */
export function ComparisonBar({
  compared: { other, comparison },
  onGo,
  onStop,
}: {
  compared: Pick<Compared, 'other' | 'comparison'>;
  onGo: (index: number) => void;
  onStop: () => void;
}) {
  const { partsAt, onlyHere, onlyThere } = comparison;
  return (
    <div className="bar" role="status">
      <p>
        {partsAt === null
          ? `The same events and states as "${other.title}".`
          : `The same as "${other.title}" up to event ${partsAt - 1}; then ${countText(onlyHere.length, 'event')} ${onlyHere.length === 1 ? 'is' : 'are'} only here and ${onlyThere.length} only there.`}
      </p>
      {partsAt !== null && (
        <button className="tbtn" type="button" onClick={() => onGo(partsAt)}>
          Go there
        </button>
      )}
      <button className="tbtn" type="button" onClick={onStop}>
        Stop comparing
      </button>
    </div>
  );
}

/** Names the followed app if several run, and reports whether it is running. */
export function describeFollowed({ chart, isGone, others }: Pick<Feed, 'chart' | 'isGone' | 'others'>): string {
  const app = chart.name.toLowerCase();
  const [run, are] = others.length === 1 ? ['runs', 'is'] : ['run', 'are'];
  const also = others.length === 0 ? '' : `${countText(others.length, `other ${app}`)} ${run} too`;
  if (isGone)
    return `The ${app} was closed: this is all that happened in it.${also && ` ${also}; press Recording and then Live to follow.`}`;
  return also
    ? `Following the ${app} that was opened last. ${also} and ${are} not followed.`
    : `Following the ${app} that runs in another tab.`;
}

/** Describes the followed app while this page is paused. */
export function describeHeld(app: string, { isGone, waiting }: Pick<Live, 'isGone' | 'waiting'>): string {
  const events = `${countText(waiting, 'event')} ${waiting === 1 ? 'is' : 'are'} waiting`;
  return isGone ? `Held. The ${app} was closed; ${events}.` : `Held. The ${app} goes on; ${events}.`;
}

/** Shows whether an app is followed, with the button that pauses this page. */
export function LiveBar({ live }: { live: Live }) {
  const { feed, isPaused } = live;
  return (
    <div className="bar" role="status">
      <p>
        {!feed && 'No app is running yet. Open the sandbox, or the app or the desk with ?inspect in its address, in another tab.'}
        {feed && !isPaused && describeFollowed(feed)}
        {feed && isPaused && describeHeld(feed.chart.name.toLowerCase(), live)}
        {feed?.isForeign && ` The ${feed.chart.name.toLowerCase()} runs another version of the chart: some of its states are not shown.`}
      </p>
      {live.charts.length > 1 && (
        <div className="seg" role="group" aria-label="What is followed">
          {live.charts.map(({ id, name }) => (
            <button key={id} type="button" aria-pressed={feed?.chart.id === id} onClick={() => live.choose(id)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {!feed && (
        <a className="tbtn" href="sandbox" target="_blank" rel="opener">
          Open the sandbox
        </a>
      )}
      {feed && (
        <button className="tbtn" type="button" aria-pressed={isPaused} onClick={isPaused ? live.resume : live.pause}>
          {isPaused ? 'Follow again' : 'Hold'}
        </button>
      )}
    </div>
  );
}
