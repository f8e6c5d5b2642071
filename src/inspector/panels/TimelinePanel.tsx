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
/** Number of rows that are rendered above and below the visible ones. */
const SPARE = 8;

interface Props {
  steps: readonly Step[];
  shown: readonly EventRow[];
  index: number;
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

/** All events in order. Only visible rows are rendered: a recording may have thousands. */
export function TimelinePanel({ steps, shown, index, names, onChoose, marks, empty }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const times = useMemo(() => lenderTimes(steps), [steps]);
  const [view, setView] = useState({ top: 0, height: 400 });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
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
  let now = 0;
  while (now < shown.length && (shown[now] as EventRow).from <= index) now += 1;
  const topOf = (row: number): number => row * ROW + (row >= now && now > 0 ? DIVIDER : 0);
  const height = topOf(shown.length - 1) + ROW;

  // The stored measurement is used, because measuring during a render would force a second layout.
  const seen = useRef(view);
  useLayoutEffect(() => {
    seen.current = view;
  }, [view]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { top: shownTop, height: shownHeight } = seen.current;
    const top = Math.max(0, now - 1) * ROW;
    if (top < shownTop) element.scrollTop = Math.max(0, top - ROW);
    else if (top + 4 * ROW > shownTop + shownHeight) element.scrollTop = top + 4 * ROW - shownHeight;
  }, [now]);

  const first = Math.max(0, Math.floor((view.top - DIVIDER) / ROW) - SPARE);
  const end = Math.min(shown.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  return (
    <div className="events" ref={list} tabIndex={shown.length === 0 ? undefined : -1}>
      {shown.length === 0 && steps.length > 1 && <p className="events__none">No event is like that.</p>}
      {steps.length <= 1 && empty}
      <ol style={{ height: Math.max(0, height) }} aria-label="Events">
        {shown.slice(first, end).map(({ from, to, line }, offset) => {
          if (line)
            return (
              <LenderRow
                key={`${line.event} ${line.at} ${first + offset}`}
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
                key={from}
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
