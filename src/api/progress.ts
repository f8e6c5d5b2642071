/** A fetch that reports upload progress. It uses XMLHttpRequest, because fetch cannot report it. */
import type { Progress } from './client.ts';

/** Milliseconds between two reports. More frequent ones would not be readable. */
const EVERY = 200;

/** @param progress called with bytes sent and bytes in total, at most five times a second, and at the end. */
export const countingFetch =
  (progress: Progress): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, input instanceof Request ? input.url : String(input));
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      let last = -EVERY;
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable, timeStamp }) => {
        if (!lengthComputable || (timeStamp - last < EVERY && loaded < total)) return;
        last = timeStamp;
        progress(loaded, total);
      });
      const failed = (): void => reject(new TypeError('the request failed'));
      request.addEventListener('error', failed);
      request.addEventListener('abort', failed);
      request.addEventListener('load', () => {
        const headers = new Headers();
        for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
          const at = line.indexOf(':');
          if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
        }
        resolve(new Response(request.responseText, { status: request.status, headers: headers }));
      });
      if (signal?.aborted) return failed();
      signal?.addEventListener('abort', () => request.abort());
      request.send((body ?? null) as XMLHttpRequestBodyInit | null);
    });
