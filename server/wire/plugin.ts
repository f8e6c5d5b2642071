/** Serves the calls over HTTP, in their envelope. Every answer, errors too, is `{ code, msg, data }`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Caller, Handler, Handlers } from './handler.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Secret } from '#server/store/secret.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Clock } from '#server/store/clock.ts';
import { isOfClosedAccount } from '#server/store/closedAccount.ts';
import { DiskFull, type DiskRoom } from '#server/store/diskRoom.ts';
import { isRequestId, newRequestId } from '#server/store/traceId.ts';
import type { SessionRead } from '#server/store/sessionRows.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import { GRANTS, type Call, type CallName } from '#src/api/contract.ts';
import { CONTRACT_HEADER, LENDER_CONTRACT_HEADER } from '#src/api/contractVersion.ts';
import { CHALLENGE, DEVICE_ID, SERVER_TIME_HEADER, type Answer } from '#src/api/payloads.ts';
import { FRESH_WITHIN, type IdempotencyStore, type StoredAnswer } from './idempotencyStore.ts';
import { kindOf, type Admission, type Place } from './admission.ts';
import { pageOutdated, readVersion, type ContractVersions } from './contractVersions.ts';
import { countedAddress, type IsProxy } from './callerAddress.ts';
import { createEnvelope } from './envelope.ts';
import type { Language } from '#machines/context.ts';
import { languageOf, messageText, saidLanguage } from './messageText.ts';
import { BODY_LIMIT, createCallFinder, FILE_LIMIT, FILE_TOO_LARGE, readPayload, type FoundCall, type Payload } from './payload.ts';
import { logFailures } from './logging.ts';
import { tooSlowAnswer } from './slowRequests.ts';
import { createUploads, type Upload } from './pictureUploads.ts';
import { RAW_SECURITY_HEADERS } from './securityHeaders.ts';
import { securityEventOf } from './securityRefusals.ts';

/** The session of a request, and the row that was read with it. */
interface Session {
  userId: number;
  mobile: Msisdn;
  /** When it began. */
  since: Instant;
  row: object;
}

export interface WireOptions {
  packageName: string;
  clock: Clock;
  /** The borrower of the token in the header; stores the language of the app. @throws Refusal with a session code. */
  authenticate: (authorization: string | undefined, language: Language | null, read?: SessionRead<object>) => Promise<Session>;
  answers: IdempotencyStore;
  handlers: Handlers;
  secret: Secret;
  security: SecurityLog;
  room: DiskRoom;
  admission: Admission;
  versions: ContractVersions;
}

/** Data of a request while it is answered. The log contains the first three. */
interface Trace {
  call?: CallName;
  userId?: number;
  code?: number;
  /** The number in the payload, as it was typed. */
  mobile?: unknown;
  /** Version of the contract that the page names; null: it names none. */
  contract?: number | null;
  /** When the headers of the request were complete, by the lender's clock. */
  arrivedAt?: number;
}

/** A request whose path was decrypted and names a call. */
interface Opened {
  name: CallName;
  call: Call;
  trace: Trace;
  /** Looks the session up once. @throws Refusal a session code. */
  session: () => Promise<Session>;
  /** The file of a multipart call. */
  upload: Upload | null;
}

type Base = '/api' | '/cou';
interface CallRoute {
  Params: { hex: string };
}
type CallRequest = FastifyRequest<CallRoute>;

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined;
  }
}

const HTTP_STATUS: Readonly<Partial<Record<number, number>>> = {
  [CODE.unknownPath]: 404,
  [CODE.wrongMethod]: 405,
  [CODE.tooLarge]: 413,
  [CODE.requestTooSlow]: 408,
  [CODE.badEnvelope]: 400,
  [CODE.wrongPackage]: 400,
  [CODE.serverError]: 500,
  [CODE.tryLater]: 503,
};
/** The HTTP status: of a request that is not a call, or of a crash, that of its code; of every other answer of a call, 200. */
const statusOf = (code: number): number => HTTP_STATUS[code] ?? 200;

const REQUEST_ID_HEADER = 'x-request-id';

