/**
 * The back end of this example. It speaks its own interface and does its work with a lender of this project behind it, as the
 * gateway of an operator does. Written apart from the adapter, so that a mistake of the one is not made by the other.
 *
 * A request keeps its timestamp on the way to the lender: what a phone sends twice reaches the lender as the same bytes, and the
 * second one gets the answer of the first.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CODE, toProblem } from '#machines/model/codes.ts';
import { createApi } from '#src/api/client.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { SERVER_TIME_HEADER } from '#src/api/payloads.ts';

/** Their words for a lost session. */
const WORDS: Readonly<Record<number, string>> = {
  [CODE.notLoggedIn]: 'no_session',
  [CODE.tokenExpired]: 'session_expired',
  [CODE.loggedInElsewhere]: 'session_replaced',
  [CODE.tokenInvalid]: 'session_unknown',
};

const RAW = new Set(['values', 'sections']);
const isTime = (name: string): boolean => /_(at|until|since|by|time)$/.test(name);

/** The answer of the lender in their names and seconds. */
function outward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outward);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([camel, inner]) => {
    const name = camel.replace(/([A-Z])/g, '_$1').toLowerCase();
    if (RAW.has(camel)) return [name, inner];
    return [name, isTime(name) && typeof inner === 'number' ? inner / 1_000 : outward(inner)];
  });
  return Object.fromEntries(members) as unknown;
}

/** A request in the names and milliseconds of the lender. */
function inward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inward);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const camel = name.split('_').reduce((all, part) => all + part.charAt(0).toUpperCase() + part.slice(1));
    if (RAW.has(camel)) return [camel, inner];
    return [camel, isTime(name) && typeof inner === 'number' ? Math.round(inner * 1_000) : inward(inner)];
  });
  return Object.fromEntries(members) as unknown;
}

/** In a query and in a form every member is a text. These are JSON; the others stay texts, also where they are digits. */
const JSON_MEMBERS = new Set([
  ...['timestamp', 'page', 'days', 'amount', 'term_days', 'sent', 'owed', 'status'],
  ...['values', 'based_on', 'consents', 'captcha', 'accepted_terms'],
]);

/** They refuse without asking the lender. */
class Refused extends Error {
  readonly status: number;
  readonly word: string;
  constructor(status: number, word: string, message: string) {
    super(message);
    this.status = status;
    this.word = word;
  }
}

/** The largest photo, and its form around it. Bytes. */
const LARGEST_BODY = 21 * 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refused(413, 'E1007', 'This is too large');
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) throw tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Without an announced length the connection ends here, because the rest of it is not read.
    if (length > LARGEST_BODY) throw tooLarge;
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

interface Asked {
  fields: Record<string, unknown>;
  files: Record<string, Blob>;
}

const fromTexts = (pairs: Iterable<[string, string]>): Record<string, unknown> =>
  Object.fromEntries([...pairs].map(([name, text]) => [name, JSON_MEMBERS.has(name) ? (JSON.parse(text) as unknown) : text]));

