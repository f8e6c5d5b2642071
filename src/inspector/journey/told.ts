/** What an event came to in its place: a press that the app itself refused, and an answer that says the business failed, read, count and are filtered as the problems they were. */
import type { Problem } from '#machines/model/codes.ts';
import type { Order, Payment } from '#machines/model/order.ts';
import { statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import { paymentWords, statusWords } from '#machines/words.ts';
import { answerOf, kindOf, type Kind } from './kinds.ts';
import { faultWords, sentenceOf } from './sentences.ts';
import type { JourneyEventData, Step } from './steps.ts';

/** As much of a snapshot, or of a recorded view, as says whether something went wrong. */
export interface Moment {
  readonly value: unknown;
  readonly context: { readonly problem?: unknown; readonly order?: unknown; readonly payment?: unknown };
}

export interface Told {
  kind: Kind;
  /** Without a full stop. */
  sentence: string;
}

const problemIn = ({ context }: Moment): Problem | null => (context.problem as Problem | null | undefined) ?? null;

/** Why the app said no to what a person just did; null: it did not. A second press on the same thing is refused anew. */
export function refusalOf({ type }: JourneyEventData, before: Moment, after: Moment): Problem | null {
  const problem = problemIn(after);
  if (!problem || kindOf({ type }) !== 'person') return null;
  if (problem.code !== problemIn(before)?.code) return problem;
  return type.endsWith('.submitted') && JSON.stringify(before.value) === JSON.stringify(after.value) ? problem : null;
}

/** Statuses that end an order, or a wait, in a way that nobody wanted. */
const SETBACKS: Readonly<Record<StatusName, boolean>> = {
  basicInfo: false,
  addition: false,
  identityOcr: false,
  bindCard: false,
  question: false,
  applying: false,
  confirm: false,
  getMoney: false,
  lending: false,
  payFail: true,
  repaying: false,
  overdued: true,
  finish: false,
  cancel: false,
  reject: true,
};
const isSetback = (status: number): boolean => {
  const name = statusNameOf(status);
  return name !== null && SETBACKS[name];
};

type Has = Partial<Pick<Order, 'orderNo' | 'status'>> | null | undefined;
type Pays = Partial<Pick<Payment, 'payOrderId' | 'state' | 'resultCode'>> | null | undefined;

/** What an answer brought to light, in words: the order or the payment failed, and had not before. Null: nothing of that. */
export function failureIn({ type }: JourneyEventData, before: Moment, after: Moment): string | null {
  if (answerOf(type)?.is !== 'done') return null;
  const [had, has] = [before.context.order as Has, after.context.order as Has];
  if (has?.status !== undefined && isSetback(has.status) && (had?.status !== has.status || had.orderNo !== has.orderNo))
    return statusWords(has.status);
  const [paid, pays] = [before.context.payment as Pays, after.context.payment as Pays];
  if (pays?.state === 'failed' && (paid?.state !== 'failed' || paid.payOrderId !== pays.payOrderId)) return paymentWords(pays);
  return null;
}

const hasWords = (sentence: string, words: string): boolean => sentence.toLowerCase().indexOf(words.toLowerCase()) >= 0;

/** An event between the moment before and the moment after it. */
export function told(event: JourneyEventData, before: Moment, after: Moment): Told {
  const refusal = refusalOf(event, before, after);
  const sentence = sentenceOf(event);
  if (refusal) return { kind: 'problem', sentence: `${sentence}, refused: ${faultWords(refusal)}` };
  const failure = failureIn(event, before, after);
  if (failure === null) return { kind: kindOf(event), sentence };
  return { kind: 'problem', sentence: hasWords(sentence, failure) ? sentence : `${sentence}: ${failure}` };
}

/** The event that led to a step; null at the start. */
export function toldAt(steps: readonly Step[], index: number): Told | null {
  const [before, step] = [steps[index - 1], steps[index]];
  if (!step?.event) return null;
  return told(step.event, before?.snapshot ?? step.snapshot, step.snapshot);
}
