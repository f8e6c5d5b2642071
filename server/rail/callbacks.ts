/**
 * The routes the rail calls. Daraja signs nothing, so every intent has an address of its own with 128
 * random bits; requests without them get 404.
 */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { CallbackRoute } from './rail.ts';

const ROUTES = {
  stk: 'push',
  payout: 'payout',
  payoutTimeout: 'payout-timeout',
  status: 'status',
  paybill: 'paybill',
} as const satisfies Record<CallbackRoute, string>;

/** Path below the lender's own address. */
export const callbackAddress = (token: string, route: CallbackRoute): string => `/rail/${token}/${ROUTES[route]}`;

/** The rail may validate a paybill payment before it accepts it. Every payment is accepted: money for an unknown account waits in suspense. */
export const validationAddress = (token: string): string => `/rail/${token}/paybill-check`;

export interface ArrivedCallback {
  route: CallbackRoute;
  /** The intent's token in the address; null at the paybill's. */
  token: string | null;
  body: unknown;
}

/** `stored`: kept, and processed in the next round of due work. */
export type CallbackOutcome = 'applied' | 'repeated' | 'unmatched' | 'mismatched' | 'nothing' | 'stored';

export interface RailCallbackOptions {
  /** Stores the callback and processes it. */
  receive: (arrived: ArrivedCallback) => Promise<CallbackOutcome>;
  paybillToken: string;
}

const RECEIVED = { ResultCode: 0, ResultDesc: 'Accepted' };
const UNKNOWN = { ResultCode: 1, ResultDesc: 'Unknown' };

function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** Answers once the callback is stored: from then on it cannot be lost. */
export const railCallbacks: FastifyPluginAsync<RailCallbackOptions> = async (app, { receive, paybillToken }) => {
  app.post<{ Params: { token: string } }>(validationAddress(':token'), ({ params }, reply) =>
    isSame(params.token, paybillToken) ? RECEIVED : reply.code(404).send(UNKNOWN),
  );
  for (const route of Object.keys(ROUTES) as CallbackRoute[]) {
    app.post<{ Params: { token: string } }>(callbackAddress(':token', route), async (request, reply) => {
      const { token } = request.params;
      const isPaybill = route === 'paybill';
      if (isPaybill && !isSame(token, paybillToken)) return reply.code(404).send(UNKNOWN);
      const outcome = await receive({ route, token: isPaybill ? null : token, body: request.body });
      return outcome === 'unmatched' && !isPaybill ? reply.code(404).send(UNKNOWN) : RECEIVED;
    });
  }
};
