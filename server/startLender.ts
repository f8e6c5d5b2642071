/** The lender, put together from its parts: one HTTP server for app, calls, rail callbacks and, in the sandbox, simulator and desk. */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createHandlers } from './calls/index.ts';
import type { Config } from './config.ts';
import { startDueWork, type DueWork } from './dueWork.ts';
import { createCollection, type DataCollection } from './collection/dataCollection.ts';
import { collectedUploads } from './collection/upload.ts';
import { createRetentionSchedule } from './retentionSchedule.ts';
import { createFeedbackDesk } from './feedback/desk.ts';
import { createFeedback, type Feedback } from './feedback/tickets.ts';
import { createAccounts, type Accounts } from './policies/accountClosing.ts';
import { createBorrowers } from './identity/borrowers.ts';
import { createCallerLimits } from './identity/callerLimits.ts';
import { createChannels } from './promotion/channels.ts';
import { createCounters, createLimiter, type Counters } from './identity/counters.ts';
import { limitsOf } from './identity/limits.ts';
import { createCodes, type BudgetAlarm, type OneTimeCodes } from './identity/oneTimeCodes.ts';
import type { Secret } from './store/secret.ts';
import { keepKeyRing, loadKeys } from './store/keyRing.ts';
import { sealPlainRows } from './store/sealPlainRows.ts';
import { openChannel } from './operator/channel.ts';
import { createCommands } from './operator/commands.ts';
import { createSecurityLog, type SecurityLog } from './store/securityLog.ts';
import { createSessions, type Sessions } from './identity/sessionTokens.ts';
import { gatewaySms } from './identity/smsGateway.ts';
import { agreementFiles } from './borrow/agreement/files.ts';
import { defaultLendingConfig } from './books/lendingConfig.ts';
import { createLending } from './lending/createLending.ts';
import type { Lending } from './lending/facade.ts';
import { claimEarlierIds } from './apply/idClaims.ts';
import { createEmbeddedReader } from './apply/reader/embeddedReader.ts';
import { openRail, SIMULATOR_PREFIX } from './openRail.ts';
import { openCallbackSecret } from './rail/callbackSecret.ts';
import { railCallbacks } from './rail/callbacks.ts';
import type { Simulator } from './simulation/rail/simulator.ts';
import { createSandboxClock, type SandboxClock } from './simulation/sandbox/sandboxClock.ts';
import { createDecider } from './simulation/sandbox/decider.ts';
import { photoOfOrder } from '#server/simulation/sandbox/deskState.ts';
import { sandbox } from './simulation/sandbox/sandboxApi.ts';
import { staticPages } from './staticPages.ts';
import { sandboxSms } from './simulation/sandbox/smsInbox.ts';
import { systemClock, type Clock } from './store/clock.ts';
import { DatabaseUnavailable } from './store/availability.ts';
import { CannotStart, whyNotListening } from './store/cannotStart.ts';
import { markMode } from './store/databaseMode.ts';
import { makeFolder } from './store/folder.ts';
import { openStore, type Store } from './store/store.ts';
import { countedAddress } from './wire/callerAddress.ts';
import { createIdempotencyStore, type IdempotencyStore } from './wire/idempotencyStore.ts';
import { describeError, logFailures, logOptions, logOutages } from './wire/logging.ts';
import { BODY_LIMIT } from './wire/payload.ts';
import { endSlowRequests, REQUEST_LIMITS, type RequestLimits } from './wire/slowRequests.ts';
import { addSecurityHeaders, setSecurityHeaders } from './wire/securityHeaders.ts';
import { answerError, setErrorAnswers, answerInvalidHttp, logRequests, wire } from './wire/plugin.ts';

export interface LenderOptions {
  /** Folder of the build; without it, only calls are answered. */
  dist?: string;
  /** Where log lines go; standard output by default. */
  log?: { write(line: string): void };
  /** Adds routes before the server listens: the development server of the pages. */
  extend?: (app: FastifyInstance) => Promise<void>;
  /** For tests: other limits than {@link REQUEST_LIMITS}. */
  limits?: Partial<RequestLimits>;
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
  /** Answers pending requests, then closes. */
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
      throw new CannotStart(`The database of DATABASE_URL was lost during the start: ${error.message}.`);
    throw error;
  }
}

/** The HTTP server without routes: its limits, its errors, and its log. */
function createApp(config: Config, store: Store, secret: Secret, { log, limits: other }: LenderOptions): FastifyInstance {
  const limits = { ...REQUEST_LIMITS, ...other };
  const app = Fastify({
    ...logOptions(config.logLevel, log),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
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
    // A phone on a slow link keeps its connection open; a stop does not wait for it.
    forceCloseConnections: 'idle',
  });
  const stopWatching = endSlowRequests(app.server, limits);
  app.addHook('onClose', async () => stopWatching());
  addSecurityHeaders(app);
  setErrorAnswers(app);
  logOutages(app.log, store);
  logRequests(app, secret);
  return app;
}

