/** The start of a forked journey, passed from the inspector to the page in the sandbox's phone. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RepaymentDetail } from '#machines/model/order.ts';
import { toJson } from '#src/recording/canonical.ts';
import { answerOf } from '../journey/callAnswers.ts';
import type { Step } from '../journey/journeyRun.ts';

/** Behaviour of the simulated lender. */
export const MANNERS = ['usual', 'refuses', 'silent'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Seed {
  title: string;
  /** Index of the step. */
  step: number;
  value: JourneySnapshot['value'];
  context: JourneySnapshot['context'];
  /**
   * The lender's answers in the recording, by id of the invoke. Later answers are preferred, because they are nearer to the
   * continued journey.
   */
  answers: Readonly<Record<string, unknown>>;
  /** The last statement of the debt at or before the step; null: the recording has none. */
  repayment: RepaymentDetail | null;
  manner: Manner;
}

const KEY = 'inspector.fork';

export const FORK_QUERY = '?fork';

export function seedOf(title: string, steps: readonly Step[], index: number, manner: Manner): Seed {
  const snapshot = (steps[index] as Step).snapshot as JourneySnapshot;
  const answers: Record<string, unknown> = {};
  // The first answer after the step is preferred, then the last one before it.
  const order = [...steps.slice(index + 1), ...steps.slice(0, index + 1).reverse()];
  for (const { event } of order) {
    const answer = event ? answerOf(event.type) : null;
    if (event && answer?.is === 'done' && !(answer.id in answers)) answers[answer.id] = event['output'];
  }
  const statements = steps.slice(0, index + 1).filter(({ event }) => event?.type === 'xstate.done.actor.loadRepayment');
  const repayment = (statements[statements.length - 1]?.event?.['output'] as RepaymentDetail | undefined) ?? null;
  return { title, step: index, value: snapshot.value, context: snapshot.context, answers, repayment, manner };
}

/** @throws the error of the browser's storage. */
export function keepSeed(storage: Storage, seed: Seed): void {
  storage.setItem(KEY, JSON.stringify(toJson(seed)));
}

/** null: nothing is stored, or the stored data is not a seed. */
export function takeSeed(storage: Storage): Seed | null {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<Seed> | null;
    return found && typeof found.step === 'number' && found.context && found.value ? (found as Seed) : null;
  } catch {
    return null;
  }
}
