/** `/desk/api`: the calls of the desk over HTTP. Origin, session, role and input of a call are checked before its handler runs. */
import { Readable } from 'node:stream';
import cookies from '@fastify/cookie';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { PICTURE_HEADERS } from '#server/pictures/pictureHeaders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { DiskFull } from '#server/store/diskRoom.ts';
import type { SecurityEvent } from '#server/store/securityLog.ts';
import { countedAddress } from '#server/wire/callerAddress.ts';
import { logFailures } from '#server/wire/logging.ts';
import { messageText } from '#server/wire/messageText.ts';
import {
  CSRF_HEADER,
  DESK_API,
  RECORDING_LINES,
  SANDBOX_CLERK,
  type DeskCall,
  type DeskSession,
  type RecordingFilter,
  type Role,
} from '#src/api/desk.ts';
import { DESK_CALLS } from '#src/api/deskRights.ts';
import type { Clerk } from './clerk.ts';
import { AnsweredMeanwhile, type DeskAnswers, type SentAct } from './deskAnswers.ts';
import type { CookieName, DeskHandlers, DeskRequest, Visitor } from './deskHandler.ts';
import { DESK_INPUTS, RECORDING_FILTER, SANDBOX_INPUT } from './deskInputs.ts';
import { DeskRefused } from './deskRefused.ts';
import { originOf } from './pageOrigin.ts';
import type { StaffSessions } from './staffSessions.ts';

export interface DeskRoutesOptions {
  sessions: StaffSessions;
  answers: DeskAnswers;
  /** Records an event. The answer does not wait for the record. */
  note: (event: SecurityEvent) => void;
  /** Handlers by call. A call without a handler gets no address. */
  handlers: Partial<DeskHandlers>;
  /** Decrypts a picture of a case whose photos the clerk has uncovered; null: there is none. @throws DeskRefused covered. */
  picture: ((name: string, clerk: Clerk) => Promise<Buffer | null>) | null;
  /** The lines of JSON of a download of recordings; null: the address does not exist. @throws DeskRefused */
  recordingLines: ((filter: RecordingFilter, clerk: Clerk) => Promise<AsyncGenerator<string>>) | null;
  /** Signs in without credentials, in a sandbox; null: the address does not exist. */
  sandboxClerk: ((role: Role, visitor: Visitor) => Promise<DeskSession>) | null;
  /** Requires TLS for every cookie, and for every page that is not on this machine. */
  isProduction: boolean;
  /** The only host name of the desk; null: every host name that leads to this server. */
  host: string | null;
}

const LINES_HEADERS = {
  'content-type': 'application/x-ndjson',
  'content-disposition': 'attachment; filename="recordings.jsonl"',
  'cache-control': 'no-store',
};

/** Most bytes of a request; the answer of an authenticator has some thousand. */
const BODY_LIMIT = 64 * 1024;

/** Calls that a page makes by itself. They do not count as use of a session, so that it ends although a page is open. */
const NO_ACTIVITY: readonly DeskCall[] = ['session', 'queues'];

const TRY_AGAIN = 'The lender cannot answer at present. Try again in a moment.';

function refusalFor(error: unknown): DeskRefused | null {
  if (error instanceof DeskRefused) return error;
  if (error instanceof Refusal)
    return new DeskRefused(error.code === CODE.tooManyRequests ? 'tooMany' : 'tooLate', messageText('en', error.key, error.params));
  if (error instanceof DatabaseUnavailable || error instanceof DiskFull) return new DeskRefused('unavailable', TRY_AGAIN);
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return new DeskRefused('badInput', `A request has at most ${BODY_LIMIT / 1024} kB.`);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new DeskRefused('badInput', 'The request is no JSON, or does not say so.');
  return null;
}

