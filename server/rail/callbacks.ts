/**
 * The routes that the rail calls. Daraja signs nothing, so every intent, every query of a payout and every query of a receipt
 * has a separate address that cannot be guessed. Requests to other addresses get 404. A callback is stored as bytes, and
 * answered in the rail's format.
 */
import type { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityEvent } from '#server/store/securityLog.ts';
import { READABLE_CALLBACK, type CallbackRoute } from './rail.ts';

const ROUTES = {
  stk: 'push',
  payout: 'payout',
  payoutTimeout: 'payout-timeout',
  status: 'status',
  paybill: 'paybill',
  receipt: 'receipt',
  balance: 'balance',
  reversal: 'reversal',
} as const satisfies Record<CallbackRoute, string>;

/** Path of a callback on the lender's host. */
export const callbackAddress = (token: string, route: CallbackRoute): string => `/rail/${token}/${ROUTES[route]}`;

/**
 * Path for the rail's validation of a paybill payment, before the rail accepts the payment. The lender accepts every payment:
 * money for an unknown account waits in suspense.
 */
export const validationAddress = (token: string): string => `/rail/${token}/paybill-check`;

export interface ArrivedCallback {
  route: CallbackRoute;
  /** The token in the address; null for the paybill's address. */
  token: string | null;
  /** The bytes as they arrived. */
  body: Uint8Array;
}

/**
 * `stored`: the callback is processed in the next round of due work. `reported`: it reports a payment, or the failure of a
 * payout, about which the rail is queried now. `held`, `mismatched`: a person decides. `failed`: all attempts to process it failed.
 */
export type CallbackOutcome =
  | 'applied'
  | 'reported'
  | 'held'
  | 'repeated'
  | 'unmatched'
  | 'mismatched'
  | 'nothing'
  | 'unreadable'
  | 'stored'
  | 'failed';

export interface RailCallbackOptions {
  /** Stores the callback and processes it. */
  receive: (arrived: ArrivedCallback, traceId: string) => Promise<CallbackOutcome>;
  /** Whether this is the secret in the address of the paybill. */
  isPaybillSecret: (secret: string) => Promise<boolean>;
  /** Whether a callback at this address is stored that is larger than {@link READABLE_CALLBACK}; by default none is. */
  admitLarge?: (route: CallbackRoute, token: string) => Promise<boolean>;
  /** Addresses of the rail; null: callers are not checked. */
  isRail?: ((address: string) => boolean) | null;
  /** Records a refusal. @param address of the caller. */
  refused?: (event: Pick<SecurityEvent, 'kind' | 'subject'>, address: string) => Promise<void>;
  /** Called with an error of the lender. */
  failed?: (error: unknown, request: FastifyRequest) => void;
}

/** The largest callback that is stored, in bytes. */
const CALLBACK_LIMIT = 16 * 1024 * 1024;

const RECEIVED = { ResultCode: 0, ResultDesc: 'Accepted' };
/** The answer to a validation has its code as text (Daraja 3.0, Customer To Business, "Validation Response"). */
const VALID = { ResultCode: '0', ResultDesc: 'Accepted' };
const refusal = (ResultDesc: string) => ({ ResultCode: 1, ResultDesc });
const NO_BODY = new Uint8Array();

/** ms within which one event for each reason and caller is recorded, so that guessing addresses does not fill the log. */
const EVENT_EVERY = 60_000;
const MOST_REMEMBERED = 10_000;

const withStatus = (statusCode: number, text: string): Error => Object.assign(new Error(text), { statusCode });

/**
 * Reads the whole body. A body of usual size is read from every caller; a larger one must be admitted first.
 * @throws Error with statusCode 413 above the limit, 400 when the caller ended the connection.
 */
async function readBody(payload: Readable, announced: number, admit: () => Promise<boolean>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isAdmitted = false;
  const check = async (size: number): Promise<void> => {
    if (size <= READABLE_CALLBACK || isAdmitted) return;
    isAdmitted = size <= CALLBACK_LIMIT && (await admit());
    if (!isAdmitted) throw withStatus(413, 'Too large');
  };
  await check(announced);
  try {
    // After a refusal the connection must stay open for the answer.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > CALLBACK_LIMIT) throw withStatus(413, 'Too large');
      await check(bytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw payload.destroyed ? withStatus(400, 'Not complete') : error;
  }
  return Buffer.concat(chunks);
}

/** Answers after the callback is stored, because from then on it cannot be lost. */
export const railCallbacks: FastifyPluginAsync<RailCallbackOptions> = async (
  app,
  { receive, isPaybillSecret, admitLarge = async () => false, isRail = null, refused, failed = () => {} },
) => {
  const recorded = new Map<string, number>();

  async function recordRefusal(subject: string, request: FastifyRequest): Promise<void> {
    const { ip } = request;
    const key = `${subject} ${ip}`;
    const now = performance.now();
    if (now - (recorded.get(key) ?? -Infinity) < EVENT_EVERY) return;
    if (recorded.size >= MOST_REMEMBERED) recorded.clear();
    recorded.set(key, now);
    await refused?.({ kind: 'callback.refused', subject }, ip).catch((error: unknown) => failed(error, request));
  }

  const unknownAddress = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await recordRefusal('address', request);
    return reply.code(404).send(refusal('Unknown'));
  };

  // Bodies of any type are read as bytes: bodies that are not JSON, as the rail's are, are stored too.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
    readBody(payload, Number(request.headers['content-length'] ?? 0), async () => {
      const route = (Object.keys(ROUTES) as CallbackRoute[]).find((one) => request.routeOptions.url === callbackAddress(':token', one));
      const { token } = request.params as { token?: string };
      return route !== undefined && token !== undefined && admitLarge(route, token);
    }),
  );

  app.addHook('onRequest', async (request, reply) => {
    // The type is not used. It is replaced, because the body of a callback with an unreadable type would be lost.
    if ('content-type' in request.headers) request.headers['content-type'] = 'application/octet-stream';
    if (isRail === null || isRail(request.ip)) return;
    await recordRefusal('caller', request);
    return reply.code(403).send(refusal('Forbidden'));
  });

  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    if (error.statusCode === 413) {
      await recordRefusal('size', request);
      return reply.code(413).header('connection', 'close').send(refusal('Too large'));
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
      return reply.code(error.statusCode).send(refusal('Not readable'));
    // The callback could not be stored. The rail sends a callback again that was not accepted.
    failed(error, request);
    return reply.code(503).send(refusal('Try again'));
  });

  app.post<{ Params: { token: string } }>(validationAddress(':token'), async (request, reply) =>
    (await isPaybillSecret(request.params.token)) ? VALID : unknownAddress(request, reply),
  );
  for (const route of Object.keys(ROUTES) as CallbackRoute[]) {
    app.post<{ Params: { token: string } }>(callbackAddress(':token', route), async (request, reply) => {
      const { token } = request.params;
      const isPaybill = route === 'paybill';
      if (isPaybill && !(await isPaybillSecret(token))) return unknownAddress(request, reply);
      const body = request.body instanceof Uint8Array ? request.body : NO_BODY;
      const outcome = await receive({ route, token: isPaybill ? null : token, body }, request.id);
      return outcome === 'unmatched' && !isPaybill ? unknownAddress(request, reply) : RECEIVED;
    });
  }
};
