/**
 * A question before another code by SMS. It makes a script that sends codes to strangers more expensive; the limit
 * of codes stops it. The question is text and no picture, so that everybody can answer it. It is kept in memory:
 * a restart drops open questions.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';

/** One answer, right or wrong, closes a question. */
const LIFE = 10 * MINUTE;
/** Open questions at most; beyond that the oldest are dropped, to bound the memory. */
const MAX_QUESTIONS = 10_000;

export interface Captchas {
  /** A new question. @returns its id, and two numbers whose sum is asked for. */
  create(): { id: string; a: number; b: number };
  /** Whether this answers an open question; it is closed either way. */
  check(id: string, answer: string): boolean;
}

export function createCaptchas(clock: Clock): Captchas {
  const open = new Map<string, { sum: number; until: Instant }>();
  return {
    create() {
      const [a, b] = [randomInt(2, 20), randomInt(2, 10)];
      const id = randomBytes(16).toString('base64url');
      open.set(id, { sum: a + b, until: clock.now() + LIFE });
      if (open.size > MAX_QUESTIONS) open.delete(open.keys().next().value as string);
      return { id, a, b };
    },
    check(id, answer) {
      const question = open.get(id);
      open.delete(id);
      return question !== undefined && clock.now() < question.until && answer.trim() === String(question.sum);
    },
  };
}
