/** What the lender said, put back into a snapshot where a recording hid the words and kept their code. For the phone only: what is looked into stays as it was recorded. */
import type { Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { paymentFault } from '#machines/words.ts';
import { faultWords } from '../journey/sentences.ts';
import { PAYMENT_FAILURES } from '#src/api/words/paymentFailures.ts';
import { refusalWords } from './lenderWords.ts';

/** As the redaction writes free text. */
const HIDDEN = /^(?:\[words \d+\]|~\d+)\.*$/;
const isHidden = (value: unknown): value is string => typeof value === 'string' && HIDDEN.test(value);

/** Keys of texts that give a reason and have no code beside them. */
const REASONS: readonly string[] = ['failure', 'reason'];

type Parts = Readonly<Record<string, unknown>>;

/** Below these keys lies what the borrower wrote. */
const OF_THE_BORROWER: readonly string[] = ['values', 'saved', 'drafts', 'unsent', 'query'];

/** What stands at this key instead; undefined: what is there stays. */
function wordsAt(key: string, { [key]: value, ...beside }: Parts, language: Language): string | undefined {
  if (!isHidden(value)) return undefined;
  const { code, resultCode } = beside;
  if (key === 'message' && typeof code === 'number')
    return refusalWords(code, language) ?? `(Hidden in the recording: ${faultWords({ code, message: '' })})`;
  if (key === 'reason' && typeof resultCode === 'number')
    return PAYMENT_FAILURES[resultCode]?.[language] ?? `(Hidden in the recording: ${paymentFault(resultCode)})`;
  return REASONS.indexOf(key) >= 0 ? "(The lender's reason, hidden in the recording)" : undefined;
}

/** From step to step most of a context is one object: what was looked through is not looked through again. */
const known: Record<Language, WeakMap<object, unknown>> = { en: new WeakMap(), es: new WeakMap(), sw: new WeakMap() };

/** The same object where nothing in it is hidden words of the lender. */
function spokenIn<T>(value: T, language: Language): T {
  if (typeof value !== 'object' || value === null) return value;
  const before = known[language].get(value);
  if (before !== undefined) return before as T;
  const parts = value as Parts;
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(parts)) {
    if (OF_THE_BORROWER.indexOf(key) >= 0) continue;
    const part = wordsAt(key, parts, language) ?? spokenIn(parts[key], language);
    if (part !== parts[key]) changed[key] = part;
  }
  const isSame = Object.keys(changed).length === 0;
  const made = isSame ? value : Array.isArray(value) ? Object.assign([...(value as unknown[])], changed) : { ...value, ...changed };
  known[language].set(value, made);
  return made as T;
}

/** The same snapshot where nothing was put back. */
export function spoken(snapshot: JourneySnapshot, language: Language): JourneySnapshot {
  const context = spokenIn(snapshot.context, language);
  return context === snapshot.context
    ? snapshot
    : // Everything else stays the chart's own object, its methods included.
      Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as JourneySnapshot, snapshot, { context });
}
