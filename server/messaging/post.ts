/** Sends one request to a provider. Its result says whether the request may have arrived. */

export type Fetch = typeof globalThis.fetch;

export type Reply =
  /** @property body parsed JSON; null: the body is no JSON. */
  | { is: 'answer'; status: number; body: unknown; headers: Headers }
  /** Nothing reached the provider. */
  | { is: 'notSent'; code: string }
  /** The request may have arrived. */
  | { is: 'unknown'; code: string };

/** Errors of connections that were never established. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
}

/**
 * Posts and reads the answer. Redirects are not followed, so that text and credentials are sent to the configured address only.
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
      // A body that is no JSON becomes null. The caller decides by the status.
    }
    return { is: 'answer', status: answer.status, body, headers: answer.headers };
  } catch (error) {
    const code = errorCode(error);
    return { is: NOT_CONNECTED.has(code) ? 'notSent' : 'unknown', code };
  }
}

/** A field of an object that a provider sent; undefined: the object has no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** An identifier, which may be sent as text or as a number; null: it is neither, or too long. */
export function identifierOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : null;
}
