import { useMachine } from '@xstate/react';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { playerMachine, type Speed, type TurnPanel } from './player.machine.ts';
import { isActive, type Journey, type Step } from './journeyRun.ts';

export interface Player {
  step: Step;
  index: number;
  isPlaying: boolean;
  isScrubbing: boolean;
  /** While the track is dragged, the one panel that draws the step beside the chart; null: every panel does. */
  turn: TurnPanel | null;
  speed: Speed;
  choose: (index: number) => void;
  scrub: (index: number) => void;
  stepBy: (by: number) => void;
  play: () => void;
  setSpeed: (speed: Speed) => void;
  /** The step, or the id of a state, at which the next journey is shown first; null: its start. */
  enterAt: (at: number | string | null) => void;
}

/** Plays a journey. A live journey is shown at its end, and stays at the end when steps are added. */
export function usePlayer(journey: Journey, isLive: boolean): Player {
  const [snapshot, send, actor] = useMachine(playerMachine);
  const shownJourney = useRef(journey);
  const entersAt = useRef<number | string | null>(null);

  // Updated before the paint, so that no step of the previous journey is visible.
  useLayoutEffect(() => {
    const before = shownJourney.current;
    shownJourney.current = journey;
    const times = journey.steps.map((one) => one.at);
    if (before.id !== journey.id) {
      const entry = entersAt.current;
      const entered = typeof entry === 'string' ? journey.steps.findIndex(({ snapshot }) => isActive(snapshot, entry)) : (entry ?? 0);
      entersAt.current = null;
      send({ type: 'journey.opened', times, index: isLive ? times.length - 1 : Math.max(0, Math.min(entered, times.length - 1)) });
    } else if (before !== journey) {
      const wasAtEnd = actor.getSnapshot().context.index >= before.steps.length - 1;
      send({ type: 'journey.grew', times, follow: wasAtEnd });
    }
  }, [journey, isLive, send, actor]);

  const { steps } = journey;
  const index = Math.min(snapshot.context.index, steps.length - 1);
  return {
    step: steps[index] as Step,
    index,
    isPlaying: snapshot.matches('playing'),
    isScrubbing: snapshot.matches('scrubbing'),
    turn: snapshot.matches('scrubbing') ? snapshot.context.turn : null,
    speed: snapshot.context.speed,
    choose: useCallback((to) => send({ type: 'step.chosen', index: to }), [send]),
    scrub: useCallback((to) => send({ type: 'step.scrubbed', index: to }), [send]),
    stepBy: useCallback((by) => send({ type: 'stepped', by }), [send]),
    play: useCallback(() => send({ type: 'play.toggled' }), [send]),
    setSpeed: useCallback((speed) => send({ type: 'speed.chosen', speed }), [send]),
    enterAt: useCallback((at) => void (entersAt.current = at), []),
  };
}
