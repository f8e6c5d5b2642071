/** Answers of calls, and events as they stand in the code. */

export interface CallAnswer {
  /** Id of the invoke. */
  id: string;
  is: 'done' | 'failed';
}

/** The call that an event answers; null for any other event. */
export function answerOf(type: string): CallAnswer | null {
  const found = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  const id = found?.[2];
  return !found || id === undefined ? null : { id, is: found[1] === 'done' ? 'done' : 'failed' };
}

/** The raw type as it stands beside the sentence: `✓ loadHome`, `✗ loadHome`, `⏱ POLL`, `offer.accepted`. */
export function rawType({ type }: { readonly type: string }): string {
  const answer = answerOf(type);
  if (answer) return `${answer.is === 'done' ? '✓' : '✗'} ${answer.id}`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  if (timer) return `⏱ ${timer}`;
  return type === 'xstate.route' ? 'route' : type;
}
