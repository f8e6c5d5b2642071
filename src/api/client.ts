/**
 * The client of the lender: one function, typed by the contract. It resolves with the data of a good
 * answer and rejects with a plain {@link Problem}, never with an Error.
 */
import { createFetch } from 'ofetch';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { contract, type Call, type CallName, type RequestOf, type ResponseOf } from './contract.ts';
import { createSeal, fieldName, sealPath, sealPayload, type Seal } from './envelope.ts';
import { dataOf, parseAnswer, problem } from './errors.ts';
import { SERVER_TIME_HEADER } from './payloads.ts';

/** From the first byte sent to the last byte read, repeats included. */
export const TIMEOUT = 60_000;
/** Repeats of a read whose answer was lost. */
const REPEATS = 2;

export interface ApiOptions {
  fetch: typeof fetch;
  /** A fetch that counts what it sends; without it, nothing is counted. */
  counting?: (progress: Progress) => typeof fetch;
  /** Origin of the lender, '' for the page's own. */
  baseUrl: string;
  /** The key of the envelope is made of it. */
  packageName: () => string;
  appName: () => string;
  /** Milliseconds on the lender's clock, as far as known: the phone's own, corrected by `onServerTime`. */
  now: () => number;
  /** Uniform in [0, 1). */
  random: () => number;
  /** The token of the session; null when signed out. */
  session: () => string | null;
  language: () => string;
  /** Attribution id of the installation; empty when unknown. */
  afid: () => string;
  /** The lender's clock, with every answer. */
  onServerTime?: (serverTime: number) => void;
  /** False when the phone knows that it is offline: nothing is sent then, and only a call that changes something says so. */
  isOnline?: () => boolean;
  /** Milliseconds; for tests. */
  timeout?: number;
}

/** Bytes of a body that is being sent. */
export type Progress = (sent: number, total: number) => void;

export interface CallOptions {
  signal?: AbortSignal;
  /** Multipart calls: form field to photo. */
  files?: Readonly<Record<string, Blob>>;
  /** How much of the body has left the phone, as often as that is known. */
  onProgress?: Progress;
}

export interface Api {
  /** @throws Problem */
  call<N extends CallName>(name: N, request: RequestOf<N>, options?: CallOptions): Promise<ResponseOf<N>>;
}

export function createApi(options: ApiOptions): Api {
  const { now, random, isOnline = () => true, onServerTime, timeout = TIMEOUT } = options;
  let latest: { name: string; seal: Seal } | null = null;
  /** Made once for each name; the native app may tell another one than this build's before the first call. */
  const sealFor = (name: string): Seal => {
    if (latest?.name !== name) latest = { name, seal: createSeal(name) };
    return latest.seal;
  };
  const plain = createFetch({ fetch: options.fetch });

  const headers = (call: Call, packageName: string): Record<string, string> => {
    const token = options.session();
    return {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      packageName,
      appName: options.appName(),
      afid: options.afid(),
      lang: options.language(),
      'Cache-Control': 'no-cache',
      ...(call.encoding === 'login' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
    };
  };

  /** One request, one answer. Rejects with a Problem or with whatever fetch throws. */
  async function send(call: Call, payload: object, signal: AbortSignal, { files, onProgress }: CallOptions): Promise<unknown> {
    const { counting } = options;
    const request = onProgress && counting ? createFetch({ fetch: counting(onProgress) }) : plain;
    const name = fieldName(random);
    const packageName = options.packageName();
    const seal = sealFor(packageName);
    const sealed = sealPayload(seal, payload, now());
    const { _data: answer } = await request.raw(call.base + sealPath(seal, call.path), {
      baseURL: options.baseUrl || undefined,
      method: call.method,
      headers: headers(call, packageName),
      query: call.encoding === 'query' ? { [name]: sealed } : undefined,
      body: bodyOf(call, name, sealed, files),
      signal,
      // Answers are judged by their code, and repeats are ours: ofetch's do not see a body that was cut off.
      ignoreResponseError: true,
      retry: false,
      parseResponse: parseAnswer,
      onResponse: ({ response }) => {
        const time = Number(response.headers.get(SERVER_TIME_HEADER));
        if (time > 0) onServerTime?.(time);
      },
    });
    return dataOf(answer ?? parseAnswer(''));
  }

  async function call(name: CallName, payload: object, sending: CallOptions = {}): Promise<unknown> {
    const { signal } = sending;
    const entry: Call = contract[name];
    if (!isOnline()) throw problem(entry.retry ? LOCAL.offlineAsking : LOCAL.offline);

    // An own controller, because AbortSignal.timeout and AbortSignal.any are younger than the oldest web view.
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeout);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();

    try {
      let repeatsLeft = entry.retry ? REPEATS : 0;
      let clockCorrected = false;
      for (;;) {
        try {
          return await send(entry, payload, abort.signal, sending);
        } catch (error) {
          const failure = asProblem(error);
          if (failure.code === CODE.staleTimestamp && !clockCorrected && onServerTime) {
            // The lender did nothing and said what time it is, so this is no repeat of something done.
            clockCorrected = true;
          } else if (abort.signal.aborted || failure.code !== LOCAL.networkFailed) {
            throw timedOut ? problem(LOCAL.timedOut) : failure;
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

function bodyOf(call: Call, name: string, sealed: string, files: CallOptions['files'] = {}): BodyInit | Record<string, string> | undefined {
  switch (call.encoding) {
    case 'query':
      return undefined;
    case 'json':
    case 'login':
      return { [name]: sealed };
    case 'multipart': {
      const form = new FormData();
      for (const field of Object.keys(files)) form.append(field, files[field] as Blob);
      form.append(name, sealed);
      return form;
    }
  }
}

/** fetch rejects with an Error of the engine's choice; all of them mean that no answer arrived. */
const asProblem = (error: unknown): Problem =>
  typeof (error as Problem | null)?.code === 'number' && !(error instanceof Error) ? (error as Problem) : problem(LOCAL.networkFailed);

/** 300-600 ms before the first repeat, 900-1,800 ms before the second. */
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
