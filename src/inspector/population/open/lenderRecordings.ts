/** The recordings in the lender's store, for a staff member with the right. The session is that of the desk. */
import { isObject } from '#src/recording/canonical.ts';
import { throwIfStopped, type Source } from './pieces.ts';

const RECORDINGS = '/desk/api/recordings.jsonl';

export type Fetched =
  | { ok: true; source: Source }
  /** `signIn`: nobody is signed in at the desk in this browser. */
  | { ok: false; reason: 'signIn' | 'refused'; message: string };

/** What the lender says of a refusal; a proxy before it says nothing that can be shown. */
async function saidBy(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return isObject(body) && typeof body['message'] === 'string' ? body['message'] : `The lender refused: it answered ${response.status}.`;
}

/** @param from @param to Days in Nairobi, `2026-03-05`; both are included. @throws Error when the signal is aborted. */
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
