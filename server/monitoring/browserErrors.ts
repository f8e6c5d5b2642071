/**
 * Errors of borrowers' pages: one line of the log each. Anyone can send anything here, so a report is bounded, redacted
 * again, and limited per address and in all; what is too much is dropped without a word.
 */
import type { FastifyPluginAsync } from 'fastify';
import { BROWSER_ERRORS_PATH, ERROR_LIMITS, framesOf, redactMessage, RELEASE, type BrowserError } from '#src/api/browserErrors.ts';

interface Options {
  /** Counts a report of this address. @returns whether it is within the limits. */
  isWithinLimits: (address: string) => Promise<boolean>;
  /** Logs and counts it. */
  report: (error: BrowserError) => void;
}

const STATE = /^[\w. ]{1,200}$/;
/** States have single digits in their names. More than one could be a number of somebody. */
const withoutNumbers = (state: string): string => state.replace(/\d{2,}/g, '0');
const isText = (value: unknown): value is string => typeof value === 'string';

/** null: it is no report. */
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
