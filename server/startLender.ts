/** The lender, put together from its parts: one HTTP server for app, calls, rail callbacks and, in the sandbox, simulator and desk. */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import type { Language } from '#machines/model/device.ts';
import { claimEarlierIds } from './apply/idClaims.ts';
import type { PhotoReader } from './apply/reader/photoReader.ts';
import type { DueWork } from './assembly/dueWork.ts';
import { addRoutes } from './assembly/httpRoutes.ts';
import { keepTrying } from './assembly/keepTrying.ts';
import { scheduleWork } from './assembly/scheduledWork.ts';
import { createServices, type Services } from './assembly/services.ts';
import { deskOrigin, type Config } from './config.ts';
import type { Lending } from './lending/facade.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { openMonitor } from './monitoring/monitor.ts';
import { createReadiness } from './monitoring/readiness.ts';
import { createReadings } from './monitoring/readings.ts';
import { openTracing } from './monitoring/tracing.ts';
import { openChannel, type Channel } from './operator/verbChannel.ts';
import { createCommands } from './operator/commands.ts';
import { createSandboxClock, type SandboxClock } from './simulation/sandbox/sandboxClock.ts';
import { staticPages } from './staticPages.ts';
import { RegisteredBefore } from './rail/darajaClient.ts';
import { whyNotListening } from './store/cannotStart.ts';
import { systemClock, type Clock } from './store/clock.ts';
import { asOperatorError } from './store/databaseFailure.ts';
import { makeFolder } from './store/folder.ts';
import { loadKeys } from './store/keyRing.ts';
import { prepareStop } from './store/payoutStop.ts';
import { encryptPlainRows } from './store/encryptPlainRows.ts';
import { openStore, type Store } from './store/store.ts';
import { ADMISSION_LIMITS, createAdmission, type Admission, type AdmissionLimits } from './wire/admission.ts';
import { createHttpServer } from './wire/httpServer.ts';
import { openContractVersions, versionLabel } from './wire/contractVersions.ts';
import { describeError } from './wire/logging.ts';
import type { RequestLimits } from './wire/slowRequests.ts';

export interface LenderOptions {
  /** Folder of the build; without it, only calls are answered. */
  dist?: string;
  /** Receives log lines; standard output by default. */
  log?: { write(line: string): void };
  /** Adds routes before the server listens: the development server of the pages. */
  extend?: (app: FastifyInstance) => Promise<void>;
  /** For tests: other limits than {@link REQUEST_LIMITS}. */
  limits?: Partial<RequestLimits>;
  /** For tests: other limits than {@link ADMISSION_LIMITS}. */
  admission?: Partial<AdmissionLimits>;
  /** For tests: another version of the contract than {@link CONTRACT_VERSION}. */
  contract?: number;
  /** For tests: another reader of photos than the embedded one. */
  reader?: PhotoReader;
  /** For tests: ms between two rounds of due work. */
  pulse?: number;
  /** For tests: the embedded engine runs in this thread, where a test can make its disk fail. */
  engineHere?: boolean;
}

export interface Lender {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  url: string;
  clock: Clock;
  store: Store;
  lending: Lending;
  due: DueWork;
  /** File of the data keys; null: they are in the environment. */
  keyFile: string | null;
  /** Requests that run and wait now, by kind. */
  requests: Admission['counts'];
  /** Port of health, readiness and metrics; null: there is none. */
  monitorPort: number | null;
  /** Waits for the configured delay, stops due work, releases the leases, answers running requests, and closes the database. */
  close(): Promise<void>;
}

async function openAndAssemble(config: Config, options: LenderOptions): Promise<Lender> {
  makeFolder(config.dataDir);
  const sandboxClock = config.mode === 'sandbox' ? createSandboxClock() : null;
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    clock: sandboxClock ?? systemClock,
    mode: config.mode,
    ownThread: options.engineHere !== true,
  });
  try {
    await sandboxClock?.load(store);
    return await assemble(config, store, sandboxClock, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws CannotStart with one sentence for the operator. */
export async function startLender(config: Config, options: LenderOptions = {}): Promise<Lender> {
  try {
    return await openAndAssemble(config, options);
  } catch (error) {
    throw asOperatorError(error, config);
  }
}

/**
 * Registers the lender's callback addresses with the rail. Without them the rail reports no payments at the paybill. M-PESA
 * may refuse to register addresses twice. Then the earlier addresses stay in force.
 * @returns whether all addresses are registered.
 */
async function registerPaybill({ callbackSecret, daraja }: Services, { log }: FastifyInstance): Promise<boolean> {
  const done = async (work: Promise<unknown>, words: string): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      log.warn(describeError(error), words);
      return error instanceof RegisteredBefore;
    }
  };
  const secretInAddress = await callbackSecret.present();
  const isPaybillDone = await done(daraja.registerPaybill(secretInAddress), 'paybill address not registered');
  return (await done(daraja.registerPull(secretInAddress), 'list of payments not registered')) && isPaybillDone;
}

