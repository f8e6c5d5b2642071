/** The requests of {@link endLoggedOutSessions}. A chunk of its own, because most runs of the app have none to send. */
import { CODE, isOutcomeUnknown, LOCAL, toProblem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';
import type { LoggedOutStorage } from './storage.ts';
import type { LoggedOut } from './storedFormat.ts';

/**
 * The most requests for one session. If all fail, the token is deleted, because a phone should not keep it for ever. The
 * session then ends when it expires.
 */
const MOST_TRIES = 5;

export async function sendLogoutRequests(api: Api, storage: LoggedOutStorage): Promise<void> {
  /** Reads the stored list again each time, because another tab may have logged out as well. */
  const replace = (token: string, by: (one: LoggedOut) => LoggedOut[]): void =>
    storage.keepLoggedOut(storage.loggedOut().flatMap((one) => (one.token === token ? by(one) : [one])));

  for (const { token } of storage.loggedOut()) {
    try {
      await api.call('logOut', { token });
      replace(token, () => []);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === LOCAL.offline) return;
      // Any other refusal comes from a server without this call, so a retry would not help.
      const isWorthRetrying = isOutcomeUnknown(problem) || problem.code === CODE.tryLater;
      replace(token, ({ tries }) => (isWorthRetrying && tries + 1 < MOST_TRIES ? [{ token, tries: tries + 1 }] : []));
    }
  }
}
