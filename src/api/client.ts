/**
 * The client of the lender: one function, typed by the contract. It resolves with the data of a successful answer and
 * rejects with a plain {@link Problem}, never with an Error.
 */
import { createFetch } from 'ofetch';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import type { Adapter, Sending } from './adapter.ts';
import { contract, type Call, type CallName, type Encoding, type RequestOf, type ResponseOf } from './contract.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from './contractVersion.ts';
import { createEncrypt, fieldName, encryptPath, encryptPayload, type Encrypt } from './envelope.ts';
import { dataOf, problem, readAnswer } from './errors.ts';
import { SERVER_TIME_HEADER } from './payloads.ts';

/**
 * Milliseconds from the first byte sent to the last byte read, retries included. An upload may take longer on a slow link: if
 * its progress is reported, it ends after so many ms without progress.
 */
export const TIMEOUT = 60_000;
/** Retries of a read whose answer was lost. */
const REPEATS = 2;

type Fields = Record<string, unknown>;

/** Encodes a request as path and fields. @param timestamp ms on the lender's clock. */
export type Write = (sending: Sending, timestamp: number) => { path: string; fields: Fields };

export interface ApiOptions {
  fetch: typeof fetch;
  /**
   * Loads a fetch that reports upload progress. If it is absent or cannot be loaded, no progress is reported, and an upload
   * has no more time than another call.
   */
  counting?: () => Promise<(progress: Progress) => typeof fetch>;
  /** Base address of the lender, without a slash at its end; '' for the page's own origin. */
  baseUrl: string;
  /** How requests are written; undefined: in the envelope. */
  write?: Write | undefined;
  /** For a back end with another interface than the contract. */
  adapter?: Adapter;
  /** The text for a refusal without a message, in the borrower's language; '' if there is none. */
  fallbackText?: (code: number) => Promise<string>;
  /** The key of the envelope is derived from it. */
  packageName: () => string;
  appName: () => string;
  /** Milliseconds on the lender's clock: the phone's clock, corrected by `onServerTime`. */
  now: () => number;
  /** Random number in [0, 1), uniform. */
  random: () => number;
  /** The token of the session; null when signed out. */
  session: () => string | null;
  language: () => string;
  /** Attribution id of the installation; empty when unknown. */
  afid: () => string;
  /**
   * Random id of this installation, by which the lender recognises a device; '': no id is sent. Only the calls that need the id
   * wait for it. If it rejects, nothing is sent.
   */
  device?: () => string | Promise<string>;
  /** Called with the lender's clock of every answer. */
  onServerTime?: (serverTime: number) => void;
  /** False when the phone knows that it is offline. Then nothing is sent, and calls reject with `offline` or `offlineAsking`. */
  isOnline?: () => boolean;
  /** Milliseconds that replace {@link TIMEOUT}, for tests. */
  timeout?: number;
}

/** Upload progress in bytes. */
export type Progress = (sent: number, total: number) => void;

export interface CallOptions {
  signal?: AbortSignal;
  /** Multipart calls: form field to photo. */
  files?: Readonly<Record<string, Blob>>;
  /** Called with the upload progress whenever it is known. */
  onProgress?: Progress;
}

export interface Api {
  /** @throws Problem */
  call<N extends CallName>(name: N, request: RequestOf<N>, options?: CallOptions): Promise<ResponseOf<N>>;
}

