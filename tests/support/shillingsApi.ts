/**
 * The back end of `examples/shillings-api`: it speaks its own interface, and does its work with a lender of this project behind
 * it, as an operator's gateway does. Written apart from the adapter, so that a mistake of the one is not made by the other.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CODE, toProblem } from '#machines/model/codes.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { createPhone } from './testLender.ts';

const WORDS: Readonly<Record<number, string>> = {
  [CODE.notLoggedIn]: 'no_session',
  [CODE.tokenExpired]: 'session_expired',
  [CODE.loggedInElsewhere]: 'session_replaced',
  [CODE.tokenInvalid]: 'session_unknown',
};

const RAW = new Set(['values', 'sections']);
const isTime = (name: string): boolean => /_(at|until|since|by|time)$/.test(name);

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

function inward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inward);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const camel = name.split('_').reduce((all, part) => all + part.charAt(0).toUpperCase() + part.slice(1));
    if (RAW.has(camel)) return [camel, inner];
    return [camel, isTime(name) && typeof inner === 'number' ? inner * 1_000 : inward(inner)];
  });
  return Object.fromEntries(members) as unknown;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A text as they send it in a query or a form: numbers and lists are JSON. */
const readText = (text: string): unknown => (/^([[{]|-?\d{1,15}$|true$|false$)/.test(text) ? (JSON.parse(text) as unknown) : text);
/** Texts of digits. */
const TEXTS = new Set(['code', 'mobile', 'phone', 'channel_id']);

export interface ShillingsApi {
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  /** Leaves every message of a refusal empty from now on. */
  silence: () => void;
  stop: () => Promise<void>;
}

export async function startShillingsApi(lenderUrl: string): Promise<ShillingsApi> {
  const asked: string[] = [];
  let isSilent = false;
  const names = Object.keys(contract) as CallName[];

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    asked.push(pathname);
    const text = await bodyOf(request);
    const isForm = request.headers['content-type']?.includes('urlencoded');
    const pairs = request.method === 'GET' ? [...searchParams] : isForm ? [...new URLSearchParams(text)] : null;
    const fields = pairs
      ? Object.fromEntries(pairs.map(([name, value]) => [name, TEXTS.has(name) ? value : readText(value)]))
      : (JSON.parse(text) as Record<string, unknown>);
    if (typeof fields['timestamp'] !== 'number') return { status: 400, body: { success: false, error: 'E1003' } };
    delete fields['timestamp'];
    const isLookup = pathname === '/v1/customers/lookup';
    const name = isLookup ? 'existsByMobile' : names.find((one) => `/v1${contract[one].path}` === pathname);
    if (!name || request.headers['x-app'] === undefined)
      return { status: 404, body: { success: false, error: 'E1002', message: 'no such thing' } };
    const session = request.headers['x-session'];
    const phone = createPhone(lenderUrl, {
      language: () => String(request.headers['lang']),
      device: () => String(request.headers['deviceid'] ?? ''),
    });
    phone.token = typeof session === 'string' ? session : null;
    const payload = isLookup ? { mobile: String(fields['phone']).slice(1) } : (inward(fields) as object);
    try {
      const data: unknown = await phone.call(name, payload as never);
      const result = isLookup ? { status: (data as { exists: boolean }).exists ? 'registered' : 'new' } : outward(data);
      return { status: 200, body: { success: true, result } };
    } catch (error) {
      const { code, message, fields: wrong } = toProblem(error);
      const said = isSilent ? {} : { message };
      return {
        status: code in WORDS ? 401 : 422,
        body: { success: false, error: WORDS[code] ?? `E${code}`, ...said, ...(wrong ? { result: { fields: wrong } } : {}) },
      };
    }
  }

  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, x-session, x-app, appname, afid, deviceid, lang, cache-control, content-type',
    'content-type': 'application/json',
  };
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    answer(request).then(
      ({ status, body }) => response.writeHead(status, headers).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500, headers).end(JSON.stringify({ success: false, error: 'E1500', message: String(error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    silence: () => void (isSilent = true),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
