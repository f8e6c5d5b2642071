/**
 * Ends requests that make no progress. A photo on a slow link takes minutes, so the total time of a body is not limited. Instead
 * its bytes must keep arriving, with a minimal rate over a long window, so that single bytes do not hold a connection. Headers
 * have a total time, which Node itself enforces (`headersTimeout`).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CODE } from '#machines/model/codes.ts';
import type { Answer } from '#src/api/payloads.ts';
import { languageOf, messageText } from './messageText.ts';
import { RAW_SECURITY_HEADERS } from './securityHeaders.ts';

/** Times in ms. */
export interface RequestLimits {
  /** Time within which the headers of a request must be complete, from its first byte or from the connection. */
  headers: number;
  /** Time without a byte after which a request whose body is arriving ends. */
  silence: number;
  /** Length of a window. In each, {@link leastBytes} of a body must arrive. */
  window: number;
  leastBytes: number;
  /** Most bytes of one body; bytes sent after a refusal count too. */
  mostBytes: number;
  /** Time between two checks. */
  interval: number;
  /** Time without a byte in either direction after which a connection ends; longer than any answer takes. */
  idle: number;
  /** The most connections at once. Above this number new connections are closed, and idle ones too. */
  connections: number;
}

export const REQUEST_LIMITS: RequestLimits = {
  headers: 20_000,
  silence: 30_000,
  window: 120_000,
  // 250 bytes a second: a tenth of what the slowest mobile network carries.
  leastBytes: 30_000,
  mostBytes: 24 * 1024 * 1024,
  interval: 1_000,
  idle: 120_000,
  connections: 2_000,
};

/** ms of a clock that only moves forward. */
type Ticks = () => number;

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  bytes: number;
  firstBytes: number;
  lastByteAt: number;
  windowBytes: number;
  windowSince: number;
}

/** Judges a body by its progress at the time `now`. */
function judge(body: Body, now: number, { silence, window, leastBytes, mostBytes }: RequestLimits): 'arriving' | 'done' | 'slow' | 'long' {
  const { request } = body;
  if (request.complete || request.destroyed) return 'done';
  const { bytesRead } = request.socket;
  if (bytesRead - body.firstBytes > mostBytes) return 'long';
  // Unread bytes mean that this server is slow, not the sender.
  const isUnread = request.readableLength > 0;
  if (bytesRead > body.bytes || isUnread) {
    body.bytes = bytesRead;
    body.lastByteAt = now;
  }
  if (now - body.lastByteAt >= silence) return 'slow';
  if (isUnread || bytesRead - body.windowBytes >= leastBytes) {
    body.windowBytes = bytesRead;
    body.windowSince = now;
  }
  return now - body.windowSince >= window ? 'slow' : 'arriving';
}

/** The text of the answer to a request whose body did not arrive, in the format of every answer. */
export function tooSlowAnswer(language: string | string[] | undefined): string {
  const body = JSON.stringify({
    code: CODE.requestTooSlow,
    msg: messageText(languageOf(language), 'requestTooSlow'),
    data: null,
  } satisfies Answer);
  return `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${RAW_SECURITY_HEADERS}Connection: close\r\n\r\n${body}`;
}

function end({ request, response }: Body, isSlow: boolean): void {
  const { socket } = request;
  // After the headers of an answer were sent, no second answer is possible.
  if (isSlow && !response.headersSent && socket.writable) socket.end(tooSlowAnswer(request.headers['lang']), () => request.destroy());
  else request.destroy();
  // Ends the connection to a peer that does not read the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/**
 * Watches every request of the server from now on, and limits the number of its connections.
 * @returns a function that stops watching.
 */
export function endSlowRequests(server: Server, limits: RequestLimits, ticks: Ticks = () => performance.now()): () => void {
  const bodies = new Set<Body>();
  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    const { bytesRead } = request.socket;
    const now = ticks();
    bodies.add({ request, response, bytes: bytesRead, firstBytes: bytesRead, lastByteAt: now, windowBytes: bytesRead, windowSince: now });
  };
  const check = (): void => {
    const now = ticks();
    for (const body of bodies) {
      const state = judge(body, now, limits);
      if (state === 'arriving') continue;
      bodies.delete(body);
      if (state === 'done') continue;
      end(body, state === 'slow');
    }
  };
  server.maxConnections = limits.connections;
  server.on('drop', () => server.closeIdleConnections());
  server.prependListener('request', watch);
  const timer = setInterval(check, limits.interval).unref();
  return () => {
    clearInterval(timer);
    server.off('request', watch);
    bodies.clear();
  };
}