export const deskRoutes: FastifyPluginAsync<DeskRoutesOptions> = async (
  app,
  { sessions, answers, note, handlers, picture, recordingLines, sandboxClerk, isProduction, host },
) => {
  await app.register(cookies);
  // Only JSON is accepted: a page of another site needs a preflight for it, which the desk refuses, but none for text/plain.
  app.removeContentTypeParser('text/plain');

  app.setErrorHandler((error, request, to: FastifyReply) => {
    const refusal = refusalFor(error);
    if (!refusal) logFailures(request.log, 'desk')(error);
    return to
      .code(refusal?.status ?? 500)
      .send(refusal?.toJSON() ?? { error: 'unavailable', message: 'The lender failed; its log says where.' });
  });
  app.addHook('onResponse', async ({ url, log }, { statusCode, elapsedTime }) => {
    const call = url.slice(DESK_API.length + 1).split(/[/?]/)[0];
    log.info({ call, status: statusCode, ms: Math.round(elapsedTime) }, 'desk');
  });

  /** With TLS, cookies have the prefix `__Host-`: a browser accepts them only from this host over TLS, with the path `/`. */
  const isSecure = (request: FastifyRequest): boolean => isProduction || request.protocol === 'https';
  const cookieName = (request: FastifyRequest, name: CookieName): string => `${isSecure(request) ? '__Host-' : ''}desk-${name}`;

  function visitorOf(request: FastifyRequest, to: FastifyReply, origin: string): Visitor {
    const secure = isSecure(request);
    const options = { httpOnly: true, sameSite: 'strict', secure, path: secure ? '/' : '/desk' } as const;
    return {
      traceId: request.id,
      address: countedAddress(request.ip),
      origin,
      cookie: (name) => request.cookies[cookieName(request, name)] ?? null,
      setCookie: (name, value) =>
        void (value === null
          ? to.clearCookie(cookieName(request, name), options)
          : to.setCookie(cookieName(request, name), value, options)),
    };
  }

  function refused(error: DeskRefused, subject: string, request: FastifyRequest): never {
    note({ kind: 'staff.refused', subject, address: countedAddress(request.ip) });
    throw error;
  }

  /** @throws DeskRefused */
  async function clerkOf(
    request: FastifyRequest,
    visitor: Visitor,
    call: DeskCall | 'picture' | 'recordingLines',
    roles: readonly Role[],
  ): Promise<Clerk> {
    const token = visitor.cookie('session');
    const session = await sessions.find(token);
    if (token === null || !session) throw new DeskRefused('signedOut', 'Your session has ended. Sign in again.');
    // Pictures and downloads need no CSRF value: they change nothing, and elements of the page that fetch them cannot send it.
    const needsCsrf = call !== 'session' && call !== 'picture' && call !== 'recordingLines';
    if (needsCsrf && request.headers[CSRF_HEADER] !== session.csrf)
      refused(new DeskRefused('notAllowed', 'This request did not come from the desk. Load the page again.'), 'csrf', request);
    if (!roles.includes(session.clerk.role)) refused(new DeskRefused('notAllowed', 'Your role does not allow this.'), call, request);
    if (!NO_ACTIVITY.some((one) => one === call)) await sessions.noteUse(token, session.clerk.staffId);
    return session.clerk;
  }

  /** @throws DeskRefused */
  function fromDesk(request: FastifyRequest, to: FastifyReply): Visitor {
    const origin = originOf(request, { isProduction, host });
    if (origin === null)
      refused(new DeskRefused('notAllowed', 'This request did not come from the desk of this lender.'), 'origin', request);
    return visitorOf(request, to, origin);
  }

  async function carryOut(call: DeskCall, request: FastifyRequest, to: FastifyReply): Promise<unknown> {
    const visitor = fromDesk(request, to);
    const roles = DESK_CALLS[call];
    const clerk = roles && (await clerkOf(request, visitor, call, roles));
    const input = DESK_INPUTS[call](request.body, 'The request');
    const run = handlers[call] as (input: unknown, request: Visitor | DeskRequest) => Promise<unknown>;
    if (!clerk) return run(input, visitor);
    if (!('requestId' in input)) return run(input, { ...visitor, clerk });
    return once({ staffId: clerk.staffId, requestId: input.requestId, call, input }, (keep) =>
      run(input, { ...visitor, clerk, keep } as DeskRequest),
    );
  }

  type Keep = (...given: [tx: Parameters<DeskAnswers['keep']>[0], output: unknown]) => Promise<void>;

  async function once(act: SentAct, run: (keep: Keep) => Promise<unknown>): Promise<unknown> {
    const before = await answers.find(act);
    if (before) return before.output;
    let isKept = false;
    try {
      const output = await run(async (tx, kept) => {
        await answers.keep(tx, act, kept);
        isKept = true;
      });
      if (!isKept) throw new Error(`${act.call} changed something and kept no answer`);
      return output;
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error;
      const first = await answers.find(act);
      if (!first) throw error;
      return first.output;
    }
  }

  for (const call of Object.keys(DESK_CALLS) as DeskCall[])
    if (handlers[call])
      app.post(`${DESK_API}/${call}`, { bodyLimit: BODY_LIMIT }, async (request, to) => ({ data: await carryOut(call, request, to) }));

  if (sandboxClerk)
    app.post(`${DESK_API}/${SANDBOX_CLERK}`, { bodyLimit: BODY_LIMIT }, async (request, to) => {
      const visitor = fromDesk(request, to);
      const { role } = SANDBOX_INPUT(request.body, 'The request');
      return { data: await sandboxClerk(role, visitor) };
    });

  /** The member of staff who requests a file by its address. @throws DeskRefused */
  async function reader(
    request: FastifyRequest,
    to: FastifyReply,
    call: 'picture' | 'recordingLines',
    roles: readonly Role[],
  ): Promise<Clerk> {
    const { 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin') throw new DeskRefused('notAllowed', 'This request did not come from the desk.');
    return clerkOf(request, visitorOf(request, to, ''), call, roles);
  }

  if (picture)
    app.get<{ Params: { name: string } }>(`${DESK_API}/picture/:name`, async (request, to) => {
      const bytes = await picture(request.params.name, await reader(request, to, 'picture', DESK_CALLS.case));
      if (!bytes) throw new DeskRefused('unknownCase', 'There is no such picture.');
      return to.headers(PICTURE_HEADERS).send(bytes);
    });

  if (recordingLines)
    app.get(RECORDING_LINES, async (request, to) => {
      const clerk = await reader(request, to, 'recordingLines', DESK_CALLS.recordings);
      const lines = await recordingLines(RECORDING_FILTER(request.query, 'The address'), clerk);
      return to.headers(LINES_HEADERS).send(Readable.from(lines));
    });
};
