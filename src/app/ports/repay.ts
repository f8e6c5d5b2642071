/** Other channels, rollovers, and proofs of payment. */
import type { OtherChannel } from '#machines/model/order.ts';
import type { Api } from '#src/api/client.ts';
import type { CallName } from '#src/api/contract.ts';
import { clientOf } from './lenderClient.ts';
import { fileToSend, type PhotoDeps } from './photo.ts';
import type { Works } from './binding.ts';

export interface RepayDeps extends PhotoDeps {
  api: () => Promise<Api>;
}

const CHANNEL_CALLS = {
  mangoCash: 'mangoCashRepayLink',
  oxxo: 'getOxxoReference',
  stp: 'getStpClabe',
  payValida: 'payValidaRepayLink',
} as const satisfies Record<OtherChannel, CallName>;

type RepayPortName = 'askChannel' | 'chooseRollover' | 'loadProofs' | 'uploadProofPicture';

export function repayPorts({ api, photo }: RepayDeps): Works<RepayPortName> {
  const client = clientOf(api);
  return {
    askChannel: async ({ input: { orderNo, channel } }) => (await client()).call(CHANNEL_CALLS[channel], { orderNo }),
    chooseRollover: async ({ input }) => {
      const lender = await client();
      await lender.call('dedicatedAccountCreate', input);
      return lender.call('getExtensionData', { orderNo: input.orderNo });
    },
    loadProofs: async ({ input, signal }) => (await (await client()).call('voucherList', input, { signal })).proofs,
    uploadProofPicture: async ({ input: { orderNo, handle } }) => {
      const files = { file: await fileToSend(photo, handle) };
      return { handle, ...(await (await client()).call('uploadVoucher', { orderNo }, { files })) };
    },
  };
}
