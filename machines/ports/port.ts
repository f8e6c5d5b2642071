/**
 * The declaration of a port. The bindings in `src/app/ports`, the clause table, the invariants, the inspector's sentences and
 * the path tests read it. The build of the borrower's page keeps only `call` of it (`scripts/build/portFacts.ts`).
 */
import type { AnswerWords } from '../words.ts';
import type { JourneyEvent } from '../events.ts';
import type { CODE } from '../model/codes.ts';
import type { Serves } from '../specification.ts';

/** The effect of a port at the lender or on the phone. */
export type Effect = 'reads' | 'changes' | 'moves money';

/** Codes of refusals that the chart handles in a special way. */
export type Refusal = Extract<
  keyof typeof CODE,
  | 'orderRefused'
  | 'captchaRequired'
  | 'receivedCodeRequired'
  | 'savedElsewhere'
  | 'invalidField'
  | 'noPaymentMethod'
  | 'verificationCodeRequired'
  | 'signInRequired'
>;

interface Facts {
  /** The clauses of the specification that the port serves. */
  readonly clauses: Serves;
  /** What the borrower waits for, such as "Opening the offer". Sentences continue it with "failed", or with a colon. */
  readonly doing: string;
  /** A sentence about the answer, for tools that show a journey. The answer is `unknown`, because recordings may shorten it. */
  readonly words: string | AnswerWords;
  /** Who answers. Absent: the lender. `both`: the phone, then the lender. */
  readonly answeredBy?: 'phone' | 'both';
  /** Refusals of the lender that the chart handles in a special way, besides those that every call may get. */
  readonly refusals?: readonly Refusal[];
  /** Why the page need not show that the call with the port's name failed: what the borrower sees or does instead. */
  readonly silent?: string;
  /** The answer ends the session. */
  readonly endsSession?: true;
}

/** @property call name in `src/api/contract.ts`, for a port that makes exactly this call. A port without it is bound by hand. */
interface Called<C extends string> {
  readonly call?: C;
}

export interface Port<Out, In, C extends string = string> extends Facts, Called<C> {
  readonly effect: Effect;
  /** Types only; never present at run time. */
  readonly types?: { readonly input: In; readonly output: Out };
}

interface Money<In> {
  /** The act of the borrower that starts the port; several acts, if the lender may require a code after the first. */
  readonly act: JourneyEvent['type'] | readonly JourneyEvent['type'][];
  /** The parts of its input by which the lender recognises a repeat. None of them is empty. */
  readonly idempotencyKey: (input: In) => readonly string[];
}

export interface MoneyPort<Out, In, C extends string = string> extends Port<Out, In, C>, Money<In> {
  readonly effect: 'moves money';
}

interface Declare<Out, In> {
  reads<const C extends string = never>(facts: Facts & Called<C>): Port<Out, In, C>;
  /** An idempotent change: the lender may receive the call twice. */
  changes<const C extends string = never>(facts: Facts & Called<C>): Port<Out, In, C>;
  /** After a lost answer the outcome is reconciled, see `onMoneyError`. */
  movesMoney<const C extends string = never>(facts: Facts & Called<C> & Money<In>): MoneyPort<Out, In, C>;
}

/** Declares a port with this output and input: `port<Order, { orderNo: string }>().changes({ ... })`. A port rejects with a `Problem`. */
export const port = <Out, In = void>(): Declare<Out, In> => ({
  reads: (facts) => ({ ...facts, effect: 'reads' }),
  changes: (facts) => ({ ...facts, effect: 'changes' }),
  movesMoney: (facts) => ({ ...facts, effect: 'moves money' }),
});

export type ForOrder = { orderNo: string };
