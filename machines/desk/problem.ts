/** Why a call of the desk failed. Ports reject with it, and the page shows it. */
import type { DeskRefusal } from '#src/api/desk.ts';

export interface DeskProblem {
  /**
   * A refusal of the lender, or a failure in the browser. `offline`: nothing was sent. `noAnswer`: the lender may have acted.
   * `passkey`: the browser gave no passkey.
   */
  error: DeskRefusal['error'] | 'offline' | 'noAnswer' | 'passkey';
  /** One English sentence. */
  message: string;
}

const isProblem = (error: unknown): error is DeskProblem =>
  typeof error === 'object' && error !== null && typeof (error as DeskProblem).error === 'string' && 'message' in error;

/** Makes a problem of anything that was thrown. An unforeseen error counts as no answer, because the lender may have acted. */
export const toDeskProblem = (error: unknown): DeskProblem =>
  isProblem(error)
    ? error
    : { error: 'noAnswer', message: `The desk did not understand the answer${error instanceof Error ? `: ${error.message}` : ''}.` };
