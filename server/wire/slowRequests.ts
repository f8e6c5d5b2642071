/**
 * Ends requests that make no progress. A photo on a slow link takes minutes, so a body has no total time: it must go on
 * arriving, and at a least rate over a long window, so that nobody holds a connection with a byte now and then. Headers
 * have a total time, which Node itself watches (`headersTimeout`).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CODE } from '#machines/model/codes.ts';
import type { Answer } from '#src/api/payloads.ts';
import { languageOf, messageText } from './messageText.ts';
import { RAW_SECURITY_HEADERS } from './securityHeaders.ts';

/** Times in ms. */
export interface RequestLimits {
  /** The headers of a request are complete within this time, counted from its first byte or from the connection. */
  headers: number;
  /** A body ends after so long without a byte. */
  silence: number;
  /** In each window of this length a body must bring {@link leastBytes}. */
  window: number;
  leastBytes: number;
  /** Bytes of one body; what is still sent after a refusal counts too. */
  mostBytes: number;
  /** Between two checks. */
  interval: number;
  /** A connection ends after so long without a byte in either direction. Longer than any answer takes. */
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

/** Time that passes evenly, in ms. */
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

/** What is judged: bodies that are still arriving. Separate from sockets, so that time can be given. */
function judge(body: Body, now: number, { silence, window, leastBytes, mostBytes }: RequestLimits): 'arriving' | 'done' | 'slow' | 'long' {
  const { request } = body;
  if (request.complete || request.destroyed) return 'done';
  const { bytesRead } = request.socket;
  if (bytesRead - body.firstBytes > mostBytes) return 'long';
  // Bytes that lie unread are this server's delay, not the sender's.
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

/** The whole answer to a request whose body did not arrive, in the format of every answer. */
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
  // A second answer cannot be sent once the headers of the first one are.
  if (isSlow && !response.headersSent && socket.writable) socket.end(tooSlowAnswer(request.headers['lang']), () => request.destroy());
  else request.destroy();
  // A peer that does not even take the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/**
 * Watches every request of the server from now on, and bounds its connections.
 * @returns stops watching.
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
