import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { pause, play } from '../../inspectorIcons.ts';
import { elapsedText } from '../../journey/journeyRun.ts';
import type { Population } from '../compute/columns.ts';
import type { Figures } from '../compute/placeFigures.ts';
import { followTracks, tracksOf } from '../compute/moment.ts';
import type { Animation } from './animate.ts';

/** Milliseconds from the start of the playback to its end. */
const LENGTH = 20_000;
/** Positions of the slider. */
const POSITIONS = 1_000;

interface Props {
  population: Population;
  figures: Figures;
  animation: RefObject<Animation | null>;
}

/**
 * Plays all journeys at once, as if they had begun together. The time is the square of the slider's position, because
 * most events happen in the first minutes. A move of the slider changes nodes of the drawing directly and renders no
 * component, because moves can come in every frame.
 */
export function Player({ population, figures, animation }: Props) {
  const tracks = useMemo(() => tracksOf(population, figures.selection, figures.places), [population, figures]);
  const [isPlaying, setPlaying] = useState(false);
  const slider = useRef<HTMLInputElement>(null);
  const label = useRef<HTMLOutputElement>(null);
  const whereaboutsAt = useMemo(() => followTracks(tracks, figures.places.all.length), [tracks, figures]);
  const show = useMemo(
    () => (position: number) => {
      const ms = tracks.longest * (position / POSITIONS) ** 2;
      animation.current?.show(whereaboutsAt(ms));
      if (label.current) label.current.textContent = `${elapsedText(ms)} of ${elapsedText(tracks.longest)}`;
      if (slider.current) {
        slider.current.value = String(position);
        slider.current.setAttribute('aria-valuetext', `${elapsedText(ms)} after the start`);
      }
    },
    [tracks, whereaboutsAt, animation],
  );

  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let last = performance.now();
    let position = Number(slider.current?.value ?? 0);
    if (position >= POSITIONS) position = 0;
    const step = (now: number): void => {
      position = Math.min(POSITIONS, position + ((now - last) * POSITIONS) / LENGTH);
      last = now;
      show(position);
      if (position >= POSITIONS) setPlaying(false);
      else frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, show]);

  return (
    <div className="population__player">
      <div className="population__slider" role="group" aria-label="Play all journeys">
        <button className="key" type="button" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={() => setPlaying(!isPlaying)}>
          <Icon path={isPlaying ? pause : play} size="s" />
        </button>
        <input
          ref={slider}
          type="range"
          min={0}
          max={POSITIONS}
          defaultValue={0}
          aria-label="Time since the start of each journey"
          onInput={({ currentTarget }) => {
            if (isPlaying) setPlaying(false);
            show(Number(currentTarget.value));
          }}
        />
        <output ref={label}>Time since the start of each journey</output>
      </div>
    </div>
  );
}
