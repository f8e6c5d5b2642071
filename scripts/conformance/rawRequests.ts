/** Sends requests of the contract that are right or wrong in one point. The client of the app could not send wrong ones. */
import { LOCAL, toProblem } from '#machines/model/codes.ts';
import type { OrderStatus } from '#machines/model/orderStatus.ts';
import type { Adapter, Sending } from '#src/api/adapter.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import { createEncrypt, encryptPath, encryptPayload } from '#src/api/envelope.ts';
import { SERVER_TIME_HEADER } from '#src/api/payloads.ts';
import { plainRequest } from '#src/api/plainWire.ts';

export interface WireOptions {
  /** Base address, without a slash at its end. */
  address: string;
  packageName: string;
  appName: string;
  envelope: boolean;
  adapter: Adapter;
  fetch: typeof fetch;
  now: () => number;
}

/** The mistake in a request. */
export interface Twist {
  token?: string | null;
  /** Error of the timestamp, ms. */
  late?: number;
  packageName?: string;
  method?: 'PUT';
  path?: string;
  /** Text that replaces the parameter of the request. */
  garbage?: string;
}

export interface Response {
  /** 0: no answer arrived. */
  status: number;
  text: string;
  /** The body as a JSON object; null: it is none. */
  body: Readonly<Record<string, unknown>> | null;
  contentType: string;
  serverTime: number | null;
}

/** The status of the order in an answer of `latestOrder`; undefined: there is no order. */
export function statusOf({ body }: Response): OrderStatus | undefined {
  const { order } = (body?.['data'] ?? {}) as { order?: { status?: OrderStatus } | null };
  return order?.status;
}

/** Sends exactly these bytes each time it is called. */
export type Prepared = () => Promise<Response>;

export interface Wire {
  prepare(name: CallName, payload: object, device: string, twist?: Twist, file?: Blob | null): Prepared;
}

const asObject = (value: unknown): Response['body'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Response['body']) : null;

function parse(text: string): Response['body'] {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

export function createWire({ address, packageName, appName, envelope, adapter, fetch: send, now }: WireOptions): Wire {
  /** The answer after the adapter, as the app gets it. */
  function seen(text: string, status: number, name: CallName, payload: object): Response['body'] {
    if (!adapter.answer) return parse(text);
    try {
      return { code: 0, msg: '', data: adapter.answer(text, status, name, payload) };
    } catch (error) {
      const { code, message, fields, newer, turn } = toProblem(error);
      if (code === LOCAL.garbageAnswer) return null;
      return { code, msg: message, data: fields ? { fields } : newer ? { newer } : turn === undefined ? null : { turn } };
    }
  }

  return {
    prepare(name, payload, device, twist = {}, file = null) {
      const call: Call = contract[name];
      const { token = null, late = 0 } = twist;
      const headers: Record<string, string> = {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        packageName: twist.packageName ?? packageName,
        appName,
        afid: '',
        ...(call.device ? { deviceId: device } : {}),
        lang: 'en',
        'Cache-Control': 'no-cache',
      };
      const asked: Sending = { ...call, path: twist.path ?? call.path, payload, headers };
      const sending = adapter.request?.(asked, name) ?? asked;
      const at = now() - late;
      const encrypt = createEncrypt(packageName);
      const written = envelope
        ? { path: encryptPath(encrypt, sending.path), fields: { q7f3k9: twist.garbage ?? encryptPayload(encrypt, sending.payload, at) } }
        : plainRequest(sending, at);
      const fields: Record<string, unknown> = written.fields;
      const texts = (): Record<string, string> =>
        Object.fromEntries(
          Object.entries(fields).map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)]),
        );
      const query = sending.encoding === 'query' ? `?${new URLSearchParams(texts()).toString()}` : '';
      const body = (): BodyInit | null => {
        if (sending.encoding === 'query') return null;
        if (sending.encoding === 'json') return JSON.stringify(fields);
        if (sending.encoding === 'login') return new URLSearchParams(texts()).toString();
        const form = new FormData();
        if (file) form.append('file', file);
        for (const [field, value] of Object.entries(texts())) form.append(field, value);
        return form;
      };
      const types = { json: 'application/json', login: 'application/x-www-form-urlencoded', query: null, multipart: null } as const;
      const type = types[sending.encoding];
      const url = address + sending.base + written.path + query;
      const init = { method: twist.method ?? sending.method, headers: { ...sending.headers, ...(type ? { 'Content-Type': type } : {}) } };
      return async () => {
        try {
          const answer = await send(url, { ...init, body: body() });
          const text = await answer.text();
          const time = Number(answer.headers.get(SERVER_TIME_HEADER) ?? '');
          return {
            status: answer.status,
            text,
            body: seen(text, answer.status, name, payload),
            contentType: answer.headers.get('content-type') ?? '',
            serverTime: time > 0 ? time : null,
          };
        } catch {
          return { status: 0, text: '', body: null, contentType: '', serverTime: null };
        }
      };
    },
  };
}
