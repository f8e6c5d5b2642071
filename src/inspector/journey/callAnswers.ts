/** Answers of calls, and event types in the spelling of the code. */

export interface CallAnswer {
  /** Id of the invoke. */
  id: string;
  is: 'done' | 'failed';
}

function readAnswer(type: string): CallAnswer | null {
  const found = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  const id = found?.[2];
  return !found || id === undefined ? null : { id, is: found[1] === 'done' ? 'done' : 'failed' };
}

/** Cached, because millions of events have only a few hundred types. */
const answers = new Map<string, CallAnswer | null>();
const MOST_KNOWN = 2_000;

/** The call that an event answers; null: the event is no answer. */
export function answerOf(type: string): CallAnswer | null {
  const known = answers.get(type);
  if (known !== undefined) return known;
  const answer = readAnswer(type);
  if (answers.size < MOST_KNOWN) answers.set(type, answer);
  return answer;
}

/** The event type as shown beside the sentence: `✓ loadHome`, `✗ loadHome`, `⏱ POLL`, `offer.accepted`. */
export function rawType({ type }: { readonly type: string }): string {
  const answer = answerOf(type);
  if (answer) return `${answer.is === 'done' ? '✓' : '✗'} ${answer.id}`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  if (timer) return `⏱ ${timer}`;
  return type === 'xstate.route' ? 'route' : type;
}
