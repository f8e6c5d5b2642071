/**
 * The tokens in the addresses for the rail's answers. No token is stored: the row of an intent or a query has a random nonce, and
 * the token is the nonce with its HMAC under a hash key. So nobody can read an address from the database. Hash keys do not change
 * in a key rotation, so an address stays valid.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretOf } from '#server/store/rowEncryption.ts';
import type { Db } from '#server/store/store.ts';
import type { CallbackRoute } from './rail.ts';

/**
 * `result`: the result of a request. `status`: the answer to a query of a payout; its address is a separate one, so that knowing
 * the address of the result is not enough to answer the query. `receipt`: the answer about a receipt. `balance`: the answer about
 * the balances. `reversal`: the result of a reversal. `text`: the delivery of a text.
 */
export type TokenUse = 'result' | 'status' | 'receipt' | 'balance' | 'reversal' | 'text';

const tokenUseOf = (route: CallbackRoute): TokenUse =>
  route === 'stk' || route === 'payout' || route === 'payoutTimeout' || route === 'paybill' ? 'result' : route;

const NONCE_BYTES = 16;
/** Half an HMAC-SHA-256: 128 bits, in hex. */
const MAC_LENGTH = 32;

/** 128 random bits, stored with the row. */
export const newCallbackNonce = (): string => randomBytes(NONCE_BYTES).toString('hex');

const macOf = (db: Db, use: TokenUse, nonce: string): string =>
  secretOf(db).mac('callback', `${use} ${nonce}`).toString('hex').slice(0, MAC_LENGTH);

/** @param db has the keys; nothing is read from the database. */
export const callbackToken = (db: Db, use: TokenUse, nonce: string): string => nonce + macOf(db, use, nonce);

/** Earlier releases stored a token of this form. The migration `057-callback-addresses` left its hash as the nonce. */
const EARLIER = /^[0-9a-f]{32}$/;
const PRESENT = new RegExp(`^((?:[0-9a-f]{32}|[0-9a-f]{64}))([0-9a-f]{${MAC_LENGTH}})$`);

/**
 * The nonce of the row to which this token belongs; null: it is not a token for this route. A token of an earlier release is
 * valid for all routes except `status`: that query is repeated with an address of its own.
 */
export function nonceOf(db: Db, route: CallbackRoute, token: string): string | null {
  const use = tokenUseOf(route);
  if (EARLIER.test(token)) return use === 'result' || use === 'receipt' ? createHash('sha256').update(token).digest('hex') : null;
  return nonceFor(db, use, token);
}

/** The nonce of the row to which this token belongs; null: it is not a token for this use. */
export function nonceFor(db: Db, use: TokenUse, token: string): string | null {
  const [, nonce, mac] = PRESENT.exec(token) ?? [];
  if (nonce === undefined || mac === undefined) return null;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(db, use, nonce))) ? nonce : null;
}
