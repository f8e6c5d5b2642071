/**
 * What one declaration says of a port. The bindings in `src/app/ports`, the clause table, the invariants, the
 * inspector's sentences and the path tests read it; the borrower's page carries nothing of it but `call`
 * (`scripts/build/portFacts.ts`).
 */
import type { AnswerWords } from '../words.ts';
import type { JourneyEvent } from '../events.ts';
import type { CODE } from '../model/codes.ts';
import type { Serves } from '../specification.ts';

/** What a port does at the lender or on the phone. */
export type Effect = 'reads' | 'changes' | 'moves money';

/** Codes by which the lender refuses a port with consequences of its own. */
export type Refusal = Extract<
  keyof typeof CODE,
  | 'orderRefused'
  | 'captchaRequired'
  | 'receivedCodeRequired'
  | 'savedElsewhere'
  | 'invalidField'
  | 'noPaymentMethod'
  | 'verificationCodeRequired'
>;

interface Facts {
  /** The clauses of the specification that it serves. */
  readonly clauses: Serves;
  /** What the borrower waits for: "Opening the offer". To be read before "failed", and before a colon. */
  readonly doing: string;
  /** What its answer brought, for who reads a journey. A recorded answer may have been shortened, so it is unknown. */
  readonly words: string | AnswerWords;
  /** Absent: the lender. `both`: the phone, then the lender. */
  readonly answeredBy?: 'phone' | 'both';
  /** Refusals of the lender with consequences of their own, besides those that every call may get. */
  readonly refusals?: readonly Refusal[];
  /** Why the page need not show that the call of the port's own name failed: what the borrower has instead. */
  readonly silent?: string;
  /** Its answer ends the session. */
  readonly endsSession?: true;
}

/** @property call of `src/api/contract.ts`, for a port that is exactly this call; a port without it is bound by hand. */
interface Called<C extends string> {
  readonly call?: C;
}

export interface Port<Out, In, C extends string = string> extends Facts, Called<C> {
  readonly effect: Effect;
  /** Types only; never present at run time. */
  readonly types?: { readonly input: In; readonly output: Out };
}

interface Money<In> {
  /** The act of the borrower that starts it; several where the lender may want a code after the first. */
  readonly act: JourneyEvent['type'] | readonly JourneyEvent['type'][];
  /** The parts of its input by which the lender recognises a repeat. None of them is empty. */
  readonly idempotencyKey: (input: In) => readonly string[];
}

export interface MoneyPort<Out, In, C extends string = string> extends Port<Out, In, C>, Money<In> {
  readonly effect: 'moves money';
}

interface Declare<Out, In> {
  reads<const C extends string = never>(facts: Facts & Called<C>): Port<Out, In, C>;
  /** Idempotent: the lender may receive it twice. */
  changes<const C extends string = never>(facts: Facts & Called<C>): Port<Out, In, C>;
  /** A lost answer is asked for, see `onMoneyError`. */
  movesMoney<const C extends string = never>(facts: Facts & Called<C> & Money<In>): MoneyPort<Out, In, C>;
}

/** Declares a port with this output and input: `port<Order, { orderNo: string }>().changes({ ... })`. A port rejects with a `Problem`. */
export const port = <Out, In = void>(): Declare<Out, In> => ({
  reads: (facts) => ({ ...facts, effect: 'reads' }),
  changes: (facts) => ({ ...facts, effect: 'changes' }),
  movesMoney: (facts) => ({ ...facts, effect: 'moves money' }),
});

export type ForOrder = { orderNo: string };
