/** The services behind the HTTP server: rail, texts, books, limits, sessions and the reader, each created once. */
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { createEmbeddedReader } from '#server/apply/reader/embeddedReader.ts';
import type { PhotoReader } from '#server/apply/reader/photoReader.ts';
import { defaultLendingConfig } from '#server/books/lendingConfig.ts';
import { createCollection } from '#server/collection/dataCollection.ts';
import { createDeskCases } from '#server/desk/caseHandlers.ts';
import { createDeskRecordings } from '#server/desk/recordingHandlers.ts';
import { createFeedback } from '#server/feedback/tickets.ts';
import { createBlockedNumbers } from '#server/identity/blockedNumbers.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { createCallerLimits } from '#server/identity/callerLimits.ts';
import { createCounters, createLimiter } from '#server/identity/counters.ts';
import { limitsOf } from '#server/identity/limitTable.ts';
import { createCodes } from '#server/identity/oneTimeCodes.ts';
import { createSessions } from '#server/identity/sessionTokens.ts';
import { createLending } from '#server/lending/createLending.ts';
import { createProvider } from '#server/messaging/createProvider.ts';
import { createSms } from '#server/messaging/createSms.ts';
import { createTextLog } from '#server/messaging/textLog.ts';
import type { Metrics } from '#server/monitoring/metrics.ts';
import type { Tracing } from '#server/monitoring/tracing.ts';
import { watchRail } from '#server/monitoring/watchRail.ts';
import { createAccounts } from '#server/policies/accountClosing.ts';
import { createChannels } from '#server/promotion/channels.ts';
import { openCallbackSecret, openTextsSecret } from '#server/rail/callbackSecret.ts';
import type { RailFault } from '#server/rail/darajaClient.ts';
import { createRecordings } from '#server/recordings/recordings.ts';
import { createDecider } from '#server/simulation/sandbox/decider.ts';
import type { SandboxClock } from '#server/simulation/sandbox/sandboxClock.ts';
import { sandboxSms } from '#server/simulation/sandbox/smsInbox.ts';
import { systemClock, type Clock } from '#server/store/clock.ts';
import type { LoadedKeys } from '#server/store/keyRing.ts';
import { createStaff } from '#server/staff/createStaff.ts';
import { createSecurityLog, type SecurityEvent } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { createTaskLeases } from '#server/store/taskLease.ts';
import { createIdempotencyStore } from '#server/wire/idempotencyStore.ts';
import { describeError, logFailures } from '#server/wire/logging.ts';
import { openRail } from './openRail.ts';

