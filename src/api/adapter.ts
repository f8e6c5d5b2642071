/**
 * The adapter translates between the contract and a back end with other paths, names of fields or codes. The app and its chart
 * use only the contract. The lender of this project implements the contract, so its adapter is empty. An operator writes
 * another file that exports `adapter`, with `defineAdapter`, and names the file at the build (`docs/adapter.md`).
 */
import type { Call, CallName } from './contract.ts';

/** How a request is sent. */
export interface Sending extends Pick<Call, 'method' | 'path' | 'encoding'> {
  /** The part of the address before the path. */
  base: string;
  headers: Record<string, string>;
  payload: object;
}

export interface Adapter {
  /** The request to send instead of the contract's. */
  request?: (sending: Sending, name: CallName) => Sending;
  /** The contract's data, from the text of an answer. @throws Problem for a refusal, or for a text that is no answer. */
  answer?: (text: string, status: number, name: CallName, request: object) => unknown;
  /** Answers a call that the back end does not have, without sending it. null: the call is sent. @throws Problem */
  instead?: (name: CallName, request: object) => { data: unknown } | null;
}

export const adapter: Adapter = {};
