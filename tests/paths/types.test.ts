/** Cases are typed by the vocabulary of the chart, so missing or wrong cases do not compile. The compiler checks each line. */
import { expect, it } from 'vitest';
import { answers } from './cases/answers.ts';
import { events } from './cases/events.ts';
import { failures } from './cases/failures.ts';
import type { AnswerCases, EventCases } from './cases/vocabulary.ts';

it('event without payload cases: does not compile', () => {
  const { 'offer.accepted': gone, ...others } = events;
  // @ts-expect-error 'offer.accepted' is missing
  const incomplete: EventCases = others;
  expect(Object.keys(incomplete)).toHaveLength(Object.keys(events).length - 1);
  expect(gone).toBeTypeOf('function');
});

it('event with another payload: does not compile', () => {
  // @ts-expect-error 'agreement.ticked' carries a boolean
  const wrong: EventCases = { ...events, 'agreement.ticked': () => ({ on: { agreed: 'yes' } }) };
  expect(Object.keys(wrong)).toEqual(Object.keys(events));
});

it('port without answers: does not compile', () => {
  const { drawLoan: gone, ...others } = answers;
  // @ts-expect-error 'drawLoan' is missing
  const incomplete: AnswerCases = others;
  expect(Object.keys(incomplete)).toHaveLength(Object.keys(answers).length - 1);
  expect(gone).toBeTypeOf('function');
});

it('port with another answer: does not compile', () => {
  // @ts-expect-error 'findMobile' answers whether the number exists
  const wrong: AnswerCases = { ...answers, findMobile: () => ({ known: { found: true } }) };
  expect(Object.keys(wrong)).toEqual(Object.keys(answers));
});

it('port without failures: does not compile', () => {
  const { drawLoan: gone, ...others } = failures;
  // @ts-expect-error 'drawLoan' is missing
  const incomplete: typeof failures = others;
  expect(Object.keys(incomplete)).toHaveLength(Object.keys(failures).length - 1);
  expect(gone).toHaveProperty('no answer');
});