/** The operator's verbs reach an embedded database through this process. A PostgreSQL database they open directly. */
async function openVerbs(config: Config, services: Services, ownUrl: () => string): Promise<Channel | null> {
  const { store, clock, keys, callbackSecret, daraja, lending, texts, textsSecret, staff } = services;
  if (store.engine !== 'embedded') return null;
  const commands = createCommands({
    store,
    clock,
    keys,
    paybill: { secret: callbackSecret, baseUrl: () => config.daraja?.callbackBaseUrl ?? ownUrl(), register: daraja.registerPaybill },
    reversals: lending.reversals,
    texts: { log: texts, secret: textsSecret, reportsTo: config.sms?.reportsTo ?? null },
    payouts: lending.heldPayouts,
    staff: { members: staff.members, origin: () => deskOrigin(config, ownUrl()) },
    release: config.release,
    postgres: null,
  });
  return openChannel(config.dataDir, commands);
}

async function assemble(config: Config, store: Store, sandboxClock: SandboxClock | null, options: LenderOptions): Promise<Lender> {
  const { dist, extend, log, limits } = options;
  const { mode, trustProxy, logLevel } = config;
  const clock: Clock = sandboxClock ?? systemClock;
  const keys = await loadKeys(
    { keys: config.dataKeys, keySetting: config.keySetting, keyFile: config.dataKeyFile, dataDir: config.dataDir },
    store,
  );
  const { secret } = keys;
  store.useSecret(secret);
  await prepareStop(store, clock.now());
  await encryptPlainRows(store);
  await claimEarlierIds(store, clock.now());
  const metrics = createMetrics(config.monitor !== null);
  const tracing = await openTracing(config.tracesTo, config.release);
  const admission = createAdmission({ ...ADMISSION_LIMITS, ...options.admission }, metrics.refused);

  const app = createHttpServer({
    store,
    secret,
    logLevel,
    log,
    trustProxy,
    limits,
    answered({ id, call, code, contract, seconds }) {
      metrics.call(call, code, versionLabel(contract), seconds);
      tracing.record({ requestId: id, name: call, kind: 'call', seconds, isError: code === CODE.serverError, attributes: { code } });
    },
  });
  let url = '';
  const ownUrl = (): string => url;
  let isStopping = false;
  const services = await createServices({
    config,
    store,
    sandboxClock,
    keys,
    metrics,
    tracing,
    log: app.log,
    ownUrl,
    isStopping: () => isStopping,
    reader: options.reader,
  });
  const { lending, decider, leases, reader, security } = services;
  // Another process may have moved the clock, or changed whether rules or a clerk decide. An outage of the database is ignored
  // here, because the call itself reports it.
  const followOthers = async (): Promise<void> => {
    if (sandboxClock && store.engine === 'postgres') await Promise.all([sandboxClock.load(store), decider.load()]).catch(() => undefined);
  };
  if (sandboxClock) app.addHook('onRequest', followOthers);
  const due = scheduleWork(services, app.log, { followOthers, supportEmail: config.support.email, pulse: options.pulse });
  lending.onQueued(() => void due.runQueued());

  const versions = await openContractVersions(store, clock, options.contract);
  await addRoutes(app, {
    config,
    services,
    admission,
    versions,
    due,
    registerPaybill: async () => void (await registerPaybill(services, app)),
  });
  const channel = await openVerbs(config, services, ownUrl);
  if (dist !== undefined) {
    const visitorHome = (language: Language) => lending.home(null, language);
    await app.register(staticPages, { dist, isSandbox: mode === 'sandbox', frameAncestors: config.frameAncestors, visitorHome });
  }
  await extend?.(app);

  const readiness = createReadiness({ store, secret, rail: services.rail, isStopping: () => isStopping });
  const monitor =
    config.monitor &&
    (await openMonitor({ ...config.monitor, metrics, readiness, readings: createReadings(store, clock), requests: admission.counts }));

  // The header makes a client open a new connection for its next request, before this connection is closed.
  app.addHook('onRequest', (_request, to, done) => {
    if (isStopping) to.header('connection', 'close');
    done();
  });
  let stopRegistering = (): void => undefined;
  const close = async (): Promise<void> => {
    isStopping = true;
    stopRegistering();
    // Requests are still accepted: the proxy has to notice first that this process is not ready any more.
    await sleep(config.stopDelay * 1_000);
    await channel?.close();
    // A running round may query the simulated M-PESA, which is in this process. So due work stops before the HTTP server closes.
    await due.stop();
    await leases.release().catch(() => undefined);
    const giveUp = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE).unref();
    await app.close();
    clearTimeout(giveUp);
    await reader?.close();
    // An outage of the database must not prevent the stop.
    await security.writeLeftOut(true).catch(() => undefined);
    await store.close();
    await monitor?.close();
    await tracing.close();
  };
  url = await listen(app, config);
  stopRegistering = await keepTrying(() => registerPaybill(services, app));
  return { url, clock, store, lending, due, keyFile: keys.file, requests: admission.counts, monitorPort: monitor?.port ?? null, close };
}

/** How long a stop waits for running requests to be answered, ms. A phone waits for an answer less long. */
const STOP_PATIENCE = 70_000;

/** @throws CannotStart when the address is not available. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw whyNotListening(error, host, port);
  }
  const address = app.server.address() as AddressInfo;
  // A server that listens on every address is also reached on loopback.
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