export interface ServicesDeps {
  config: Config;
  store: Store;
  /** null in production: time is the system's. */
  sandboxClock: SandboxClock | null;
  keys: LoadedKeys;
  metrics: Metrics;
  tracing: Tracing;
  log: FastifyBaseLogger;
  /** Address of this server on loopback; known once it listens. */
  ownUrl: () => string;
  /** Whether the process is about to end. Then no new round of payments begins. */
  isStopping: () => boolean;
  /** Replaces the embedded reader of photos. undefined: the embedded one is used. */
  reader: PhotoReader | undefined;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(deps: ServicesDeps) {
  const { config, store, sandboxClock, keys, metrics, tracing, log, ownUrl, isStopping } = deps;
  const clock: Clock = sandboxClock ?? systemClock;
  const { secret } = keys;
  const security = createSecurityLog(store, clock, secret);
  /** Writes an event. The caller does not wait for it. */
  const note = (event: SecurityEvent): void => {
    security.record(event).catch(logFailures(log, 'security log'));
  };
  const answers = createIdempotencyStore(store, clock, secret);
  await answers.clearUnfinished();
  const decider = createDecider(store);
  await decider.load();
  const leases = createTaskLeases(store);

  const rail = watchRail(metrics, (line) => {
    log.info(line, 'rail');
    const { reqId: requestId, operation: name, result, ms } = line;
    const isError = result === 'none' || result === '5xx';
    tracing.record({ requestId, name, kind: 'rail', seconds: ms / 1_000, isError, attributes: { result } });
  });
  const railFault = (fault: RailFault): void => {
    log.error(fault, 'refused by M-PESA: credentials, permissions or addresses of the lender');
    const [, api, call] = fault.call.split('/');
    note({ kind: 'rail.fault', subject: `${api === 'mpesa' ? call : api} ${fault.code}` });
  };
  const { daraja, simulator, paybill, listsPayments, cards } = openRail(config, store, clock, ownUrl, {
    send: rail.fetch,
    alarm: railFault,
  });

  const texts = createTextLog(store, clock);
  const sms = createSms({
    store,
    clock,
    log: texts,
    providers: config.sms ? config.sms.providers.map((one) => createProvider(one)) : [sandboxSms(store, clock)],
    prices: config.sms?.prices ?? {},
    reportsTo: config.sms?.reportsTo ?? null,
    observer: {
      answered: metrics.text,
      refusesUs: (provider, code) => log.error({ provider, code }, 'texts refused: credentials, balance or sender'),
      failed: logFailures(log, 'sms'),
    },
  });

  const rulesDecide = (): boolean => decider.mode() === 'time';
  const refersUnreadPhotos = config.mode === 'production';
  const lending = createLending(store, clock, daraja, {
    ...defaultLendingConfig,
    products: config.products,
    lender: config.support,
    paybill,
    rulesDecide,
    refersUnreadPhotos,
    payoutSilence: config.payoutHoldHours * HOUR,
    sms,
    cards,
    security,
    float: {
      askEvery: 10 * MINUTE,
      alarmBelow: config.floatAlarm,
      alarm: (float) => log.error(float, 'float of M-PESA'),
    },
    pullEvery: listsPayments ? 10 * MINUTE : null,
    leases,
    isStopping,
  });

  const counters = createCounters(store, clock, secret);
  const limits = limitsOf(config.limits);
  const codes = createCodes({
    store,
    clock,
    secret,
    counters,
    limits: config.limits,
    alarm: (reached) => {
      log.error({ reached, codesPerHour: config.limits.codesPerHour }, 'texts with codes: budget of this hour');
      note({ kind: 'texts.budget', subject: reached });
    },
    guessed: (mobile, address) => note({ kind: 'code.refused', subject: 'getVerifyCode', mobile, address }),
    failed: logFailures(log, 'code by SMS'),
  });

  const staff = createStaff({ store, clock, security, note, counters, limits, lenderName: config.appName });
  const accounts = createAccounts(store, clock, secret, security);
  const recordings = createRecordings({ store, clock, secret, counters, limits });
  const blocked = createBlockedNumbers(secret, clock, { paybill, phone: config.support.phone, email: config.support.email });

  return {
    store,
    clock,
    sandboxClock,
    keys,
    secret,
    metrics,
    security,
    note,
    answers,
    decider,
    leases,
    rail,
    daraja,
    simulator,
    paybill,
    callbackSecret: openCallbackSecret(store, secret),
    texts,
    textsSecret: openTextsSecret(store),
    sms,
    lending,
    counters,
    limits,
    codes,
    sessions: createSessions(store, clock, security, config.tokenDays),
    borrowers: createBorrowers(store, clock, secret),
    callerLimits: createCallerLimits(store, secret, counters, limits),
    readings: createLimiter(counters, limits.photos),
    idTries: createLimiter(counters, limits.idTries),
    collection: createCollection(store, clock, secret),
    feedback: createFeedback(store, clock, secret),
    accounts,
    channels: createChannels(store, config.channelPlaces),
    staff,
    blocked,
    recordings,
    deskRecordings: createDeskRecordings({ store, log: staff.log, recordings }),
    deskCases: createDeskCases({
      ...{
        store,
        clock,
        secret,
        security,
        log: staff.log,
        acts: (traceId) => lending.forRequest(traceId).desk,
        blocked,
        accounts,
        rulesDecide,
        refersUnreadPhotos,
        paybill,
        email: config.support.email,
      },
      sendAccountClosed: (mobile, text) => {
        sms.send(mobile, text, { kind: 'event', isForgotten: true }).catch(logFailures(log, 'text of a closed account'));
      },
    }),
    reader:
      config.reader === 'embedded'
        ? (deps.reader ?? createEmbeddedReader({ failed: (error) => log.warn(describeError(error), 'photo not read') }))
        : null,
  };
}
