/**
 * Has the lender end the sessions that this phone logged out. The phone forgets the borrower at once and without the
 * lender; its request goes out when a call has just been answered, which is the next one after logging out, or the
 * first one after the phone is online or the app is opened again.
 */
import { isOutcomeUnknown, LOCAL, toProblem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';
import type { DeviceStorage, LoggedOut } from './storage.ts';

/**
 * Requests for one session that bring no answer. Then the token is forgotten, and its session ends when it expires:
 * a token is better not kept on a phone for good whose lender cannot end it.
 */
const MOST_TRIES = 5;

export function endLoggedOut(api: Api, storage: Pick<DeviceStorage, 'loggedOut' | 'keepLoggedOut'>): Api {
  let isSending = false;

  /** Read anew each time: another window may have logged out as well. */
  const replace = (token: string, by: (one: LoggedOut) => LoggedOut[]): void =>
    storage.keepLoggedOut(storage.loggedOut().flatMap((one) => (one.token === token ? by(one) : [one])));

  /** @returns false when the phone is offline. */
  async function end(token: string): Promise<boolean> {
    try {
      await api.call('logOut', { token });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === LOCAL.offline) return false;
      if (isOutcomeUnknown(problem)) {
        replace(token, ({ tries }) => (tries + 1 < MOST_TRIES ? [{ token, tries: tries + 1 }] : []));
        return true;
      }
      // Any other answer is a back end that has no such call: there is nothing to wait for.
    }
    replace(token, () => []);
    return true;
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (const { token } of storage.loggedOut()) if (!(await end(token))) break;
    isSending = false;
  }

  return {
    call: async (name, request, options) => {
      const answer = await api.call(name, request, options);
      void sendAll();
      return answer;
    },
  };
}
