import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { next, pause, play, previous } from '../inspectorIcons.ts';
import { SPEEDS, type Speed } from '../journey/player.machine.ts';
import { elapsedText, durationText, phasesOf, type Step } from '../journey/journeyRun.ts';
import { usePaced } from './usePaced.ts';
import type { Kind } from '../charts/inspectedChart.ts';
import { descriptionAt } from '../charts/index.ts';

interface Props {
  steps: readonly Step[];
  index: number;
  isPlaying: boolean;
  speed: Speed;
  onStep: (by: number) => void;
  onChoose: (index: number) => void;
  /** While the track is dragged. */
  onScrub: (index: number) => void;
  onPlay: () => void;
  onSpeed: (speed: Speed) => void;
}

/** Maximum number of ticks on the track. Beyond it ticks are left out, but never those of problems. */
const TICKS = 240;
/** Width of a letter and minimum distance between two phase names, in percent of the track of the smallest window. */
const LETTER = 1.05;
const APART = 1.5;

/** Time of the last step, ms; 0 if all events have the same time, and so no place of their own on an axis of time. */
function spanOf(steps: readonly Step[]): number {
  const [, first] = steps;
  const last = steps[steps.length - 1] as Step;
  return first && last.at > first.at ? last.at : 0;
}

/** Where a step is on the track, from 0 to 1. @param total as of {@link spanOf}; 0: by the number of the event. */
const placeOf = ({ at, index }: Step, { length }: readonly Step[], total: number): number =>
  total === 0 ? index / Math.max(1, length - 1) : at / total;

/** Index of the step at a time. */
function stepAt(steps: readonly Step[], at: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((steps[middle] as Step).at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Names of the phases for which the track has room. */
function labelsOf(steps: readonly Step[], total: number): { title: string; left: number }[] {
  const labels: { title: string; left: number }[] = [];
  for (const { title, from } of phasesOf(steps)) {
    const left = placeOf(steps[from] as Step, steps, total) * 100;
    const before = labels[labels.length - 1];
    if (left + title.length * LETTER > 100) continue;
    if (before && left - before.left < before.title.length * LETTER + APART) continue;
    labels.push({ title, left });
  }
  return labels;
}

/** Width of the drawing of the ticks, in its own units. */
const TRACK = 1000;

/** In the order in which they are drawn: those of problems lie over the others. */
const TICK_KINDS: readonly Kind[] = ['time', 'server', 'shell', 'person', 'problem'];

/** The ticks of a kind are one path, because the track is painted again whenever a part of it changes. */
function Marks({ steps, total }: { steps: readonly Step[]; total: number }) {
  return useMemo(() => {
    const every = Math.max(1, Math.ceil(steps.length / TICKS));
    const ticks = new Map<Kind, string>();
    for (const step of steps) {
      const kind = descriptionAt(steps, step.index)?.kind;
      if (!kind || step.event?.type === 'clock.ticked' || (step.index % every !== 0 && kind !== 'problem')) continue;
      ticks.set(
        kind,
        `${ticks.get(kind) ?? ''}M${(placeOf(step, steps, total) * TRACK).toFixed(1)} ${kind === 'problem' ? '10v9' : '13v6'}`,
      );
    }
    return (
      <>
        {labelsOf(steps, total).map(({ title, left }) => (
          <span key={left} className="scrub__label" style={{ left: `${left}%` }}>
            {title}
          </span>
        ))}
        <svg className="scrub__ticks" viewBox={`0 0 ${TRACK} 44`} preserveAspectRatio="none" aria-hidden="true">
          {TICK_KINDS.map((kind) => ticks.has(kind) && <path key={kind} className={`scrub__tick--${kind}`} d={ticks.get(kind)} />)}
        </svg>
      </>
    );
  }, [steps, total]);
}

/** Playback and scrubbing. The track shows the time, or the event number if all events have the same time. */
export function Transport({ steps, index, isPlaying, speed, onStep, onChoose, onScrub, onPlay, onSpeed }: Props) {
  const track = useRef<HTMLDivElement>(null);
  /** Position of the track and of the pointer on it; null: the track is not pressed. */
  const grip = useRef<{ box: DOMRect; x: number } | null>(null);
  const step = steps[index] as Step;
  const total = spanOf(steps);

  /** Position of a pressed pointer on the track, from 0 to 1; null: none is pressed. */
  const [held, setHeld] = useState<number | null>(null);
  const pass = usePaced(onScrub);

  const scrub = useCallback((): void => {
    if (!grip.current) return;
    const { box, x } = grip.current;
    const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
    setHeld(share);
    pass.next(total === 0 ? Math.round(share * (steps.length - 1)) : stepAt(steps, share * total));
  }, [pass, steps, total]);
  // The track is measured when it is pressed and when its size changes, and not with every move, which could lay out the page.
  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (!grip.current) return;
      grip.current.box = element.getBoundingClientRect();
      scrub();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrub]);
  const release = (): void => {
    grip.current = null;
    setHeld(null);
    onChoose(pass.take() ?? index);
  };
  const place = held ?? placeOf(step, steps, total);
  const keys = (event: KeyboardEvent): void => {
    const to: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      PageUp: index + 10,
      PageDown: index - 10,
      Home: 0,
      End: steps.length - 1,
    };
    const wanted = to[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(wanted);
  };

  return (
    <footer className="transport">
      <div className="transport__keys">
        <button className="key" type="button" aria-label="Previous event" onClick={() => onStep(-1)}>
          <Icon path={previous} />
        </button>
        <button className="key key--play" type="button" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={onPlay}>
          <Icon path={isPlaying ? pause : play} />
        </button>
        <button className="key" type="button" aria-label="Next event" onClick={() => onStep(1)}>
          <Icon path={next} />
        </button>
      </div>
      <div
        ref={track}
        className="scrub"
        role="slider"
        tabIndex={0}
        aria-label="Time in the recording"
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={index}
        aria-valuetext={`${durationText(step.at)}, event ${index} of ${steps.length - 1}${step.event ? `: ${descriptionAt(steps, index)?.sentence ?? ''}` : ''}`}
        onKeyDown={keys}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { box: event.currentTarget.getBoundingClientRect(), x: event.clientX };
          scrub();
        }}
        onPointerMove={(event) => {
          if (!grip.current || event.buttons === 0) return;
          grip.current.x = event.clientX;
          scrub();
        }}
        onLostPointerCapture={release}
      >
        <Marks steps={steps} total={total} />
        <span className="scrub__track" />
        <span className="scrub__done" style={{ transform: `scaleX(${place})` }} />
        <span className="scrub__rail" style={{ transform: `translateX(${place * 100}%)` }}>
          <span className="scrub__knob" />
        </span>
      </div>
      <div className="transport__side">
        <span className="muted num">
          {elapsedText(step.at)} of {elapsedText((steps[steps.length - 1] as Step).at)}
        </span>
        <span className="chip chip--select">
          <select aria-label="Speed" value={speed} onChange={(event) => onSpeed(Number(event.target.value) as Speed)}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                Speed {one}x
              </option>
            ))}
          </select>
        </span>
      </div>
    </footer>
  );
}
