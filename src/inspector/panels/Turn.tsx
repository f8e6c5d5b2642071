import { useLayoutEffect, useState, type ReactNode } from 'react';
import type { TurnPanel } from '../journey/player.machine.ts';

interface Props {
  panel: TurnPanel;
  /** The panel that draws the last passed step; null: every panel draws every step. */
  turn: TurnPanel | null;
  /** Whether its turn is in the animation frame after the one in which the chart draws the step. */
  isLater?: boolean;
  children: ReactNode;
}

/** While steps pass quickly, its children are drawn in their turn only. */
export function Turn({ panel, turn, isLater = false, children }: Props) {
  const [drawn, setDrawn] = useState(children);
  const isItsTurn = turn === panel;
  if (drawn !== children && (turn === null || (isItsTurn && !isLater))) setDrawn(children);
  // Other effects may come after the next frame has begun.
  useLayoutEffect(() => {
    if (!isItsTurn || !isLater) return;
    const frame = requestAnimationFrame(() => setDrawn(children));
    return () => cancelAnimationFrame(frame);
  }, [isItsTurn, isLater, children]);
  return drawn;
}
