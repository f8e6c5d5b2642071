// @ts-check
/**
 * The calls that the native app makes by itself, as the back end of `examples/shillings-api` has them.
 *
 * @typedef {import('#src/bridge/messages.ts').ShellSession} ShellSession
 * @typedef {{ backEnd: string, packageName: string, appName: string }} Settings
 */

/** The back end refused; the message is for the person. */
export class Refused extends Error {}

const NO_ANSWER = 'The back end did not answer. Try again.';
/** Milliseconds. */
const PATIENCE = 30_000;
/** Their refusal of a request whose time is wrong. */
const STALE = 'E1005';

/**
 * `254…` from a number as people write it; null: it is none of Kenya's mobile numbers.
 * @param {string} typed
 */
export function toMobile(typed) {
  const digits = typed.replace(/[\s()+-]/g, '');
  const own = /^(?:254|0)?([71]\d{8})$/.exec(digits)?.[1];
  return own === undefined ? null : `254${own}`;
}

/**
 * @param {Settings} settings
 * @param {string} installation random id of this installation
 */
export function openOperatorApi({ backEnd, packageName, appName }, installation) {
  /** By how much the clock of the back end is ahead of this one, ms. */
  let ahead = 0;

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {Record<string, string>} fields
   * @param {'json' | 'form'} [encoding] of a POST
   * @returns {Promise<any>}
   */
  async function ask(method, path, fields, encoding = 'json') {
    const timestamp = Date.now() + ahead;
    const asTexts = new URLSearchParams({ ...fields, timestamp: String(timestamp) });
    const bodies = { json: JSON.stringify({ ...fields, timestamp }), form: asTexts.toString() };
    const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
    const response = await fetch(`${backEnd}/v1${path}${method === 'GET' ? `?${asTexts}` : ''}`, {
      method,
      headers: { 'X-App': packageName, appName, deviceId: installation, lang: 'en', 'content-type': types[encoding] },
      ...(method === 'POST' ? { body: bodies[encoding] } : {}),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const time = Number(response.headers.get('x-server-time'));
    if (time > 0) ahead = time - Date.now();
    return response.json();
  }

  /**
   * @param {Parameters<typeof ask>} request
   * @throws {Refused}
   */
  async function call(...request) {
    try {
      let body = await ask(...request);
      // The refusal brought the time of the back end, and nothing was done.
      if (body.error === STALE) body = await ask(...request);
      if (body.success === true) return body.result;
      throw new Refused(typeof body.message === 'string' && body.message !== '' ? body.message : NO_ANSWER);
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(NO_ANSWER, { cause: error });
    }
  }

  return {
    /** @param {string} mobile @returns {Promise<boolean>} whether the number has an account */
    async isKnown(mobile) {
      const { status } = await call('GET', '/customers/lookup', { phone: `+${mobile}` });
      return status === 'registered';
    },

    /** @param {string} mobile @param {'login' | 'register'} purpose */
    sendCode: (mobile, purpose) => call('POST', '/security/getVerifyCode', { mobile, purpose }),

    /** @param {string} mobile @param {string} code @param {'login' | 'register'} purpose @returns {Promise<ShellSession>} */
    async signIn(mobile, code, purpose) {
      /** @type {Record<string, string>} */
      const accepted = purpose === 'register' ? { accepted_terms: 'true' } : {};
      const granted = await call('POST', `/security/${purpose}`, { mobile, code, device_name: 'Example phone', ...accepted }, 'form');
      return { token: granted.token, userId: granted.user_id, mobile: granted.mobile };
    },

    /** Ends a session. @param {string} token */
    signOut: (token) => call('POST', '/security/logout', { token }),
  };
}