/** @throws Refused for what cannot be read. */
async function readAsked(request: IncomingMessage, query: URLSearchParams): Promise<Asked> {
  const body = await bodyOf(request);
  const type = request.headers['content-type'] ?? '';
  try {
    if (request.method === 'GET') return { fields: fromTexts(query), files: {} };
    if (!/urlencoded|multipart/.test(type))
      return { fields: JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>, files: {} };
    const parts = [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
    return {
      fields: fromTexts(parts.filter((part): part is [string, string] => typeof part[1] === 'string')),
      files: Object.fromEntries(parts.filter((part): part is [string, File] => typeof part[1] !== 'string')),
    };
  } catch {
    throw new Refused(400, 'E1003', 'This request cannot be read');
  }
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

const NAMES = new Map((Object.keys(contract) as CallName[]).map((name) => [`/v1${contract[name].path}`, name]));
const LOOKUP = '/v1/customers/lookup';

/** What is no call: the agreement as a file, and what a native app collected. It is passed on as it is. */
const PASSED_ON = /^\/(agreements|collected)\//;

interface Answer {
  status: number;
  body: object;
  /** The clock of the lender, ms; null: it was not asked, or did not answer. */
  serverTime: number | null;
}

/** One line of a log: the text of a query is not in it, because it may name a borrower. */
export interface AnsweredRequest {
  method: string;
  path: string;
  status: number;
}

export interface ShillingsOptions {
  /** Address of the lender behind it, which must know this server as a proxy (`TRUST_PROXY`). */
  lender: string;
  /** 0: a free one. */
  port?: number;
  /** false: a refusal comes without a text. Asked at each one. */
  hasTexts?: () => boolean;
  onAnswered?: (request: AnsweredRequest) => void;
}

export interface ShillingsApi {
  url: string;
  stop: () => Promise<void>;
}

const HEADERS = {
  // The session is a header and no cookie: a page of a stranger has none to send.
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'x-session, x-app, appname, afid, deviceid, lang, contractversion, cache-control, content-type',
  'access-control-expose-headers': SERVER_TIME_HEADER,
  'access-control-max-age': '7200',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Starts it on loopback. @throws Error with a `code` when the port cannot be used. */
export async function startShillingsApi({ lender, port = 0, hasTexts = () => true, onAnswered }: ShillingsOptions): Promise<ShillingsApi> {
  /** The lender limits what one address may ask, so it has to learn who asked. */
  const fetchFor =
    (address: string): typeof fetch =>
    (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      return fetch(input, { ...init, headers });
    };

  async function answer(request: IncomingMessage, { pathname, searchParams }: URL): Promise<Answer> {
    const name = pathname === LOOKUP ? 'existsByMobile' : NAMES.get(pathname);
    const app = headerOf(request, 'x-app');
    if (!name || app === null) throw new Refused(404, 'E1002', 'There is nothing at this address');
    if (contract[name].method !== request.method) throw new Refused(405, 'E1006', 'This address has another method');
    const { fields, files } = await readAsked(request, searchParams);
    const { timestamp, ...payload } = fields;
    if (typeof timestamp !== 'number') throw new Refused(400, 'E1003', 'The time is missing');
    let serverTime: number | null = null;
    const api = createApi({
      fetch: fetchFor(request.socket.remoteAddress ?? ''),
      baseUrl: lender,
      packageName: () => app,
      appName: () => headerOf(request, 'appname') ?? '',
      now: () => timestamp,
      random: Math.random,
      session: () => headerOf(request, 'x-session'),
      language: () => headerOf(request, 'lang') ?? 'en',
      afid: () => headerOf(request, 'afid') ?? '',
      device: () => headerOf(request, 'deviceid') ?? '',
      onServerTime: (time) => void (serverTime = time),
    });
    try {
      const asked = pathname === LOOKUP ? { mobile: String(payload['phone']).slice(1) } : inward(payload);
      const data: unknown = await api.call(name, asked as never, { files });
      const result = pathname === LOOKUP ? { status: (data as { exists: boolean }).exists ? 'registered' : 'new' } : outward(data);
      return { status: 200, body: { success: true, result }, serverTime };
    } catch (error) {
      const { code, message, fields: wrong, newer, turn } = toProblem(error);
      // No answer of the lender: whether it acted is unknown, and the app asks.
      if (code < 0) return { status: 502, body: { success: false, error: `E${CODE.serverError}` }, serverTime };
      const more = { ...(wrong && { fields: wrong }), ...(newer && { newer: outward(newer) }), ...(turn !== undefined && { turn }) };
      const words = hasTexts() ? { message } : {};
      const body = { success: false, error: WORDS[code] ?? `E${code}`, ...words, ...(Object.keys(more).length > 0 && { result: more }) };
      return { status: code in WORDS ? 401 : 422, body, serverTime };
    }
  }

  async function passOn(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const kept = ['authorization', 'content-type'].flatMap((name) => {
      const value = headerOf(request, name);
      return value === null ? [] : [[name, value] as const];
    });
    const body = request.method === 'GET' ? undefined : await bodyOf(request);
    const theirs = await fetch(lender + path, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(kept),
      ...(body && { body }),
    });
    for (const name of ['content-type', 'content-disposition']) response.setHeader(name, theirs.headers.get(name) ?? '');
    const file = Buffer.from(await theirs.arrayBuffer());
    response.writeHead(theirs.status).end(file);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const url = new URL(request.url ?? '/', 'http://here');
    try {
      if (PASSED_ON.test(url.pathname)) await passOn(request, response, url.pathname);
      else write(response, await answer(request, url));
    } catch (error) {
      const { status, word, message } = error instanceof Refused ? error : new Refused(502, `E${CODE.serverError}`, '');
      // The rest of a body that is too large is not read.
      if (status === 413) response.setHeader('connection', 'close');
      write(response, { status, body: { success: false, error: word, message }, serverTime: null });
    }
    onAnswered?.({ method: request.method ?? '', path: url.pathname, status: response.statusCode });
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function write(response: ServerResponse, { status, body, serverTime }: Answer): void {
  if (serverTime !== null) response.setHeader(SERVER_TIME_HEADER, String(serverTime));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
