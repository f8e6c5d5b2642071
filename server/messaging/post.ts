/** Sends one request to a provider, and tells whether it may have arrived. */

export type Fetch = typeof globalThis.fetch;

export type Reply =
  /** @property body parsed JSON; null: it is none. */
  | { is: 'answer'; status: number; body: unknown; headers: Headers }
  /** Nothing reached the provider. */
  | { is: 'notSent'; code: string }
  /** It may have arrived. */
  | { is: 'unknown'; code: string };

/** Errors of a connection that never came about. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
}

/**
 * Posts and reads the answer. Redirects are not followed: a text and its credentials go to the configured address only.
 * @param timeout of the whole exchange, ms.
 */
export async function post(
  fetch: Fetch,
  url: string,
  request: { headers: Readonly<Record<string, string>>; body: string },
  timeout: number,
): Promise<Reply> {
  try {
    const answer = await fetch(url, { method: 'POST', ...request, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const text = await answer.text();
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // Not JSON: the status says enough, or the answer is of unknown meaning.
    }
    return { is: 'answer', status: answer.status, body, headers: answer.headers };
  } catch (error) {
    const code = errorCode(error);
    return { is: NOT_CONNECTED.has(code) ? 'notSent' : 'unknown', code };
  }
}

/** A field of an object that a provider sent; undefined: there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Text, or digits that were sent as a number; null: neither, or longer than an identifier may be. */
export function identifierOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : null;
}
