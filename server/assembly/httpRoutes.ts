/** The routes of the lender's HTTP server: calls, files, callbacks, delivery reports, desk, sandbox. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { agreementFiles } from '#server/borrow/agreement/files.ts';
import { createHandlers } from '#server/calls/index.ts';
import { collectedUploads } from '#server/collection/upload.ts';
import type { Limit } from '#server/identity/counters.ts';
import { textReports } from '#server/messaging/deliveryReports.ts';
import { browserErrors } from '#server/monitoring/browserErrors.ts';
import { railCallbacks } from '#server/rail/callbacks.ts';
import { recordingUploads } from '#server/recordings/recordingUploads.ts';
import { sandbox } from '#server/simulation/sandbox/sandboxApi.ts';
import { createSandboxClerks } from '#server/simulation/sandbox/sandboxClerks.ts';
import { deskRoutes } from '#server/staff/deskRoutes.ts';
import { markMode } from '#server/store/databaseMode.ts';
import { keepKeyRing } from '#server/store/keyRing.ts';
import type { Admission } from '#server/wire/admission.ts';
import { countedAddress } from '#server/wire/callerAddress.ts';
import { allowOrigins } from '#server/wire/cors.ts';
import { logFailures } from '#server/wire/logging.ts';
import type { ContractVersions } from '#server/wire/contractVersions.ts';
import { wire } from '#server/wire/plugin.ts';
import type { DueWork } from './dueWork.ts';
import { SIMULATOR_PREFIX } from './openRail.ts';
import type { Services } from './services.ts';

export interface RoutesDeps {
  config: Config;
  services: Services;
  admission: Admission;
  versions: ContractVersions;
  due: DueWork;
  /** Registers the paybill at the rail. */
  registerPaybill: () => Promise<void>;
}

async function addCalls(app: FastifyInstance, { config, services, admission, versions }: RoutesDeps): Promise<void> {
  const { packageName, support, downloadUrl, products, appName, pageHost } = config;
  const { clock, sessions, answers, secret, security, store } = services;
  const log = (during: string) => logFailures(app.log, during);
  const handlers = createHandlers({ ...services, support, downloadUrl, products, appName, pageHost, log });
  const { authenticate } = sessions;
  await app.register(wire, {
    packageName,
    clock,
    authenticate,
    answers,
    handlers,
    secret,
    security,
    room: store.room,
    admission,
    versions,
  });
}

/** Requests of the pages that are not calls: error reports, collected data, recordings, agreements. */
async function addFiles(app: FastifyInstance, services: Services) {
  const { counters, limits, metrics, collection, secret, clock, sessions, lending, recordings } = services;
  const isWithin = async (limit: Limit, key: string): Promise<boolean> => (await counters.count(limit, key)).counted <= limit.most;
  await app.register(browserErrors, {
    isWithinLimits: async (address) => {
      try {
        return (await isWithin(limits.browserErrorsOfAddress, countedAddress(address))) && (await isWithin(limits.browserErrors, 'all'));
      } catch {
        // While the database is down or full, reports cannot be counted, so none is logged. The log has more important lines then.
        return false;
      }
    },
    report: (error) => {
      metrics.browserError();
      app.log.warn(error, 'browser error');
    },
  });
  await app.register(collectedUploads, { collection });
  await app.register(recordingUploads, { recordings, authenticate: sessions.authenticate });
  const { isLiveSince } = sessions;
  await app.register(agreementFiles, { secret, clock, isLiveSince, agreementDocument: lending.agreementFile });
}

/** Callbacks of the rail, and delivery reports of the providers of texts. */
async function addCallbacks(app: FastifyInstance, { config, services, admission }: RoutesDeps): Promise<void> {
  const { lending, callbackSecret, counters, limits, security, store, texts, textsSecret, note, metrics } = services;
  await app.register(railCallbacks, {
    receive: (arrived, traceId) => admission.run('money', () => lending.forRequest(traceId).railCallback(arrived)),
    isPaybillSecret: callbackSecret.isOurs,
    admitLarge: async (route, token) => {
      const isOurs = await (route === 'paybill' ? callbackSecret.isOurs(token) : lending.ownsCallbackToken(route, token));
      return isOurs && (await counters.count(limits.largeCallbacks, 'all')).counted <= limits.largeCallbacks.most;
    },
    isRail: config.railAddresses,
    refused: (event, address) => security.record({ ...event, address: countedAddress(address) }),
    failed: (error, request) => logFailures(request.log, 'callback')(error),
  });
  const twilio = config.sms?.providers.find((one) => one.name === 'twilio');
  await app.register(textReports, {
    db: store.db,
    log: texts,
    secret: textsSecret,
    twilio: twilio && config.sms?.reportsTo ? { authToken: twilio.authToken, reportsTo: config.sms.reportsTo } : null,
    refused: (event, address) => note({ ...event, address: countedAddress(address) }),
    reported: metrics.textReport,
    failed: (error, request) => logFailures(request.log, 'report of a text')(error),
  });
}

/** The desk of the staff. */
async function addDesk(app: FastifyInstance, { config, services }: RoutesDeps): Promise<void> {
  const { staff, deskCases, deskRecordings, note, store, clock, sandboxClock } = services;
  await app.register(deskRoutes, {
    sessions: staff.sessions,
    answers: staff.answers,
    note,
    handlers: { ...staff.handlers, ...deskCases.handlers, ...deskRecordings.handlers },
    picture: deskCases.picture,
    recordingLines: deskRecordings.download,
    sandboxClerk: sandboxClock && createSandboxClerks(store, clock, staff.signIn),
    isProduction: config.mode === 'production',
    host: config.deskHost,
  });
}

/** The simulated rail, the phones and the clock. Production has none of these routes. */
async function addSandbox(app: FastifyInstance, { config, services, due, registerPaybill }: RoutesDeps): Promise<void> {
  const { simulator, sandboxClock, store, deskCases, collection, sessions, decider, secret, security, paybill, leases } = services;
  if (simulator) await app.register(simulator.plugin, { prefix: SIMULATOR_PREFIX });
  if (!sandboxClock) return;
  await app.register(sandbox, {
    store,
    clock: sandboxClock,
    collection,
    sessions,
    decider,
    waiting: deskCases.waiting,
    simulator,
    security,
    paybill,
    company: config.support.company.name,
    // The desk must show the effect of a moved clock, so this process takes the leases over and does the due work itself.
    due: {
      run: async () => {
        await leases.takeOver();
        await due.run();
      },
    },
    afterReset: async () => {
      await markMode(store.db, config.mode);
      await keepKeyRing(store, secret);
      await registerPaybill();
    },
  });
}

export async function addRoutes(app: FastifyInstance, deps: RoutesDeps): Promise<void> {
  await allowOrigins(app, deps.config.corsOrigins);
  await addCalls(app, deps);
  await addFiles(app, deps.services);
  await addCallbacks(app, deps);
  await addDesk(app, deps);
  await addSandbox(app, deps);
}
