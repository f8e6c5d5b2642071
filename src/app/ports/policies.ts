/** Closing the account. */
import type { CancellationReason } from '#machines/model/cancellation.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface PoliciesDeps {
  api: () => Promise<Api>;
}

export function policiesPorts({ api }: PoliciesDeps): Works<'requestClosing' | 'closeAccount'> {
  return {
    requestClosing: async ({ input }) => {
      await (await clientOf(api)()).call('requestCancellation', { reason: input.reason as CancellationReason | null });
    },
    closeAccount: async ({ input }) => {
      await (await clientOf(api)()).call('cancelAccount', { reason: input.reason as CancellationReason });
    },
  };
}
