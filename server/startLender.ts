/** The lender, put together from its parts: one HTTP server for app, calls, rail callbacks and, in the sandbox, simulator and desk. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '#machines/model/calendar.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createHandlers } from './calls/index.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import type { Config } from './config.ts';
import { startDueWork, type DueWork } from './dueWork.ts';
import { CODE } from '#machines/model/codes.ts';
import { createCollection, type DataCollection } from './collection/dataCollection.ts';
import { collectedUploads } from './collection/upload.ts';
import { createRetentionSchedule } from './retentionSchedule.ts';
import { createFeedbackDesk } from './feedback/desk.ts';
import { createFeedback, type Feedback } from './feedback/tickets.ts';
import { createAccounts, type Accounts } from './policies/accountClosing.ts';
import { createBorrowers } from './identity/borrowers.ts';
import { createCallerLimits } from './identity/callerLimits.ts';
import { createChannels } from './promotion/channels.ts';
import { createCounters, createLimiter, type Counters, type Limit } from './identity/counters.ts';
import { limitsOf } from './identity/limits.ts';
import { createCodes, type BudgetAlarm, type OneTimeCodes } from './identity/oneTimeCodes.ts';
import type { Secret } from './store/secret.ts';
import { keepKeyRing, loadKeys } from './store/keyRing.ts';
import { sealPlainRows } from './store/sealPlainRows.ts';
import { browserErrors } from './monitoring/browserErrors.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { createSms, type SmsDeps } from './messaging/createSms.ts';
import { createProvider } from './messaging/createProvider.ts';
import { textReports } from './messaging/reports.ts';
import { createTextLog, type TextLog } from './messaging/textLog.ts';
import { openMonitor } from './monitoring/monitor.ts';
import { createReadiness } from './monitoring/readiness.ts';
import { createReadings } from './monitoring/readings.ts';
import { openTracing } from './monitoring/tracing.ts';
import { watchRail } from './monitoring/watchRail.ts';
import { openChannel } from './operator/channel.ts';
import { createCommands } from './operator/commands.ts';
import { createSecurityLog, type SecurityLog } from './store/securityLog.ts';
import { createSessions, type Sessions } from './identity/sessionTokens.ts';
import { agreementFiles } from './borrow/agreement/files.ts';
import { defaultLendingConfig } from './books/lendingConfig.ts';
import { createLending } from './lending/createLending.ts';
import type { Lending } from './lending/facade.ts';
import { deleteOldRecords } from './apply/bureau/records.ts';
import { claimEarlierIds } from './apply/idClaims.ts';
import { createEmbeddedReader } from './apply/reader/embeddedReader.ts';
import { openRail, SIMULATOR_PREFIX } from './openRail.ts';
import { RailUnknown } from './rail/darajaClient.ts';
import { openCallbackSecret, openTextsSecret } from './rail/callbackSecret.ts';
import { railCallbacks } from './rail/callbacks.ts';
import type { RailFault } from './rail/darajaClient.ts';
import type { Simulator } from './simulation/rail/simulator.ts';
import { createSandboxClock, type SandboxClock } from './simulation/sandbox/sandboxClock.ts';
import { createDecider } from './simulation/sandbox/decider.ts';
import { photoOfOrder } from '#server/simulation/sandbox/deskState.ts';
import { sandbox } from './simulation/sandbox/sandboxApi.ts';
import { staticPages } from './staticPages.ts';
import { sandboxSms } from './simulation/sandbox/smsInbox.ts';
import { systemClock, type Clock } from './store/clock.ts';
import { DatabaseUnavailable } from './store/availability.ts';
import { CannotStart, diskFull, serverDiskFull, whyNotListening } from './store/cannotStart.ts';
import { DISK_RESERVE, DiskFull } from './store/diskRoom.ts';
import { markMode } from './store/databaseMode.ts';
import { prepareStop } from './store/payoutStop.ts';
import { makeFolder } from './store/folder.ts';
import { withRequestId } from './store/requestId.ts';
import { openStore, type Store } from './store/store.ts';
import { createTaskLeases, type TaskLeases } from './store/taskLease.ts';
import { ADMISSION_LIMITS, createAdmission, type Admission, type AdmissionLimits } from './wire/admission.ts';
import { countedAddress } from './wire/callerAddress.ts';
import { createIdempotencyStore, type IdempotencyStore } from './wire/idempotencyStore.ts';
import { describeError, logFailures, logOptions, logOutages, logRoom } from './wire/logging.ts';
import { BODY_LIMIT } from './wire/payload.ts';
import { endSlowRequests, REQUEST_LIMITS, type RequestLimits } from './wire/slowRequests.ts';
import { addSecurityHeaders, setSecurityHeaders } from './wire/securityHeaders.ts';
import {
  answerError,
  answerExpectations,
  setErrorAnswers,
  answerInvalidHttp,
  logRequests,
  requestIdOf,
  wire,
  type Answered,
} from './wire/plugin.ts';

export interface LenderOptions {
  /** Folder of the build; without it, only calls are answered. */
  dist?: string;
  /** Where log lines go; standard output by default. */
  log?: { write(line: string): void };
  /** Adds routes before the server listens: the development server of the pages. */
  extend?: (app: FastifyInstance) => Promise<void>;
  /** For tests: other limits than {@link REQUEST_LIMITS}. */
  limits?: Partial<RequestLimits>;
  /** For tests: another bound than {@link ADMISSION_LIMITS}. */
  admission?: Partial<AdmissionLimits>;
  /** For tests: the embedded engine in this thread, where its disk can be made to fail. */
  engineHere?: boolean;
}

