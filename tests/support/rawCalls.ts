/** Requests of a broken or hostile client: every part can be wrong. */
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import type { Answer } from '#src/api/payloads.ts';

export const PACKAGE_NAME = 'ke.example.loan';
const envelope = createEnvelope(PACKAGE_NAME);
export const encrypt = (text: string): string => envelope.encrypt(text);
export const encryptPayload = (payload: object, timestamp = Date.now()): string => encrypt(JSON.stringify({ ...payload, timestamp }));

export interface RawAnswer extends Answer {
  status: number;
  headers: Headers;
}

export interface RawRequest {
  method?: string;
  /** The whole path, with base and `/e`. */
  path?: string;
  /** Parameters in order; by default one, encrypted correctly. */
  fields?: [name: string, value: string][];
  payload?: object;
  timestamp?: number;
  headers?: Record<string, string>;
  token?: string | null;
  /** A body instead of all fields above. */
  body?: BodyInit;
  file?: Blob;
}

/** Sends one call, with the parts of this request. */
export async function sendRaw(url: string, name: CallName, request: RawRequest = {}): Promise<RawAnswer> {
  const call: Call = contract[name];
  const { method = call.method, path = `${call.base}/${encrypt(call.path)}/e`, payload = {}, timestamp, token, file } = request;
  const fields = request.fields ?? [['q7f3k9', encryptPayload(payload, timestamp)]];
  const headers: Record<string, string> = {
    packageName: PACKAGE_NAME,
    appName: 'Example Loan',
    afid: '',
    lang: 'en',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  let query = '';
  let body = request.body;
  if (body === undefined) {
    if (call.encoding === 'query') query = `?${new URLSearchParams(fields)}`;
    else if (call.encoding === 'multipart') {
      const form = new FormData();
      if (file) form.append('file', file);
      for (const [field, value] of fields) form.append(field, value);
      body = form;
    } else if (call.encoding === 'login') {
      body = new URLSearchParams(fields).toString();
      headers['content-type'] = 'application/x-www-form-urlencoded';
    } else {
      // Not serialised by `JSON.stringify`, so that a name can occur twice.
      body = `{${fields.map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`).join(',')}}`;
      headers['content-type'] = 'application/json';
    }
  }
  const init: RequestInit = { method, headers: { ...headers, ...request.headers } };
  if (method !== 'GET' && method !== 'HEAD') init.body = body ?? '';
  const response = await fetch(url + path + query, init);
  const text = await response.text();
  return { ...(JSON.parse(text) as Answer), status: response.status, headers: response.headers };
}