interface Workers {
  store: Store;
  lending: Lending;
  simulator: Simulator | null;
  answers: IdempotencyStore;
  security: SecurityLog;
  codes: OneTimeCodes;
  counters: Counters;
  sessions: Sessions;
  collection: DataCollection;
  feedback: Feedback;
  accounts: Accounts;
}

/** Runs due work, deletions and retention from now on. */
function scheduleWork(
  log: FastifyBaseLogger,
  clock: Clock,
  { store, lending, simulator, answers, security, codes, counters, sessions, collection, feedback, accounts }: Workers,
): DueWork {
  const runRetention = createRetentionSchedule(
    clock,
    [
      codes.deleteExpired,
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
  const dueFailed = logFailures(log, 'due work');
  return startDueWork(async () => {
    // While the database is lost, one query checks it; otherwise each kind of work would wait for it in turn.
    if (store.availability.isLost()) await store.ping();
    await settleDueWork(lending, simulator, dueFailed);
    await security.writeLeftOut();
    await answers.deleteExpired();
    await collection.deleteAnswered();
    await runRetention();
  }, dueFailed);
}

async function assemble(config: Config, store: Store, sandboxClock: SandboxClock | null, options: LenderOptions): Promise<Lender> {
  const { dist, extend } = options;
  const { mode } = config;
  const clock: Clock = sandboxClock ?? systemClock;
  const keys = await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: config.dataDir }, store);
  const { secret } = keys;
  store.useSecret(secret);
  await sealPlainRows(store);
  await claimEarlierIds(store, clock.now());
  const app = createApp(config, store, secret, options);
  const security = createSecurityLog(store, clock, secret);
  const answers = createIdempotencyStore(store, clock, secret);
  await answers.clearUnfinished();
  const decider = createDecider(store);
  await decider.load();

  let url = '';
  const { daraja, simulator, paybill, cards } = openRail(config, store, clock, () => url);
  const callbackSecret = openCallbackSecret(store, secret);
  const sms = config.sms ? gatewaySms(config.sms) : sandboxSms(store, clock);
  const lending = createLending(store, clock, daraja, {
    ...defaultLendingConfig,
    products: config.products,
    lender: config.support,
    paybill,
    rulesDecide: () => decider.mode() === 'time',
    sms,
    cards,
    security,
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
  const codes = createCodes({ store, clock, secret, counters, limits: config.limits, alarm });
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
    counters,
    sessions,
    collection,
    feedback,
    accounts,
  });
  lending.onQueued(() => void due.run());

  // M-PESA may refuse to register an address twice; payments at the paybill arrive either way.
  const registerPaybill = async (): Promise<void> =>
    daraja
      .registerPaybill(await callbackSecret.present())
      .catch((error: unknown) => app.log.warn(describeError(error), 'paybill address not registered'));

  await app.register(wire, {
    packageName: config.packageName,
    clock,
    authenticate: sessions.authenticate,
    answers,
    handlers,
    secret,
    security,
  });
  await app.register(collectedUploads, { collection });
  await app.register(agreementFiles, {
    secret,
    clock,
    isLiveSince: sessions.isLiveSince,
    agreementDocument: lending.agreementFile,
  });
  await app.register(railCallbacks, {
    receive: lending.railCallback,
    isPaybillSecret: callbackSecret.isOurs,
    admitLarge: async (route, token) => {
      const isOurs = await (route === 'paybill' ? callbackSecret.isOurs(token) : lending.ownsCallbackToken(route, token));
      return isOurs && (await counters.count(limits.largeCallbacks, 'all')).counted <= limits.largeCallbacks.most;
    },
    isRail: config.railAddresses,
    refused: (event, address) => security.record({ ...event, address: countedAddress(address) }),
    failed: logFailures(app.log, 'callback'),
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
      due,
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
  });
  const channel = store.engine === 'embedded' ? await openChannel(config.dataDir, commands) : null;
  if (dist !== undefined) {
    await app.register(staticPages, { dist, isSandbox: mode === 'sandbox', frameAncestors: config.frameAncestors });
  }
  await extend?.(app);

  const close = async (): Promise<void> => {
    await channel?.close();
    await due.stop();
    await app.close();
    await reader?.close();
    // A database that is lost keeps nobody from stopping.
    await security.writeLeftOut(true).catch(() => undefined);
    await store.close();
  };
  url = await listen(app, config);
  await registerPaybill();
  return { url, clock, store, lending, due, keyFile: keys.file, close };
}

/** Rounds until nothing is due: a payout is reported, the report is booked, and what it unblocks is sent. */
const MAX_ROUNDS = 5;

async function settleDueWork(lending: Lending, simulator: Simulator | null, failed: (error: unknown) => void): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { callbacks, sent, asked, reconciled, errors } = await lending.runDue();
    for (const error of errors) failed(error);
    const { prompts, payouts, delivered } = (await simulator?.runDue()) ?? { prompts: 0, payouts: 0, delivered: 0 };
    if (callbacks + sent + asked + reconciled + prompts + payouts + delivered === 0) return;
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
