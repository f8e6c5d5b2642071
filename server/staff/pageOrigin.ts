/** Where the page is that sent a request. A browser names it itself; no page can write this header. */
import type { FastifyRequest } from 'fastify';

const ON_THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface OriginRules {
  /** Plain HTTP is refused, except on this machine. */
  isProduction: boolean;
  /** The only host name; null: the one that the request was sent to. */
  host: string | null;
}

/** @returns such as `https://loan.example.ke`; null: the request came from another page than the desk's, or from no browser. */
export function originOf(
  { headers, host: sentTo }: Pick<FastifyRequest, 'headers' | 'host'>,
  { isProduction, host }: OriginRules,
): string | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined || !URL.canParse(origin)) return null;
  if (site !== undefined && site !== 'same-origin') return null;
  const page = new URL(origin);
  if (page.host !== sentTo.toLowerCase()) return null;
  if (host !== null && page.hostname !== host) return null;
  if (isProduction && page.protocol !== 'https:' && !ON_THIS_MACHINE.test(page.hostname)) return null;
  return page.origin;
}
