import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { clock, error as problem, me } from '#src/ui/icon/primaryIcons.ts';
import { server, shell } from '../inspectorIcons.ts';
import type { Kind } from '../charts/inspectedChart.ts';
import { rawType } from '../journey/callAnswers.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { repeatWords } from '../journey/foldRepeats.ts';
import { lenderTimes, transitionKind, transitionSentence } from '../journey/lenderLog.ts';
import type { PlacedTransition, Row as EventRow } from '../journey/eventRow.ts';
import type { Names } from '../names.ts';
import { elapsedText, type Step } from '../journey/journeyRun.ts';
import { descriptionAt } from '../charts/index.ts';

export const KIND_ICONS: Readonly<Record<Kind, string>> = { person: me, server, shell, time: clock, problem };

const ROW = 36;
const DIVIDER = 26;
/** Number of rows that are rendered above and below the visible ones, so that a person who scrolls sees no gap. */
const SPARE = 8;

interface Props {
  steps: readonly Step[];
  shown: readonly EventRow[];
  index: number;
  /** Whether steps pass quickly, so that most rows are replaced with every step. */
  isScrubbing: boolean;
  names: Names;
  onChoose: (index: number) => void;
  /** Results of the comparison with another journey, by index of the step. */
  marks?: ReadonlyMap<number, 'only here' | 'differs'>;
  /** Shown while there are no events. */
  empty?: ReactNode;
}

interface RowProps {
  step: Step;
  kind: Kind;
  sentence: string;
  /** "Fri 21 Nov, 10:42" on the lender's clock; undefined: the phone has no time from the lender yet. */
  moment: string | undefined;
  /** The event type in the code; null: not shown. */
  code: string | null;
  top: number;
  when: 'before' | 'now' | 'later';
  mark: string | undefined;
  position: number;
  count: number;
  onChoose: (index: number) => void;
}

const Row = memo(function Row({ step, kind, sentence, moment, code, top, when, mark, position, count, onChoose }: RowProps) {
  if (!step.event) return null;
  return (
    <li className="event-slot" style={{ top }} aria-setsize={count} aria-posinset={position}>
      <button
        type="button"
        className={cx('event', when === 'now' && 'event--on', when === 'later' && 'event--later', mark && 'event--marked')}
        aria-current={when === 'now' ? 'true' : undefined}
        tabIndex={when === 'now' ? 0 : -1}
        title={mark}
        onClick={() => onChoose(step.index)}
      >
        <span className="event__time" title={moment}>
          {elapsedText(step.at)}
        </span>
        <span className={`kind kind--${kind}`}>
          <Icon path={KIND_ICONS[kind]} />
        </span>
        <span className="event__text" title={sentence}>
          {sentence}
        </span>
        {code !== null && (
          <span className="mono event__type" title={code}>
            {code}
          </span>
        )}
        {step.difference && <span className="visually-hidden">, differs from the recording</span>}
        {mark && <span className="visually-hidden">, {mark}</span>}
      </button>
    </li>
  );
});

interface LenderRowProps extends Pick<RowProps, 'code' | 'top' | 'position' | 'count' | 'onChoose'> {
  line: PlacedTransition;
  isLater: boolean;
}

/** A line of the lender's log. A press shows the event before it. */
function LenderRow({ line, code, top, isLater, position, count, onChoose }: LenderRowProps) {
  const sentence = transitionSentence(line);
  const kind = transitionKind(line);
  return (
    <li className="event-slot" style={{ top }} aria-setsize={count} aria-posinset={position}>
      <button
        type="button"
        className={cx('event', 'event--lender', isLater && 'event--later')}
        title={`The lender, ${formatMoment('en', line.at)}`}
        onClick={() => onChoose(line.after)}
      >
        <span className="event__time">{elapsedText(line.elapsed)}</span>
        <span className={`kind kind--${kind}`}>
          <Icon path={kind === 'problem' ? problem : server} />
        </span>
        <span className="event__text" title={sentence}>
          {sentence}
        </span>
        {code !== null && (
          <span className="mono event__type" title={code}>
            {code}
          </span>
        )}
      </button>
    </li>
  );
}

/** Number of rows up to the event of a step. */
function rowsUpTo(shown: readonly EventRow[], index: number): number {
  const later = shown.findIndex(({ from }) => from > index);
  return later === -1 ? shown.length : later;
}

interface View {
  /** How far the list is scrolled, px. */
  top: number;
  height: number;
}

