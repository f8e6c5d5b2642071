/** Fetches recordings from the lender's store, for a member of staff with this right, in the session of the desk. */
import { isObject } from '#src/recording/canonical.ts';
import { throwIfStopped, type Source } from './pieces.ts';

const RECORDINGS = '/desk/api/recordings.jsonl';

export type Fetched =
  | { ok: true; source: Source }
  /** `signIn`: nobody is signed in at the desk in this browser. */
  | { ok: false; reason: 'signIn' | 'refused'; message: string };

/** The lender's message of a refusal. The answer of a proxy before the lender has no message that can be shown. */
async function saidBy(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return isObject(body) && typeof body['message'] === 'string' ? body['message'] : `The lender refused: it answered ${response.status}.`;
}

/** @param from @param to The first and the last day in Nairobi, such as `2026-03-05`. @throws Error when the signal is aborted. */
export async function fetchFromLender(from: string, to: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const response = await fetch(`${RECORDINGS}?${new URLSearchParams({ from, to })}`, { credentials: 'same-origin', signal });
    if (response.status === 401) return { ok: false, reason: 'signIn', message: 'Nobody is signed in at the desk in this browser.' };
    if (!response.ok) return { ok: false, reason: 'refused', message: await saidBy(response) };
    const blob = await response.blob();
    if (blob.size === 0) return { ok: false, reason: 'refused', message: 'The lender has no recordings of these days.' };
    return { ok: true, source: { name: `the lender, ${from} to ${to}`, blob, files: null } };
  } catch {
    throwIfStopped(signal);
    return { ok: false, reason: 'refused', message: 'The lender could not be reached, or the download broke off.' };
  }
}
