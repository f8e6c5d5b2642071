import { useCallback, useMemo, useState } from 'react';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { createDeskClient } from '#src/desk/deskClient.ts';

export interface LenderLog {
  /** The lender's transitions of the order; null: unknown. */
  lines: readonly OrderTransition[] | null;
  /** Why the log could not be read, as one sentence. */
  fault: string | null;
  isReading: boolean;
  /** Reads the log in the session of the desk at this origin. The lender logs the member of staff and the reason. */
  read: (orderNo: string, reason: string) => Promise<void>;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' && error.message !== ''
    ? error.message
    : 'The log could not be read.';

/**
 * @param recorded the log that is stored in the recording; null: none.
 * @param run id of the shown journey. Another journey starts without a log.
 */
export function useLenderLog(recorded: readonly OrderTransition[] | null, run: string): LenderLog {
  const desk = useMemo(
    () => createDeskClient({ fetch: (input, init) => window.fetch(input, init), phoneNow: Date.now, isOnline: () => navigator.onLine }),
    [],
  );
  const [found, setFound] = useState<{ run: string; lines: readonly OrderTransition[] } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const read = useCallback(
    async (orderNo: string, reason: string) => {
      setReading(true);
      setFault(null);
      try {
        await desk.renew();
        setFound({ run, lines: await desk.call('transitions', { orderNo, reason }) });
      } catch (error) {
        setFault(messageOf(error));
      } finally {
        setReading(false);
      }
    },
    [desk, run],
  );
  return { lines: recorded ?? (found?.run === run ? found.lines : null), fault, isReading, read };
}