/** The id of the request from the proxy, or a new one. @param isProxy null: there is no proxy. */
export const requestIdOf = ({ headers, socket }: IncomingMessage, isProxy: IsProxy | null): string => {
  const given = headers[REQUEST_ID_HEADER];
  return isProxy?.(socket.remoteAddress ?? '', 0) && isRequestId(given) ? given : newRequestId();
};

/** Seconds after which a caller may try again that was refused with {@link CODE.tryLater}. */
const RETRY_AFTER = 10;

/** Node's error code for headers that take longer than `headersTimeout`. */
const HEADERS_TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Fastify's error code for a body above its limit; its other errors mean a request that cannot be read. */
const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

function refusalFor(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // The session has ended with the account.
  if (isOfClosedAccount(error)) return new Refusal(CODE.tokenInvalid, 'tokenInvalid');
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === FILE_TOO_LARGE) return new Refusal(CODE.tooLarge, 'photoTooLarge', { limit: FILE_LIMIT / 1024 / 1024 });
  if (code === BODY_TOO_LARGE) return new Refusal(CODE.tooLarge, 'bodyTooLarge', { limit: BODY_LIMIT / 1024 });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal(CODE.badEnvelope, 'badEnvelope');
  return null;
}

function answerTo(error: unknown, language: Language): Answer {
  const refusal = refusalFor(error);
  if (!refusal) return { code: CODE.serverError, msg: messageText(language, 'serverError'), data: null };
  return { code: refusal.code, msg: messageText(language, refusal.key, refusal.params), data: refusal.data };
}

/** The token in a grant. @throws when there is none: an answer without it must not be stored as one that may always be repeated. */
function tokenOf(grant: unknown): string {
  if (typeof grant === 'object' && grant !== null && 'token' in grant && typeof grant.token === 'string') return grant.token;
  throw new Error('a call that grants a session gave no token');
}

/**
 * How the answer of a sign-in may be repeated. With a challenge, only the phone that made the challenge can use the token. Without
 * one, everybody who has the token can use it, so the answer is never repeated.
 */
function repeatOf(grant: unknown, challenge: unknown): StoredAnswer['repeat'] {
  const token = tokenOf(grant);
  return typeof challenge === 'string' && CHALLENGE.test(challenge) ? { session: tokenHash(token, challenge) } : 'never';
}

const storageFull = (): Refusal => new Refusal(CODE.tryLater, 'storageFull');

/** A read that has to write, such as to apply elapsed time to an order, found no room and had no effect. */
function refuseFull(error: unknown): never {
  throw error instanceof DiskFull ? storageFull() : error;
}

const languageFor = (request: FastifyRequest): Language => languageOf(request.headers['lang']);

function reply(request: FastifyRequest, to: FastifyReply, answer: Pick<Answer, 'code'>, json: string): FastifyReply {
  // `trace` is missing for an unreadable URL, which is answered before any hook has run.
  (request.trace ??= {}).code = answer.code;
  if (answer.code === CODE.tryLater) to.header('retry-after', RETRY_AFTER);
  return to.code(statusOf(answer.code)).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(json);
}

