/** The recordings in the lender's store, for a staff member with the right. The session is that of the desk. */
import type { Source } from './pieces.ts';

export const RECORDINGS = '/desk/api/recordings.jsonl';

export type Fetched =
  | { ok: true; source: Source }
  /** `signIn`: nobody is signed in at the desk in this browser. */
  | { ok: false; reason: 'signIn' | 'refused'; message: string };

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The lender did not understand these days.',
  403: 'Whoever is signed in at the desk has no right to read recordings.',
  404: 'This lender keeps no recordings.',
  429: 'The lender was asked too often. Try again in some minutes.',
  503: 'The lender cannot answer now. Try again in a minute.',
};

/** @param from @param to Days in Nairobi, `2026-03-05`; both are included. */
export async function fetchFromLender(from: string, to: string): Promise<Fetched> {
  try {
    const response = await fetch(`${RECORDINGS}?${new URLSearchParams({ from, to })}`, { credentials: 'same-origin' });
    if (response.status === 401) return { ok: false, reason: 'signIn', message: 'Nobody is signed in at the desk in this browser.' };
    if (!response.ok)
      return { ok: false, reason: 'refused', message: REFUSALS[response.status] ?? `The lender refused: it answered ${response.status}.` };
    const blob = await response.blob();
    if (blob.size === 0) return { ok: false, reason: 'refused', message: 'The lender has no recordings of these days.' };
    return { ok: true, source: { name: `the lender, ${from} to ${to}`, blob, files: null } };
  } catch {
    return { ok: false, reason: 'refused', message: 'The lender could not be reached, or the download broke off.' };
  }
}