export interface Lender {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  url: string;
  clock: Clock;
  store: Store;
  lending: Lending;
  due: DueWork;
  /** Where the data keys are; null: in the environment. */
  keyFile: string | null;
  /** Requests that run and wait now, by kind. */
  requests: Admission['counts'];
  /** Port of health, readiness and metrics; null: there is none. */
  monitorPort: number | null;
  /** Takes no more requests after the delay of the configuration, answers those that are under way, hands the outbox over, closes. */
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
    if (error instanceof DatabaseUnavailable)
      throw new CannotStart(`The database${config.databaseUrl ? ' of DATABASE_URL' : ''} was lost during the start: ${error.message}.`);
    if (error instanceof DiskFull) throw config.databaseUrl ? serverDiskFull() : diskFull(config.dataDir, DISK_RESERVE);
    throw error;
  }
}

/** The HTTP server without routes: its limits, its errors, and its log. */
function createApp(
  config: Config,
  store: Store,
  secret: Secret,
  answered: (request: Answered) => void,
  { log, limits: other }: LenderOptions,
): FastifyInstance {
  const limits = { ...REQUEST_LIMITS, ...other };
  const app = Fastify({
    ...logOptions(config.logLevel, log),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    genReqId: (request) => requestIdOf(request as IncomingMessage, config.trustProxy || null),
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: true },
    // Answered before any hook has run.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply.raw);
      answerError(error, request, reply);
    },
    clientErrorHandler: answerInvalidHttp,
    // Node's own refusal of a request without Host has no body, and the lender does not use the header.
    http: { requireHostHeader: false, headersTimeout: limits.headers, connectionsCheckingInterval: limits.interval },
    connectionTimeout: limits.idle,
    // A stop closes connections without a request, and waits for the answers of the others.
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

interface Workers {
  store: Store;
  lending: Lending;
  simulator: Simulator | null;
  answers: IdempotencyStore;
  security: SecurityLog;
  codes: OneTimeCodes;
  texts: TextLog;
  counters: Counters;
  sessions: Sessions;
  collection: DataCollection;
  feedback: Feedback;
  accounts: Accounts;
  leases: TaskLeases;
  followOthers: () => Promise<void>;
}

/** Runs due work, deletions and retention from now on. */
function scheduleWork(
  log: FastifyBaseLogger,
  clock: Clock,
  {
    store,
    lending,
    simulator,
    answers,
    security,
    codes,
    texts,
    counters,
    sessions,
    collection,
    feedback,
    accounts,
    leases,
    followOthers,
  }: Workers,
): DueWork {
  const runRetention = createRetentionSchedule(
    clock,
    [
      codes.deleteExpired,
      texts.deleteOld,
      () => deleteOldRecords(store, clock.now()),
      counters.deleteExpired,
      sessions.deleteExpired,
      sessions.deleteUnusedDevices,
      collection.deleteNonBorrowers,
      feedback.deleteUnattached,
      feedback.deleteAnswered,
      accounts.deleteExpiredBooks,
      accounts.deleteExpiredHolds,
    ],
    logFailures(log, 'retention'),
  );
  const failed = logFailures(log, 'due work');
  // A rail that does not answer is no fault of ours: it is asked again, and its metric counts it.
  const dueFailed = (error: unknown): void =>
    error instanceof RailUnknown ? log.warn({ reason: error.message }, 'rail did not answer') : failed(error);
  const lookAtRoom = logRoom(log, store);
  return startDueWork(async () => {
    lookAtRoom();
    // While the database is lost, one query checks it; otherwise each kind of work would wait for it in turn.
    if (store.availability.isLost()) await store.ping();
    await followOthers();
    await settleDueWork(lending, simulator, dueFailed);
    await security.writeLeftOut();
    await leases.run('retention', async () => {
      await answers.deleteExpired();
      await collection.deleteAnswered();
      await runRetention();
    });
  }, dueFailed);
}

async function assemble(config: Config, store: Store, sandboxClock: SandboxClock | null, options: LenderOptions): Promise<Lender> {
  const { dist, extend } = options;
  const { mode } = config;
  const clock: Clock = sandboxClock ?? systemClock;
  const keys = await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: config.dataDir }, store);
  const { secret } = keys;
  store.useSecret(secret);
  await prepareStop(store, clock.now());
  await sealPlainRows(store);
  await claimEarlierIds(store, clock.now());
  const metrics = createMetrics(config.monitor !== null);
  const tracing = await openTracing(config.tracesTo, config.release);
  const admission = createAdmission({ ...ADMISSION_LIMITS, ...options.admission }, metrics.refused);
  const app = createApp(
    config,
    store,
    secret,
    ({ id, call, code, seconds }) => {
      metrics.call(call, code, seconds);
      tracing.record({ requestId: id, name: call, kind: 'call', seconds, isError: code === CODE.serverError, attributes: { code } });
    },
    options,
  );
  const security = createSecurityLog(store, clock, secret);
  const answers = createIdempotencyStore(store, clock, secret);
  await answers.clearUnfinished();
  const decider = createDecider(store);
  await decider.load();
  const leases = createTaskLeases(store);
  let isStopping = false;
  // Another process may have moved the clock, or set who decides. Without a database the call itself says so.
  const followOthers = async (): Promise<void> => {
    if (sandboxClock && store.engine === 'postgres') await Promise.all([sandboxClock.load(store), decider.load()]).catch(() => undefined);
  };
  app.addHook('onRequest', followOthers);

  let url = '';
  const watched = watchRail(metrics, (line) => {
    app.log.info(line, 'rail');
    const { reqId: requestId, operation: name, result, ms } = line;
    const isError = result === 'none' || result === '5xx';
    tracing.record({ requestId, name, kind: 'rail', seconds: ms / 1_000, isError, attributes: { result } });
  });
  const railFault = (fault: RailFault): void => {
    app.log.error(fault, 'refused by M-PESA: credentials, permissions or addresses of the lender');
    const [, api, call] = fault.call.split('/');
    security
      .record({ kind: 'rail.fault', subject: `${api === 'mpesa' ? call : api} ${fault.code}` })
      .catch(logFailures(app.log, 'security log'));
  };
  const { daraja, simulator, paybill, listsPayments, cards } = openRail(config, store, clock, () => url, {
    send: watched.fetch,
    alarm: railFault,
  });
  const callbackSecret = openCallbackSecret(store, secret);
  const texts = createTextLog(store, clock);
  const textsSecret = openTextsSecret(store);
  const smsDeps: SmsDeps = {
    store,
    clock,
    log: texts,
    providers: config.sms ? config.sms.providers.map((one) => createProvider(one)) : [sandboxSms(store, clock)],
    prices: config.sms?.prices ?? {},
    reportsTo: config.sms?.reportsTo ?? null,
    observer: {
      answered: metrics.text,
      refusesUs: (provider, code) => app.log.error({ provider, code }, 'texts refused: credentials, balance or sender'),
      failed: logFailures(app.log, 'sms'),
    },
  };
  const sms = createSms(smsDeps);
  const lending = createLending(store, clock, daraja, {
    ...defaultLendingConfig,
    products: config.products,
    lender: config.support,
    paybill,
    rulesDecide: () => decider.mode() === 'time',
    sms,
    cards,
    security,
    float: {
      askEvery: 10 * MINUTE,
      alarmBelow: config.floatAlarm,
      alarm: (float) => app.log.error(float, 'float of M-PESA'),
    },
    pullEvery: listsPayments ? 10 * MINUTE : null,
    leases,
    isStopping: () => isStopping,
  });
  const sessions = createSessions(store, clock, security, config.tokenDays);
  const reader =
    config.reader === 'embedded' ? createEmbeddedReader({ failed: (error) => app.log.warn(describeError(error), 'photo not read') }) : null;
  const counters = createCounters(store, clock, secret);
  const limits = limitsOf(config.limits);
  const alarm = (reached: BudgetAlarm): void => {
    app.log.error({ reached, codesPerHour: config.limits.codesPerHour }, 'texts with codes: budget of this hour');
    security.record({ kind: 'texts.budget', subject: reached }).catch(logFailures(app.log, 'security log'));
  };
  const guessed = (mobile: Msisdn, address: string): void => {
    security.record({ kind: 'id.guessed', subject: 'getVerifyCode', mobile, address }).catch(logFailures(app.log, 'security log'));
  };
  const failed = logFailures(app.log, 'code by SMS');
  const codes = createCodes({ store, clock, secret, counters, limits: config.limits, alarm, guessed, failed });
  const collection = createCollection(store, clock, secret);
  const feedback = createFeedback(store, clock, secret);
  const accounts = createAccounts(store, clock, secret, security);
  const handlers = createHandlers({
    store,
    clock,
    lending,
    collection,
    feedback,
    accounts,
    sessions,
    secret,
    security,
    borrowers: createBorrowers(store, clock, secret),
    codes,
    callerLimits: createCallerLimits(store, secret, counters, limits),
    channels: createChannels(store, config.channelPlaces),
    support: config.support,
    downloadUrl: config.downloadUrl,
    sms,
    reader,
    readings: createLimiter(counters, limits.photos),
    idTries: createLimiter(counters, limits.idTries),
    products: config.products,
    appName: config.appName,
    pageHost: config.pageHost,
    log: (during) => logFailures(app.log, during),
  });

  const due = scheduleWork(app.log, clock, {
    store,
    lending,
    simulator,
    answers,
    security,
    codes,
    texts,
    counters,
    sessions,
    collection,
    feedback,
    accounts,
    leases,
    followOthers,
  });
  // A round does the work of many requests.
  lending.onQueued(() => void withRequestId(null, () => due.run()));

  // M-PESA may refuse to register an address twice; payments at the paybill arrive either way.
  const registerPaybill = async (): Promise<void> => {
    const secretInAddress = await callbackSecret.present();
    await daraja
      .registerPaybill(secretInAddress)
      .catch((error: unknown) => app.log.warn(describeError(error), 'paybill address not registered'));
    await daraja
      .registerPull(secretInAddress)
      .catch((error: unknown) => app.log.warn(describeError(error), 'list of payments not registered'));
  };

  await app.register(wire, {
    packageName: config.packageName,
    clock,
    authenticate: sessions.authenticate,
    answers,
    handlers,
    secret,
    security,
    room: store.room,
    admission,
  });
  await app.register(browserErrors, {
    isWithinLimits: async (address) => {
      try {
        return (
          (await isWithin(counters, limits.browserErrorsOfAddress, countedAddress(address))) &&
          (await isWithin(counters, limits.browserErrors, 'all'))
        );
      } catch {
        // Without a database, or room in it, nothing can be counted, and the log has more important lines.
        return false;
      }
    },
    report: (error) => {
      metrics.browserError();
      app.log.warn(error, 'browser error');
    },
  });
  await app.register(collectedUploads, { collection });
  await app.register(agreementFiles, {
    secret,
    clock,
    isLiveSince: sessions.isLiveSince,
    agreementDocument: lending.agreementFile,
  });
  await app.register(railCallbacks, {
    receive: (arrived) => admission.run('money', () => lending.railCallback(arrived)),
    isPaybillSecret: callbackSecret.isOurs,
    admitLarge: async (route, token) => {
      const isOurs = await (route === 'paybill' ? callbackSecret.isOurs(token) : lending.ownsCallbackToken(route, token));
      return isOurs && (await counters.count(limits.largeCallbacks, 'all')).counted <= limits.largeCallbacks.most;
    },
    isRail: config.railAddresses,
    refused: (event, address) => security.record({ ...event, address: countedAddress(address) }),
    failed: logFailures(app.log, 'callback'),
  });
  const twilio = config.sms?.providers.find((one) => one.name === 'twilio');
  await app.register(textReports, {
    db: store.db,
    log: texts,
    secret: textsSecret,
    twilio: twilio && config.sms?.reportsTo ? { authToken: twilio.authToken, reportsTo: config.sms.reportsTo } : null,
    refused: (event, address) => {
      security.record({ ...event, address: countedAddress(address) }).catch(logFailures(app.log, 'security log'));
    },
    reported: metrics.textReport,
    failed: logFailures(app.log, 'report of a text'),
  });
  if (simulator) await app.register(simulator.plugin, { prefix: SIMULATOR_PREFIX });
  if (sandboxClock)
    await app.register(sandbox, {
      store,
      clock: sandboxClock,
      lending,
      collection,
      sessions,
      decider,
      feedback: createFeedbackDesk(store, clock, secret),
      simulator,
      security,
      paybill,
      proofPicture: async (name) => {
        const kept = await lending.proofs.picture(name);
        return kept && { mime: kept.mime, bytes: secret.decrypt('photo', kept.encrypted, name) };
      },
      borrowersPhoto: (orderNo, side) => photoOfOrder(store.db, secret, orderNo, side),
      // Who moved the clock sees what time did, whoever does the tasks.
      due: {
        run: async () => {
          await leases.takeOver();
          await due.run();
        },
      },
      afterReset: async () => {
        await markMode(store.db, mode);
        await keepKeyRing(store, secret);
        await registerPaybill();
      },
    });
  const commands = createCommands({
    store,
    clock,
    keys,
    paybill: { secret: callbackSecret, baseUrl: () => config.daraja?.callbackBaseUrl ?? url, register: daraja.registerPaybill },
    reversals: lending.reversals,
    texts: { log: texts, secret: textsSecret, reportsTo: config.sms?.reportsTo ?? null },
    payouts: lending.heldPayouts,
    release: config.release,
    // On PostgreSQL the verbs open the database themselves.
    postgres: null,
  });
  const channel = store.engine === 'embedded' ? await openChannel(config.dataDir, commands) : null;
  if (dist !== undefined) {
    await app.register(staticPages, { dist, isSandbox: mode === 'sandbox', frameAncestors: config.frameAncestors });
  }
  await extend?.(app);

  const readiness = createReadiness({ store, secret, rail: watched, isStopping: () => isStopping });
  const monitor =
    config.monitor &&
    (await openMonitor({ ...config.monitor, metrics, readiness, readings: createReadings(store, clock), requests: admission.counts }));

  // Whoever keeps a connection open learns that the next request needs another one, before the connection is closed.
  app.addHook('onRequest', async (_request, to) => {
    if (isStopping) to.header('connection', 'close');
  });
  const close = async (): Promise<void> => {
    isStopping = true;
    // Requests are still taken: whoever sends them has to notice first that this process is not ready any more.
    await sleep(config.stopDelay * 1_000);
    await channel?.close();
    // The simulated M-PESA, which the running round may ask, is in this process: the work stops before the answers do.
    await due.stop();
    await leases.release().catch(() => undefined);
    const giveUp = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE).unref();
    await app.close();
    clearTimeout(giveUp);
    await reader?.close();
    // A database that is lost keeps nobody from stopping.
    await security.writeLeftOut(true).catch(() => undefined);
    await store.close();
    await monitor?.close();
    await tracing.close();
  };
  url = await listen(app, config);
  await registerPaybill();
  return { url, clock, store, lending, due, keyFile: keys.file, requests: admission.counts, monitorPort: monitor?.port ?? null, close };
}

