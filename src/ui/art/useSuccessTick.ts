import { useEffect } from 'react';
import { tick } from '../tick.ts';

/** One short vibration when a success appears. */
export function useSuccessTick(): void {
  useEffect(tick, []);
}
