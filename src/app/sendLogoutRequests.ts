/** The requests of {@link endLoggedOutSessions}: a file of its own, for few openings of the app have one to send. */
import { isOutcomeUnknown, LOCAL, toProblem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';
import type { LoggedOut, LoggedOutStorage } from './storage.ts';

/**
 * Requests for one session that bring no answer. Then the token is forgotten, and its session ends when it expires:
 * a token is better not kept on a phone for good whose lender cannot end it.
 */
const MOST_TRIES = 5;

export async function sendLogoutRequests(api: Api, storage: LoggedOutStorage): Promise<void> {
  /** Read anew each time: another window may have logged out as well. */
  const replace = (token: string, by: (one: LoggedOut) => LoggedOut[]): void =>
    storage.keepLoggedOut(storage.loggedOut().flatMap((one) => (one.token === token ? by(one) : [one])));

  for (const { token } of storage.loggedOut()) {
    try {
      await api.call('logOut', { token });
      replace(token, () => []);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === LOCAL.offline) return;
      // Any other answer is of a back end that has no such call: there is nothing to wait for.
      const isLost = isOutcomeUnknown(problem);
      replace(token, ({ tries }) => (isLost && tries + 1 < MOST_TRIES ? [{ token, tries: tries + 1 }] : []));
    }
  }
}
