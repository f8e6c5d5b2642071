import { useEffect, useRef } from 'react';
import type { Problem } from '#machines/model/codes.ts';
import { ErrorSummary, type ErrorSummaryProps } from './ErrorSummary.tsx';

/** The errors of a short form. Each refused submit moves the focus to this list; typing does not. */
export function WrongFields({ refusal, ...summary }: Omit<ErrorSummaryProps, 'ref'> & { refusal: Problem | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refusal]);
  return summary.errors.length > 0 ? <ErrorSummary {...summary} ref={box} /> : null;
}