const isWithin = async (counters: Counters, limit: Limit, key: string): Promise<boolean> =>
  (await counters.count(limit, key)).counted <= limit.most;

/** How long a stop waits for the answers to requests that are under way, ms. Longer than a phone waits for one. */
const STOP_PATIENCE = 70_000;

/** Rounds until nothing is due: a payout is reported, the report is booked, and what it unblocks is sent. */
const MAX_ROUNDS = 5;

/** Further rounds while more is due than one takes: then retention and the others have their turn. */
const MAX_FURTHER = 20;

async function settleDueWork(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<void> {
  let further = 0;
  for (let round = 0; round < MAX_ROUNDS;) {
    const { callbacks, sent, asked, reconciled, isMore, errors } = await lending.runDue();
    for (const error of errors) failed(error);
    const { prompts, payouts, delivered } = (await simulator?.runDue()) ?? { prompts: 0, payouts: 0, delivered: 0 };
    // The turn of a day is many rounds; between them the outbox was served.
    if (isMore && further++ < MAX_FURTHER) continue;
    if (callbacks + sent + asked + reconciled + prompts + payouts + delivered === 0) return;
    round++;
  }
}

/** @throws CannotStart when the address is not available. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw whyNotListening(error, host, port);
  }
  const address = app.server.address() as AddressInfo;
  // A server on every address is reached on loopback too.
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
