/**
 * Allows pages of other origins to call the lender (`CORS_ORIGINS`), but only for the calls and the error reports of the
 * borrower's page. Cookies are not allowed, so the token that the page sends is the only proof of a session.
 */
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BROWSER_ERRORS_PATH } from '#src/api/browserErrors.ts';
import { CONTRACT_HEADER, LENDER_CONTRACT_HEADER } from '#src/api/contractVersion.ts';
import { RECORDINGS_PATH } from '#src/market/recordingLimits.ts';
import { SERVER_TIME_HEADER } from '#src/api/payloads.ts';

/** Headers of the page's requests that need a browser's preflight; `docs/wire.md` lists them. */
const REQUEST_HEADERS = [
  'authorization',
  'packagename',
  'appname',
  'afid',
  'deviceid',
  'lang',
  CONTRACT_HEADER.toLowerCase(),
  'cache-control',
  'content-type',
];
const ANSWER_HEADERS = [SERVER_TIME_HEADER, LENDER_CONTRACT_HEADER, 'retry-after', 'x-request-id'];

/** Seconds for which a browser may cache a preflight: the maximum of Chromium. */
const REMEMBERED = 7_200;

const OPENED = new RegExp(`^/(?:(?:api|cou)/[^/?]+/e|${BROWSER_ERRORS_PATH.slice(1)}|${RECORDINGS_PATH.slice(1)}/[^?]+)/?(?:\\?|$)`);

/** An origin as a browser sends it: `https://app.example`, or `http://` on this machine. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return (
    origin === text &&
    !hostname.includes('*') &&
    (protocol === 'https:' || (protocol === 'http:' && /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname)))
  );
}

/** @param origins the allowed origins, compared exactly; empty: no header is sent and no preflight is answered. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const open: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: REMEMBERED,
    credentials: false,
  };
  await app.register(cors, {
    delegator: async ({ url, method, headers }: FastifyRequest): Promise<FastifyCorsOptions> =>
      // An OPTIONS request without this header is not a preflight, and is answered like any other wrong method.
      OPENED.test(url) && (method !== 'OPTIONS' || headers['access-control-request-method'] !== undefined) ? open : { origin: false },
  });
}
