/** Closing the account. */
import type { CancellationReason } from '#machines/model/cancellation.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface PoliciesDeps {
  api: () => Promise<Api>;
}

export function policiesPorts({ api }: PoliciesDeps): Works<'closeAccount'> {
  return {
    closeAccount: async ({ input }) => {
      await (await clientOf(api)()).call('cancelAccount', { reason: input.reason as CancellationReason });
    },
  };
}
