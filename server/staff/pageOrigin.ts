/** Finds the origin of the page that sent a request. The browser writes this header; a page cannot change it. */
import type { FastifyRequest } from 'fastify';

const ON_THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface OriginRules {
  /** Whether plain HTTP is refused, except on this machine. */
  isProduction: boolean;
  /** The only host name; null: the host name of the request. */
  host: string | null;
}

/** @returns such as `https://loan.example.ke`; null: the request came from a page of another origin, or not from a browser. */
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
