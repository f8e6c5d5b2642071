import { useEffect, useRef } from 'react';
import type { Problem } from '#machines/model/codes.ts';
import { ErrorSummary, type ErrorSummaryProps } from './ErrorSummary.tsx';

/** What is wrong in a short form. Each new refusal takes the focus; typing does not. */
export function WrongFields({ refusal, ...summary }: Omit<ErrorSummaryProps, 'ref'> & { refusal: Problem | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refusal]);
  return summary.errors.length > 0 ? <ErrorSummary {...summary} ref={box} /> : null;
}
