/** Daraja's endpoints, with its field names, its checks and its errors. */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { newConversationId } from '#server/store/ids.ts';
import { payoutEndpoints } from './payoutEndpoints.ts';
import { pushEndpoints } from './pushEndpoints.ts';
import { statusEndpoint } from './statusEndpoint.ts';
import { badField, fail, isAddress, textField, wrongField, type Body } from './requestFields.ts';
import { writeSetting, type SimulatorContext } from './simulatorState.ts';

const TOKEN_LIFE = 3_599_000;

export const endpoints =
  (context: SimulatorContext): FastifyPluginAsync =>
  async (app) => {
    const { store, clock, config } = context;
    /** Lost with a restart: a client must request a new token, as with the real rail. */
    const tokens = new Map<string, number>();

    app.get('/oauth/v1/generate', async (request, reply) => {
      const basic = `Basic ${Buffer.from(`${config.consumerKey}:${config.consumerSecret}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return fail(reply, 400, '400.008.01', 'Invalid Authentication passed');
      const token = randomBytes(16).toString('hex');
      tokens.set(token, clock.now() + TOKEN_LIFE);
      return { access_token: token, expires_in: String(TOKEN_LIFE / 1_000) };
    });

    app.addHook('preHandler', async (request, reply) => {
      if (request.method === 'GET') return;
      const until = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (until === undefined || until <= clock.now()) return fail(reply, 401, '404.001.03', 'Invalid Access Token');
    });

    pushEndpoints(app, context);
    payoutEndpoints(app, context);
    statusEndpoint(app, context);

    app.post<{ Body: Body }>('/mpesa/c2b/v1/registerurl', async ({ body }, reply) => {
      const wrong = wrongField({
        ShortCode: textField(body, 'ShortCode') === config.shortcode,
        ConfirmationURL: isAddress(textField(body, 'ConfirmationURL')),
      });
      if (wrong) return badField(reply, wrong);
      await writeSetting(store.db, 'paybillUrl', textField(body, 'ConfirmationURL'));
      return { OriginatorCoversationID: newConversationId('OC'), ResponseCode: '0', ResponseDescription: 'Success' };
    });
  };
