/**
 * Ends the sessions at the lender that this phone has logged out. Logging out deletes the borrower's data on the phone and
 * does not wait for the lender. The request follows the next answered call, which may be in a later run of the app.
 */
import type { Api } from '#src/api/client.ts';
import type { LoggedOutStorage } from './storage.ts';

export function endLoggedOutSessions(api: Api, storage: LoggedOutStorage): Api {
  let isSending = false;

  async function sendAll(): Promise<void> {
    if (isSending || storage.loggedOut().length === 0) return;
    isSending = true;
    try {
      await (await import('./sendLogoutRequests.ts')).sendLogoutRequests(api, storage);
    } catch {
      // The chunk could not be fetched. The next answered call tries again.
    }
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
