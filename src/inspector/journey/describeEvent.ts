/**
 * Describes an event with its outcome. An action that the app refused, and an answer that reports a failure, are
 * listed, counted and filtered as problems.
 */
import type { Problem } from '#machines/model/codes.ts';
import type { Order, Payment } from '#machines/model/order.ts';
import { isSetback, paymentWords, statusWords } from '#machines/words.ts';
import type { EventData, EventDescription, Moment } from '../charts/inspectedChart.ts';
import { answerOf } from './callAnswers.ts';
import { kindOf } from './eventKinds.ts';
import { causeWords, codeOfFault } from './problemWords.ts';
import { sentenceOf } from './sentences.ts';

const problemIn = ({ context }: Moment): Problem | null => (context.problem as Problem | null | undefined) ?? null;

/** The reason why the app refused the person's action; null: it was accepted. A repeated refusal counts again. */
export function refusalOf({ type }: EventData, before: Moment, after: Moment): Problem | null {
  const problem = problemIn(after);
  if (!problem || kindOf({ type }) !== 'person') return null;
  if (problem.code !== problemIn(before)?.code) return problem;
  return type.endsWith('.submitted') && JSON.stringify(before.value) === JSON.stringify(after.value) ? problem : null;
}

type Has = Partial<Pick<Order, 'orderNo' | 'status'>> | null | undefined;
type Pays = Partial<Pick<Payment, 'payOrderId' | 'state' | 'resultCode'>> | null | undefined;

const paymentIn = ({ context }: Moment): Pays => (context.paying as { payment?: Pays } | null | undefined)?.payment;

/** A failure of the order or payment that this answer is the first to report, as text; null: none. */
export function failureIn({ type }: EventData, before: Moment, after: Moment): string | null {
  if (answerOf(type)?.is !== 'done') return null;
  const [had, has] = [before.context.order as Has, after.context.order as Has];
  if (has?.status !== undefined && isSetback(has.status) && (had?.status !== has.status || had.orderNo !== has.orderNo))
    return statusWords(has.status);
  const [paid, pays] = [paymentIn(before), paymentIn(after)];
  if (pays?.state === 'failed' && (paid?.state !== 'failed' || paid.payOrderId !== pays.payOrderId)) return paymentWords(pays);
  return null;
}

const includesText = (sentence: string, words: string): boolean => sentence.toLowerCase().includes(words.toLowerCase());

/** Describes an event with the moments before and after it. */
export function describeEvent(event: EventData, before: Moment, after: Moment): EventDescription {
  const refusal = refusalOf(event, before, after);
  const sentence = sentenceOf(event);
  if (refusal) return { kind: 'problem', sentence: `${sentence}, refused: ${causeWords(refusal)}`, code: codeOfFault(refusal) };
  const failure = failureIn(event, before, after);
  if (failure === null) {
    const kind = kindOf(event);
    const error = event['error'] ?? event['problem'];
    return kind === 'problem' && error !== undefined ? { kind, sentence, code: codeOfFault(error) } : { kind, sentence };
  }
  return { kind: 'problem', sentence: includesText(sentence, failure) ? sentence : `${sentence}: ${failure}` };
}
