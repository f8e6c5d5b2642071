import { useEffect, useState } from 'react';
import { LOCAL } from '#machines/model/codes.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { SlipSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';

type Seldom = typeof import('./seldom.tsx');

let fetched: Seldom | null = null;

/** Fetches what home seldom shows: most first visits need none of it. */
export const fetchLater = async (): Promise<Seldom> => (fetched = await import('./seldom.tsx'));

/** Draws a part of home that comes in a chunk of its own. */
export function Later({ part, ...props }: ScreenProps & { part: keyof Seldom }) {
  const [seldom, setSeldom] = useState<Seldom | 'lost' | null>(fetched);
  const { language, online } = props.state.context;
  // Lost on the way, it is fetched again when the connection comes back.
  useEffect(() => {
    if (fetched) return;
    let isShown = true;
    const take = (now: Seldom | 'lost'): void => {
      if (isShown) setSeldom(now);
    };
    fetchLater().then(take, () => take('lost'));
    return () => {
      isShown = false;
    };
  }, [online]);
  if (seldom === 'lost') return <ProblemNote language={language} problem={{ code: LOCAL.networkFailed, message: '' }} />;
  if (!seldom) return <SlipSkeleton language={language} />;
  const Part = seldom[part];
  return <Part {...props} />;
}
