/**
 * Has the lender end the sessions that this phone logged out. The phone forgets the borrower at once and without the
 * lender; its request goes out when a call has just been answered, which is the next one after logging out, or the
 * first one after the phone is online or the app is opened again.
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
      // The file could not be fetched: the next call that is answered tries again.
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