/** How far the list is scrolled so that the last of these rows, and some after it, are in view. @param whole height of all rows. */
function scrolledTo(now: number, { top, height }: View, whole: number): number {
  const row = Math.max(0, now - 1) * ROW;
  if (row < top) return Math.max(0, row - ROW);
  const end = row + 4 * ROW;
  return end > top + height ? Math.max(0, Math.min(end, whole) - height) : top;
}

/** All events in order. Only visible rows are rendered: a recording may have thousands. */
export function TimelinePanel({ steps, shown, index, isScrubbing, names, onChoose, marks, empty }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const times = useMemo(() => lenderTimes(steps), [steps]);
  const [view, setView] = useState<View>({ top: 0, height: 400 });
  /** The number of rows up to the shown event to which the list has scrolled. */
  const [followed, setFollowed] = useState({ now: 0, top: 0 });
  const drawn = useRef(view);
  useLayoutEffect(() => {
    drawn.current = view;
  }, [view]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let isHidden = false;
    const measure = (): void => {
      const [top, height] = [element.scrollTop, element.clientHeight];
      const wasHidden = isHidden;
      isHidden = height === 0;
      // A hidden list has no size and cannot be scrolled. It follows the shown event when it is seen again.
      if (isHidden) return;
      if (wasHidden) {
        setView({ top: drawn.current.top, height });
        setFollowed({ now: 0, top: drawn.current.top });
        return;
      }
      // When the list follows the shown event, its rows are drawn before it scrolls.
      if (top !== drawn.current.top || height !== drawn.current.height) setView({ top, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  // Rows up to the shown event come first, then the divider, then the later rows.
  const now = rowsUpTo(shown, index);
  const topOf = (row: number): number => row * ROW + (row >= now && now > 0 ? DIVIDER : 0);
  const height = Math.max(0, topOf(shown.length - 1) + ROW);

  // The list follows the shown event.
  if (now !== followed.now) {
    const top = scrolledTo(now, view, height);
    setFollowed({ now, top });
    if (top !== view.top) setView({ ...view, top });
  }
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = followed.top;
  }, [followed]);

  /** Whether the list or one of its rows has the focus. The browser says nothing when a focused row is removed. */
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!list.current || !hasFocus.current) return;
    const isElsewhere = focused !== document.body && !list.current.contains(focused);
    // A line of the lender shows the event before it when it is pressed, and keeps the focus.
    if (isElsewhere || focused?.matches('.event--lender')) return;
    (list.current.querySelector<HTMLElement>('[aria-current]') ?? list.current).focus({ preventScroll: true });
  }, [index, shown]);

  const spare = isScrubbing ? 0 : SPARE;
  const first = Math.max(0, Math.floor((view.top - DIVIDER) / ROW) - spare);
  const end = Math.min(shown.length, Math.ceil((view.top + view.height) / ROW) + spare);
  return (
    <div
      className="events"
      ref={list}
      tabIndex={shown.length === 0 ? undefined : -1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {shown.length === 0 && steps.length > 1 && <p className="events__none">No event is like that.</p>}
      {steps.length <= 1 && empty}
      <ol style={{ height }} aria-label="Events">
        {shown.slice(first, end).map(({ from, to, line }, offset) => {
          // While steps pass quickly, the rows stay and take other texts. Otherwise a row stays with its event, and so does the focus.
          const place = isScrubbing ? `place ${offset}` : null;
          if (line)
            return (
              <LenderRow
                key={place ?? `${line.event} ${line.at} ${first + offset}`}
                line={line}
                code={names === 'code' ? line.event : null}
                top={topOf(first + offset)}
                isLater={from > index}
                position={first + offset + 1}
                count={shown.length}
                onChoose={onChoose}
              />
            );
          const step = steps[to] as Step;
          const description = descriptionAt(steps, to);
          const repeats = to - from + 1;
          const moment = times[to] ?? null;
          return (
            description && (
              <Row
                key={place ?? from}
                step={step}
                kind={description.kind}
                moment={moment === null ? undefined : formatMoment('en', moment)}
                sentence={repeatWords(step.event?.type ?? '', description.sentence, repeats)}
                code={
                  names === 'plain' || !step.event
                    ? null
                    : [rawType(step.event), description.code, repeats > 1 && `× ${repeats}`].filter(Boolean).join(' ')
                }
                top={topOf(first + offset)}
                when={from <= index && index <= to ? 'now' : to < index ? 'before' : 'later'}
                mark={marks?.get(to)}
                position={first + offset + 1}
                count={shown.length}
                onChoose={onChoose}
              />
            )
          );
        })}
      </ol>
      {now > 0 && now < shown.length && (
        <p className="events__now" style={{ top: now * ROW }}>
          Later in this recording
        </p>
      )}
    </div>
  );
}
