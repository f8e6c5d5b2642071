import { useState, type ReactElement } from 'react';

/**
 * Holds what is being chosen and not yet sent: a slider's position, the digits typed so far. It is
 * gone when the screen is; what counts reaches the chart with an event.
 */
export function Choosing<T extends object>({
  initial,
  children,
}: {
  initial: T;
  children: (chosen: T, choose: (change: Partial<T>) => void) => ReactElement;
}) {
  const [chosen, setChosen] = useState(initial);
  return children(chosen, (change) => setChosen((before) => ({ ...before, ...change })));
}
