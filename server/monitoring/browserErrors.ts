/**
 * Logs errors of borrowers' pages, one line each. Anyone can send requests to this route. So reports are limited in size, in
 * number per address and in total, and they are redacted again. A report above the limits gets the same answer as any other.
 */
import type { FastifyPluginAsync } from 'fastify';
import { BROWSER_ERRORS_PATH, ERROR_LIMITS, framesOf, redactMessage, RELEASE, type BrowserError } from '#src/api/browserErrors.ts';

interface Options {
  /** Counts a report of this address. @returns whether it is within the limits. */
  isWithinLimits: (address: string) => Promise<boolean>;
  /** Logs and counts an error. */
  report: (error: BrowserError) => void;
}

const STATE = /^[\w. ]{1,200}$/;
/** Names of states contain single digits only. Several digits in a row could be a personal number. */
const withoutNumbers = (state: string): string => state.replace(/\d{2,}/g, '0');
const isText = (value: unknown): value is string => typeof value === 'string';

/** null: the body is no report. */
export function readBrowserError(body: unknown): BrowserError | null {
  if (typeof body !== 'object' || body === null) return null;
  const { release, state, name, message, frames } = body as Partial<Record<keyof BrowserError, unknown>>;
  if (!isText(release) || !RELEASE.test(release) || !isText(state) || !STATE.test(state)) return null;
  if (!isText(name) || !isText(message) || !Array.isArray(frames)) return null;
  return {
    release,
    state: withoutNumbers(state),
    name: redactMessage(name),
    message: redactMessage(message),
    frames: framesOf(frames.filter(isText).join('\n')),
  };
}

export const browserErrors: FastifyPluginAsync<Options> = async (app, { isWithinLimits, report }) => {
  app.post(BROWSER_ERRORS_PATH, { bodyLimit: ERROR_LIMITS.bytes }, async (request, reply) => {
    const error = readBrowserError(request.body);
    if (!error) return reply.code(400).send();
    if (await isWithinLimits(request.ip)) report(error);
    return reply.code(204).send();
  });
};
