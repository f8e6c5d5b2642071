/** Reports an error of the page to the lender. Loaded with the first error. */
import type { StateValue } from 'xstate';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { BROWSER_ERRORS_PATH, ERROR_LIMITS, framesOf, redactMessage, type BrowserError } from '#src/api/browserErrors.ts';
import { backEndAddress } from '#src/market/pageSettings.ts';

/** The most errors that one page reports. */
const MOST = 5;
const sent = new Set<string>();

const pathOf = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([state, inner]) => (inner === undefined ? state : `${state}.${pathOf(inner)}`))
        .join(' ');

/** @param thrown whatever was thrown. */
export function describeError(thrown: unknown, state: StateValue, release: string): BrowserError {
  const { name, message, stack } = thrown instanceof Error ? thrown : { name: typeof thrown, message: '', stack: '' };
  return {
    release,
    state: pathOf(state).slice(0, ERROR_LIMITS.state),
    name: redactMessage(name),
    message: redactMessage(message),
    frames: framesOf(stack ?? ''),
  };
}

/** Sends each error once. A report that does not arrive is not repeated. */
export function sendError(thrown: unknown, actor: JourneyActor): void {
  const report = describeError(thrown, actor.getSnapshot().value, __RELEASE__);
  const body = JSON.stringify(report);
  if (sent.has(body) || sent.size >= MOST) return;
  sent.add(body);
  fetch(backEndAddress(BROWSER_ERRORS_PATH), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
    credentials: 'omit',
  }).catch(() => undefined);
}
