/** The gateway of the simulated Daraja: access tokens, checks of every request against the documents, limits of load, endpoints. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { newConversationId } from '#server/store/ids.ts';
import { callAt, DOCUMENTED, wrongFieldOf } from './documented.ts';
import { accountEndpoints } from './accountEndpoints.ts';
import { payoutEndpoints } from './payoutEndpoints.ts';
import { pullEndpoints } from './pullEndpoints.ts';
import { pushEndpoints } from './pushEndpoints.ts';
import { statusEndpoint } from './statusEndpoint.ts';
import { badField, fail, textField, type Body } from './requestFields.ts';
import { readSetting, readSwitches, writeSetting, type GatewayFault, type SimulatorContext } from './simulatorState.ts';

/** Authorization, "Response Body": `expires_in`. */
const TOKEN_LIFE = 3_599;

const MOST_NOTED = 1_000;

/** The documents' "API transaction per second limit". No document names its value, which differs by app. */
function createSpikeArrest({ clock, config }: Pick<SimulatorContext, 'clock' | 'config'>): (path: string) => boolean {
  const passed = new Map<string, { second: number; requests: number }>();
  return (path) => {
    if (config.mostPerSecond === null) return false;
    const second = Math.floor(clock.now() / 1_000);
    const before = passed.get(path);
    const requests = before?.second === second ? before.requests : 0;
    if (requests >= config.mostPerSecond) return true;
    passed.set(path, { second, requests: requests + 1 });
    return false;
  };
}

interface IssuedToken {
  value: string;
  until: number;
}

/** Answers of a gateway that does not forward a request, with status, code and text of the documents. */
const GATEWAY_FAULTS: Readonly<Record<GatewayFault, readonly [number, string, string]>> = {
  busy: [500, '500.003.02', 'System is busy. Please try again in few minutes.'],
  spikeArrest: [500, '500.003.02', 'Error Occurred: Spike Arrest Violation'],
  tooMany: [429, '500.003.02', 'Error Occurred: Spike Arrest Violation'],
  quota: [500, '500.003.03', 'Quota Violation'],
  maintenance: [500, '500.002.1001', 'Service is currently under maintenance. Please try again later'],
  internal: [500, '500.003.1001', 'Internal Server Error'],
};

function registerAddresses(app: FastifyInstance, { store, config }: SimulatorContext): void {
  app.post<{ Body: Body }>(DOCUMENTED.registerAddresses.path, async ({ body }, reply) => {
    if (textField(body, 'ShortCode') !== config.shortcode) return badField(reply, 'ShortCode');
    // As in Safaricom's sandbox, a new address replaces the registered one. In production an address is registered once.
    await writeSetting(store.db, 'paybillUrl', textField(body, 'ConfirmationURL'));
    return { OriginatorCoversationID: newConversationId('OC'), ResponseCode: '0', ResponseDescription: 'Success' };
  });
}

export const endpoints =
  (context: SimulatorContext): FastifyPluginAsync =>
  async (app) => {
    const { store, clock, config, violations } = context;
    const isSpike = createSpikeArrest(context);

    app.get('/oauth/v1/generate', async (request, reply) => {
      if ((request.query as Body)['grant_type'] !== 'client_credentials')
        return fail(reply, 400, '400.008.02', 'Invalid grant type passed');
      const basic = `Basic ${Buffer.from(`${config.consumerKey}:${config.consumerSecret}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return fail(reply, 400, '400.008.01', 'Invalid Authentication passed');
      // Each new token ends the previous one (Authorization, FAQ 3).
      const token: IssuedToken = { value: randomBytes(14).toString('hex'), until: clock.now() + TOKEN_LIFE * 1_000 };
      await writeSetting(store.db, 'accessToken', token);
      return { access_token: token.value, expires_in: TOKEN_LIFE };
    });

    const path = (request: FastifyRequest): string => (request.routeOptions.url ?? '').slice(app.prefix.length);

    app.addHook('preHandler', async (request, reply): Promise<FastifyReply | undefined> => {
      const call = callAt(path(request));
      if (!call) return undefined;
      const token = await readSetting<IssuedToken | null>(store.db, 'accessToken');
      const given = (request.headers.authorization ?? '').replace(/^Bearer /, '');
      if (!token || token.value !== given || token.until <= clock.now()) return fail(reply, ...call.tokenError);
      const wrong = wrongFieldOf(call, (request.body ?? {}) as Body);
      if (wrong !== null) {
        if (violations.length < MOST_NOTED) violations.push(`${call.page}: ${wrong}`);
        request.log.error({ call: call.page, field: wrong }, 'a request to M-PESA is not as documented');
        return badField(reply, wrong);
      }
      const { gateway } = await readSwitches(store.db);
      if (gateway !== 'normal') return fail(reply, ...GATEWAY_FAULTS[gateway]);
      return isSpike(call.path) ? fail(reply, ...GATEWAY_FAULTS.spikeArrest) : undefined;
    });

    pushEndpoints(app, context);
    payoutEndpoints(app, context);
    statusEndpoint(app, context);
    accountEndpoints(app, context);
    pullEndpoints(app, context);
    registerAddresses(app, context);
  };