export function createApi(options: ApiOptions): Api {
  const { now, random, isOnline = () => true, onServerTime, timeout = TIMEOUT, adapter = {} } = options;
  let latest: { name: string; encrypt: Encrypt } | null = null;
  /** Created for each package name, because the native app may report another one than the settings before the first call. */
  const encryptFor = (name: string): Encrypt => {
    if (latest?.name !== name) latest = { name, encrypt: createEncrypt(name) };
    return latest.encrypt;
  };
  const plainFetch = createFetch({ fetch: options.fetch });
  const inEnvelope: Write = ({ path, payload }, timestamp) => {
    const encrypt = encryptFor(options.packageName());
    return { path: encryptPath(encrypt, path), fields: { [fieldName(random)]: encryptPayload(encrypt, payload, timestamp) } };
  };
  const { write = inEnvelope } = options;

  const headersOf = async (call: Call, packageName: string): Promise<Record<string, string>> => {
    const device = (call.device && (await options.device?.())) || '';
    const token = options.session();
    return {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      packageName,
      appName: options.appName(),
      afid: options.afid(),
      ...(device ? { deviceId: device } : {}),
      lang: options.language(),
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
      'Cache-Control': 'no-cache',
      ...(call.encoding === 'login' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
    };
  };

  /** One request, one answer. Rejects with a Problem or with the error of fetch. */
  async function send(called: CallName, request: object, signal: AbortSignal, { files, onProgress }: CallOptions): Promise<unknown> {
    const counting = files && onProgress && (await options.counting?.().catch(() => undefined));
    const sender = counting ? createFetch({ fetch: counting(onProgress) }) : plainFetch;
    const call: Call = contract[called];
    const packageName = options.packageName();
    const asked: Sending = { ...call, payload: request, headers: await headersOf(call, packageName) };
    const sending = adapter.request?.(asked, called) ?? asked;
    const { base, method, headers, encoding } = sending;
    if (signal.aborted) throw problem(LOCAL.networkFailed);
    const { path, fields } = write(sending, now());
    const { _data: text = '', status } = await sender.raw<string, 'text'>(base + path, {
      baseURL: options.baseUrl || undefined,
      method,
      headers,
      query: encoding === 'query' ? fields : undefined,
      body: bodyOf(encoding, fields, files),
      signal,
      // An answer is judged by its code and retried here: the retry of ofetch does not notice a truncated body.
      ignoreResponseError: true,
      retry: false,
      responseType: 'text',
      onResponse: ({ response }) => {
        const time = Number(response.headers.get(SERVER_TIME_HEADER));
        if (time > 0) onServerTime?.(time);
      },
    });
    return adapter.answer ? adapter.answer(text, status, called, request) : dataOf(readAnswer(text));
  }

  async function call(name: CallName, payload: object, sending: CallOptions = {}): Promise<unknown> {
    const { signal } = sending;
    const entry: Call = contract[name];
    const own = adapter.instead?.(name, payload);
    if (own) return own.data;
    if (!isOnline()) throw problem(entry.retry ? LOCAL.offlineAsking : LOCAL.offline);

    // A controller of our own, because AbortSignal.timeout and AbortSignal.any are newer than Chromium 80.
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    let timedOut = false;
    const onTimeout = (): void => {
      timedOut = true;
      stop();
    };
    let timer = setTimeout(onTimeout, timeout);
    let sent = 0;
    const onProgress: Progress = (now, total) => {
      if (now > sent && !abort.signal.aborted) {
        clearTimeout(timer);
        timer = setTimeout(onTimeout, timeout);
      }
      sent = now;
      sending.onProgress?.(now, total);
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();

    try {
      let repeatsLeft = entry.retry ? REPEATS : 0;
      let clockCorrected = false;
      for (;;) {
        try {
          return await send(name, payload, abort.signal, { ...sending, onProgress });
        } catch (error) {
          const failure = asProblem(error);
          if (failure.code === CODE.staleTimestamp && !clockCorrected && onServerTime) {
            // The lender refused before doing anything and sent its clock, so the retry repeats no change.
            clockCorrected = true;
          } else if (abort.signal.aborted || failure.code !== LOCAL.networkFailed) {
            if (timedOut) throw problem(LOCAL.timedOut);
            if (failure.code > 0 && !failure.message) failure.message = (await options.fallbackText?.(failure.code)) ?? '';
            throw failure;
          } else if (repeatsLeft-- > 0) {
            await pause(jitter(REPEATS - repeatsLeft, random), abort.signal);
          } else {
            throw failure;
          }
        }
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  return { call: call as Api['call'] };
}

function bodyOf(encoding: Encoding, fields: Fields, files: CallOptions['files'] = {}): BodyInit | Fields | undefined {
  switch (encoding) {
    case 'query':
      return undefined;
    case 'json':
    case 'login':
      return fields;
    case 'multipart': {
      const form = new FormData();
      for (const field of Object.keys(files)) form.append(field, files[field] as Blob);
      for (const field of Object.keys(fields)) form.append(field, fields[field] as string);
      return form;
    }
  }
}

/** fetch rejects with an engine-specific Error. Each of them means that no answer arrived. */
const asProblem = (error: unknown): Problem =>
  typeof (error as Problem | null)?.code === 'number' && !(error instanceof Error) ? (error as Problem) : problem(LOCAL.networkFailed);

/** Delay of 300-600 ms before the first retry, 900-1,800 ms before the second. */
const jitter = (attempt: number, random: () => number): number => 300 * 3 ** (attempt - 1) * (1 + random());

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
