/** Creates the HTTP server without routes: its limits, its errors, and its log. */
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Secret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import type { IsProxy } from './callerAddress.ts';
import { logOptions, logOutages } from './logging.ts';
import { BODY_LIMIT } from './payload.ts';
import { answerError, answerExpectations, answerInvalidHttp, logRequests, requestIdOf, setErrorAnswers, type Answered } from './plugin.ts';
import { addSecurityHeaders, setSecurityHeaders } from './securityHeaders.ts';
import { endSlowRequests, REQUEST_LIMITS, type RequestLimits } from './slowRequests.ts';

export interface HttpServerOptions {
  store: Store;
  /** Hashes the identifiers of borrowers in the log. */
  secret: Secret;
  logLevel: string;
  /** Receives the lines of the log; undefined: standard output. */
  log: { write(line: string): void } | undefined;
  /** false: there is no proxy. */
  trustProxy: IsProxy | false;
  /** Limits that replace those of {@link REQUEST_LIMITS}. */
  limits: Partial<RequestLimits> | undefined;
  /** Called with every answer of a call. */
  answered: (request: Answered) => void;
}

export function createHttpServer({
  store,
  secret,
  logLevel,
  log,
  trustProxy,
  limits: other,
  answered,
}: HttpServerOptions): FastifyInstance {
  const limits = { ...REQUEST_LIMITS, ...other };
  const app = Fastify({
    ...logOptions(logLevel, log),
    bodyLimit: BODY_LIMIT,
    trustProxy,
    genReqId: (request) => requestIdOf(request as IncomingMessage, trustProxy || null),
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: true },
    // These errors are answered before any hook has run.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply.raw);
      answerError(error, request, reply);
    },
    clientErrorHandler: answerInvalidHttp,
    // Off, because Node's refusal of a request without Host has no body. The lender does not use the header.
    http: { requireHostHeader: false, headersTimeout: limits.headers, connectionsCheckingInterval: limits.interval },
    connectionTimeout: limits.idle,
    // At a stop, connections without a request are closed, and the requests of the others are answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const stopWatching = endSlowRequests(app.server, limits);
  app.addHook('onClose', async () => stopWatching());
  answerExpectations(app);
  addSecurityHeaders(app);
  setErrorAnswers(app);
  logOutages(app.log, store);
  logRequests(app, secret, answered);
  return app;
}
