import { useEffect } from 'react';
import type { Step } from './journeyRun.ts';
import { prepareTexts } from './search.ts';

/** Builds search texts while the browser is idle, so that the first search in a journey does not wait. */
export function usePreparedTexts(steps: readonly Step[]): void {
  useEffect(() => {
    let timer = 0;
    const work = (): void => {
      if (prepareTexts(steps, 6)) timer = window.setTimeout(work, 30);
    };
    timer = window.setTimeout(work, 300);
    return () => window.clearTimeout(timer);
  }, [steps]);
}