/** Reads the code from the text of an answer without parsing all of it. */
function codeIn(json: string): number {
  const [, code] = /^\{"code":(\d+),/.exec(json) ?? [];
  if (code === undefined) throw new Error('an answer begins with its code');
  return Number(code);
}

export function answerError(error: unknown, request: FastifyRequest, to: FastifyReply): FastifyReply {
  const answer = answerTo(error, languageFor(request));
  if (answer.code === CODE.serverError) logFailures(request.log, 'crash')(error);
  return reply(request, to, answer, JSON.stringify(answer));
}

/** Answers bytes that are not HTTP, and headers that did not arrive in time, then closes the connection. */
export function answerInvalidHttp(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === HEADERS_TOO_SLOW) return void socket.end(tooSlowAnswer('en'), () => socket.destroy());
  const body = JSON.stringify({ code: CODE.badEnvelope, msg: messageText('en', 'badEnvelope'), data: null } satisfies Answer);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${RAW_SECURITY_HEADERS}Connection: close\r\n\r\n${body}`,
  );
}

/**
 * Answers a request with an `Expect` header other than `100-continue` like any other, as a server may ignore the header. Node
 * itself would refuse the request before any hook has run.
 */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

/** Sets the answers of the whole server to errors and unknown paths, so that every answer has the same format. */
export function setErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, to) => answerError(new Refusal(CODE.unknownPath, 'unknownPath'), request, to));
}

/** @property call name in the contract, or `none`. @property contract version that the page names; null: none. */
export interface Answered {
  id: string;
  call: string;
  code: number;
  contract: number | null;
  seconds: number;
}

/**
 * Logs one line per request, without payload, number, token and address. The id of the request is in each of its lines of the log
 * and in its answer.
 * @param answered called with every answer.
 */
export function logRequests(app: FastifyInstance, secret: Secret, answered: (request: Answered) => void): void {
  app.decorateRequest('trace');
  const isLogged = ['trace', 'debug', 'info'].includes(app.log.level);
  app.addHook('onRequest', (request, to, done) => {
    request.trace = {};
    to.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  app.addHook('onResponse', async (request, to) => {
    const { call, userId, code, contract = null } = request.trace ?? {};
    if (call === undefined && code === undefined) return;
    answered({ id: request.id, call: call ?? 'none', code: code ?? 0, contract, seconds: to.elapsedTime / 1_000 });
    if (!isLogged) return;
    const user = userId === undefined ? undefined : secret.mac('log', String(userId)).toString('hex').slice(0, 12);
    request.log.info({ method: request.method, call: call ?? 'none', code, ms: Math.round(to.elapsedTime), user }, 'call');
  });
}

export const wire: FastifyPluginAsync<WireOptions> = async (
  app,
  { packageName, clock, authenticate, answers, handlers, secret, security, room, admission, versions },
) => {
  const envelope = createEnvelope(packageName);
  const findCall = createCallFinder(envelope);

  await app.register(multipart, { limits: { files: 1, fileSize: FILE_LIMIT, fields: 2, fieldSize: 64 * 1024 }, throwFileSizeLimit: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', (request, to, done) => {
    const now = clock.now();
    (request.trace ??= {}).arrivedAt = now;
    to.header(SERVER_TIME_HEADER, now).header(LENDER_CONTRACT_HEADER, versions.own);
    done();
  });
  const uploads = createUploads();

  /** Hash of the installation's id. The id itself is not kept: a caller that knows it could pass for the device. */
  function deviceOf({ headers }: FastifyRequest): string | null {
    const id = headers['deviceid'];
    return typeof id === 'string' && DEVICE_ID.test(id) ? secret.mac('device', id).toString('hex') : null;
  }

  /** A photo takes minutes on a slow link. So the age of its request is measured when its headers have arrived. */
  function refuseStale(payload: Payload, { encoding }: Call, { arrivedAt }: Trace): void {
    const now = encoding === 'multipart' && arrivedAt !== undefined ? arrivedAt : clock.now();
    if (Math.abs(payload.timestamp - now) > FRESH_WITHIN) throw new Refusal(CODE.staleTimestamp, 'staleTimestamp');
  }

  /** Records a security event. A failure to record does not change the answer. */
  async function recordRefusal(error: unknown, request: FastifyRequest): Promise<void> {
    const refusal = refusalFor(error);
    const { call, userId, mobile } = request.trace ?? {};
    const event = refusal && securityEventOf(refusal, { call, userId, mobile, address: countedAddress(request.ip) });
    if (!event) return;
    try {
      await security.record(event);
    } catch (failure) {
      logFailures(request.log, 'security log')(failure);
    }
  }

  /** Finds the call. During an update, or after a return to an older release, a page may call one that only another release has. */
  function findCallOf(page: number | null, base: Base, hex: string): FoundCall {
    try {
      return findCall(base, hex);
    } catch (error) {
      throw versions.isOther(page) ? pageOutdated() : error;
    }
  }

  /** Refuses a call before it is read, because reading is most of its cost. Not one with a file, which is still being sent. */
  function refuseUnread({ params, trace }: CallRequest, base: Base): void {
    let found: FoundCall;
    try {
      found = findCall(base, params.hex);
    } catch {
      // Unknown paths are answered when the request is read.
      return;
    }
    if (trace) trace.call = found.name;
    if (found.call.encoding !== 'multipart') admission.refuseFull(kindOf(found.name, found.call));
  }

  async function answer(request: CallRequest, base: Base): Promise<string> {
    const trace: Trace = (request.trace ??= {});
    if (request.headers['packagename'] !== packageName) throw new Refusal(CODE.wrongPackage, 'wrongPackage');
    const page = (trace.contract = readVersion(request.headers[CONTRACT_HEADER.toLowerCase()]));
    const { name, call } = findCallOf(page, base, request.params.hex);
    trace.call = name;
    // Checked before anything is read or stored, because the answer says that nothing was done.
    versions.refuseOutdated(page);
    if (request.method !== call.method) throw new Refusal(CODE.wrongMethod, 'wrongMethod');
    let found: Promise<Session> | undefined;
    const lookUp = async (): Promise<Session> => {
      const { authorization, lang } = request.headers;
      const present = await authenticate(authorization, saidLanguage(lang), handlers[name].sessionRead);
      trace.userId = present.userId;
      return present;
    };
    const asked = { name, call, session: () => (found ??= lookUp()) };
    if (call.encoding !== 'multipart') return answerCall(request, { ...asked, trace, upload: null });
    // The session is checked first: only for a borrower a file is read.
    const upload = uploads.begin((await asked.session()).userId);
    try {
      return await answerCall(request, { ...asked, trace, upload });
    } finally {
      upload.end();
    }
  }

  async function answerCall(request: FastifyRequest, { trace, upload, ...asked }: Opened): Promise<string> {
    const { name, call } = asked;
    const payload = await readPayload(envelope, call, request, upload);
    if ('mobile' in payload.values) trace.mobile = payload.values.mobile;
    // Checked before session and stored answer are looked up, so that a recorded, old request gets no answer and counts as no use.
    refuseStale(payload, call, trace);
    return admission.run(kindOf(name, call), (place) => answerInTurn(request, { ...asked, payload, place }));
  }

  async function answerInTurn(
    request: FastifyRequest,
    { name, call, session, payload, place }: Omit<Opened, 'upload' | 'trace'> & { payload: Payload; place: Place },
  ): Promise<string> {
    const present = call.signedIn ? await session() : null;
    const userId = present?.userId ?? null;
    const caller: Caller = {
      traceId: request.id,
      userId,
      language: languageFor(request),
      address: countedAddress(request.ip),
      device: call.device ? deviceOf(request) : null,
      files: payload.files,
      withoutPlace: place.without,
      signedIn: async () => (await session()).userId,
      row: present?.row ?? null,
      mobile: async () => (await session()).mobile,
      signedInAt: async () => (await session()).since,
    };

    const handle = handlers[name] as Handler<CallName>;
    const run = async (): Promise<Answer> => ({ code: CODE.ok, msg: '', data: (await handle(payload.values, caller)) ?? null });
    if (call.retry) return JSON.stringify(await run().catch(refuseFull));
    // A call may write in several transactions, so it is refused before the first one.
    if (room.isFull()) throw storageFull();

    const isGrant = name in GRANTS;
    // Part of the fingerprint, because callers with and without a session may send the same bytes in the same millisecond.
    const token = call.signedIn ? [] : [request.headers.authorization ?? null];
    const sender = isGrant ? [caller.address, caller.device] : token;
    const sent = { userId, path: call.path, ciphertext: payload.ciphertext, files: payload.files, sender };
    const answered = async (): Promise<StoredAnswer> => {
      try {
        const done = await run();
        return { json: JSON.stringify(done), repeat: isGrant ? repeatOf(done.data, payload.values['challenge']) : 'always' };
      } catch (error) {
        if (!refusalFor(error)) throw error;
        await recordRefusal(error, request);
        // A refusal is stored too, so that the repeat of a wrong code does not count as another try.
        return { json: JSON.stringify(answerTo(error, caller.language)), repeat: 'always' };
      }
    };
    return answers.once(sent, answered, place);
  }

  for (const base of ['/api', '/cou'] as const) {
    const onRequest = async (request: CallRequest): Promise<void> => refuseUnread(request, base);
    app.all<CallRoute>(`${base}/:hex/e`, { onRequest }, async (request, to) => {
      const json = await answer(request, base).catch(async (error: unknown) => {
        await recordRefusal(error, request);
        throw error;
      });
      return reply(request, to, { code: codeIn(json) }, json);
    });
  }
};
