/** The only module that turns an HTTP answer into data or a {@link Problem}. */
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { turnOf } from '#machines/model/faceTurn.ts';
import type { Answer, SavedElsewhere } from './payloads.ts';

export const problem = (code: number, message = ''): Problem => ({ code, message });

/**
 * @param toAnswer translates the JSON of another back end into an answer.
 * @throws a `garbageAnswer` problem for anything but `{ code, msg, data }`, such as a captive portal, a proxy's error
 *   page or a truncated answer.
 */
export function readAnswer(text: string, toAnswer = (body: unknown): unknown => body): Answer {
  try {
    const answer = toAnswer(JSON.parse(text));
    if (typeof answer === 'object' && answer !== null && typeof (answer as Answer).code === 'number') return answer as Answer;
  } catch {
    // The text is not JSON, or the adapter cannot read it. Both count as an answer of a wrong shape.
  }
  throw problem(LOCAL.garbageAnswer);
}

/** The data of a successful answer. @throws the problem of any other answer. */
export function dataOf(answer: Answer): unknown {
  if (answer.code === CODE.ok) return answer.data;
  const refused = problem(answer.code, typeof answer.msg === 'string' ? answer.msg : '');
  const { fields, newer, turn } = (answer.data ?? {}) as { fields?: unknown; newer?: unknown; turn?: unknown };
  if (turn !== undefined) throw { ...refused, turn: turnOf(turn) };
  if (typeof newer === 'object' && newer !== null) throw { ...refused, newer: newer as SavedElsewhere['newer'] };
  throw typeof fields === 'object' && fields !== null ? { ...refused, fields: fields as Record<string, string> } : refused;
}
