/**
 * Restores the lender's messages in a snapshot whose recording has redacted them and kept their codes. Used by the
 * preview only: the panels show the recorded values.
 */
import type { Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { paymentFault } from '#machines/words.ts';
import { faultWords } from '../journey/problemWords.ts';
import { PAYMENT_FAILURES } from '#src/api/messages/paymentFailures.ts';
import { payoutFailureText } from '#src/api/messages/payoutFailures.ts';
import { refusalMessage } from './lenderMessages.ts';

/** The format of redacted texts. */
const HIDDEN = /^(?:\[words \d+\]|~\d+)\.*$/;
const isHidden = (value: unknown): value is string => typeof value === 'string' && HIDDEN.test(value);

/** Keys of reasons without a code. */
const REASONS: readonly string[] = ['failure', 'reason'];

/** Keys of texts that a page only displays. They have no code by which they could be restored. */
const READING: readonly string[] = ['title', 'heading', 'body', 'text', 'label', 'description', 'question', 'answer'];

type Parts = Readonly<Record<string, unknown>>;

/** Keys of values that the borrower typed. */
const OF_THE_BORROWER: readonly string[] = ['values', 'saved', 'drafts', 'unsent', 'query'];

/** The restored message for a key; undefined: the value does not change. */
function wordsAt(key: string, parts: Parts, language: Language): string | undefined {
  if (!isHidden(parts[key])) return undefined;
  const { code, resultCode, failureCode } = parts;
  if (key === 'message' && typeof code === 'number')
    return refusalMessage(code, language) ?? `(Hidden in the recording: ${faultWords({ code, message: '' })})`;
  if (key === 'reason' && typeof resultCode === 'number')
    return PAYMENT_FAILURES[resultCode]?.[language] ?? `(Hidden in the recording: ${paymentFault(resultCode)})`;
  if (key === 'failure' && typeof failureCode === 'number') return payoutFailureText(failureCode, language);
  if (REASONS.includes(key)) return "(The lender's reason, hidden in the recording)";
  return READING.includes(key) ? '(Hidden in the recording)' : undefined;
}

/** The restored messages at fields. Most are the same as the message of the problem. */
function fieldWords({ fields, message }: Parts, sentence: string | undefined): Parts | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const hidden = Object.entries(fields).filter(([, value]) => isHidden(value));
  if (hidden.length === 0) return undefined;
  const words = (value: unknown): string => (value === message ? sentence : undefined) ?? '(Hidden in the recording)';
  return { ...fields, ...Object.fromEntries(hidden.map(([name, value]) => [name, words(value)])) };
}

/** Cached by object, because most of a context is unchanged from step to step. */
const known: Record<Language, WeakMap<object, unknown>> = { en: new WeakMap(), es: new WeakMap(), sw: new WeakMap() };

/** Returns the same object if it contains no redacted message. */
function restoreIn<T>(value: T, language: Language): T {
  if (typeof value !== 'object' || value === null) return value;
  const before = known[language].get(value);
  if (before !== undefined) return before as T;
  const parts = value as Parts;
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(parts)) {
    if (OF_THE_BORROWER.includes(key)) continue;
    const ofFields = key === 'fields' ? fieldWords(parts, wordsAt('message', parts, language)) : undefined;
    const part = ofFields ?? wordsAt(key, parts, language) ?? restoreIn(parts[key], language);
    if (part !== parts[key]) changed[key] = part;
  }
  const isSame = Object.keys(changed).length === 0;
  const made = isSame ? value : Array.isArray(value) ? Object.assign([...(value as unknown[])], changed) : { ...value, ...changed };
  known[language].set(value, made);
  return made as T;
}

/** Returns the same snapshot if nothing was restored. */
export function restoreMessages(snapshot: JourneySnapshot, language: Language): JourneySnapshot {
  const context = restoreIn(snapshot.context, language);
  return context === snapshot.context
    ? snapshot
    : // All other properties are the snapshot's own objects, including its methods.
      Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as JourneySnapshot, snapshot, { context });
}
