/**
 * An example: a back end that had an interface of its own before. Names in snake_case, paths under `/v1`, no envelope, times in
 * seconds, HTTP statuses for a lost session, and no question whether another code costs work. What is the same for all calls
 * stands once; what is peculiar to one call stands with it. `server.ts` beside it is a server that speaks so.
 *
 * ADAPTER=examples/shillings-api/adapter.ts npm run build
 * npm run page-settings -- --back-end https://api.shillings.example --envelope off
 */
import { CODE } from '#machines/model/codes.ts';
import { defineAdapter } from '#src/api/defineAdapter.ts';
import type { Country } from '#src/api/payloads.ts';

const SECOND = 1_000;

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Members whose value is a moment. The other side has them in seconds, with the same ending. */
const isMoment = (name: string): boolean => /(At|Until|Since|By|Time)$/.test(name);

/** Keys of lists and forms that are data and no names of the interface: they stay as they are. */
const isData = (name: string): boolean => name === 'values' || name === 'sections';

type Rename = (name: string) => string;
type Change = (name: string, value: unknown) => unknown;

function mapped(value: unknown, rename: Rename, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, rename, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const changed = change(name, inner);
      return [rename(name), isData(name) ? changed : mapped(changed, rename, change)];
    }),
  );
}

const toSeconds: Change = (name, value) => (isMoment(name) && typeof value === 'number' ? value / SECOND : value);
const toMillis: Change = (name, value) => (isMoment(toCamel(name)) && typeof value === 'number' ? Math.round(value * SECOND) : value);

/** Their words for a lost session. */
const LOST: Readonly<Record<string, number>> = {
  no_session: CODE.notLoggedIn,
  session_expired: CODE.tokenExpired,
  session_replaced: CODE.loggedInElsewhere,
  session_unknown: CODE.tokenInvalid,
};

/** Their numbers for refusals are the contract's, behind a letter. */
const codeOf = (error: string): number => LOST[error] ?? (/^E\d+$/.test(error) ? Number(error.slice(1)) : CODE.serverError);

interface Theirs {
  success?: boolean;
  error?: string;
  message?: string;
  result?: unknown;
}

export const adapter = defineAdapter({
  request: (sending) => {
    const { packageName, Authorization, ...headers } = sending.headers;
    return {
      ...sending,
      base: '/v1',
      payload: mapped(sending.payload, toSnake, toSeconds) as object,
      headers: { ...headers, 'X-App': packageName ?? '', ...(Authorization ? { 'X-Session': Authorization.replace('Bearer ', '') } : {}) },
    };
  },

  answer(body) {
    const { success, error, message, result = null } = body as Theirs;
    if (typeof success !== 'boolean') throw new Error('not an answer of this back end');
    const data = mapped(result, toCamel, toMillis);
    return success ? { code: CODE.ok, msg: '', data } : { code: codeOf(error ?? ''), msg: message ?? '', data };
  },

  calls: {
    existsByMobile: {
      request: ({ mobile }) => ({ path: '/customers/lookup', payload: { phone: `+${mobile}` } }),
      response: (data) => ({ exists: (data as { status: string }).status === 'registered' }),
    },
    // They ask for no work before another code.
    isRequiredVerificationCode: { instead: () => ({ required: false, captcha: null }) },
    countryByIp: { instead: (): Country => ({ code: 'KE', name: 'Kenya', callingCode: '254', currency: 'KES' }) },
  },
});
