/**
 * The one seam to a back end that speaks otherwise than the contract: other paths, other names of fields, other codes. The app
 * and its chart know only the contract. The lender of this project speaks it, so its adapter is empty. An operator writes another
 * file that exports `adapter`, with `defineAdapter`, and names it at the build (`docs/adapter.md`).
 */
import type { Call, CallName } from './contract.ts';

/** How a request is sent. */
export interface Sending extends Pick<Call, 'method' | 'path' | 'encoding'> {
  /** Before the path. */
  base: string;
  headers: Record<string, string>;
  payload: object;
}

export interface Adapter {
  /** What is sent in place of what the contract says. */
  request?: (sending: Sending, name: CallName) => Sending;
  /** The data of the contract from the text of an answer. @throws Problem of a refusal, or of a text that is no answer. */
  answer?: (text: string, status: number, name: CallName, request: object) => unknown;
  /** Answers a call that the back end has not, and nothing is sent. null: it is sent. @throws Problem */
  instead?: (name: CallName, request: object) => { data: unknown } | null;
}

export const adapter: Adapter = {};
