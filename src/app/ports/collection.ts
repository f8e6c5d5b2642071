/** Collected data: the kinds that the lender requests, the borrower's consents, and the upload by the shell. */
import type { Collection } from '#machines/model/collection.ts';
import type { Api } from '#src/api/client.ts';
import type { UploadFlags } from '#src/api/payloads.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { clientOf } from './lenderClient.ts';
import { importOrReload } from '../importOrReload.ts';
import type { Works } from './binding.ts';

export interface CollectionDeps {
  api: () => Promise<Api>;
  bridge: Bridge;
}

/** null: the lender requests no data for this order, or no longer. */
const collectionOf = ({ consents, status, held, deletedBy }: UploadFlags): Collection | null =>
  deletedBy === null ? null : { consents, status, held, deletedBy };

export function collectionPorts({ api, bridge }: CollectionDeps): Works<'loadCollection' | 'saveConsents' | 'collectData'> {
  const client = clientOf(api);
  return {
    loadCollection: async ({ input, signal }) => {
      const lender = await client();
      const { enableTimeSdk } = await lender.call('timeUploadEnable', input, { signal });
      return enableTimeSdk ? collectionOf(await lender.call('timeUploadStatus', input)) : null;
    },
    saveConsents: async ({ input }) => collectionOf(await (await client()).call('timeUploadStatus', input)),
    collectData: async ({ input: { orderNo, kinds }, signal }) => {
      const { collect } = await importOrReload(import('./collectionUpload.ts'));
      const status = await collect({ lender: await client(), bridge, signal }, orderNo, kinds);
      return collectionOf(await (await client()).call('timeUploadStatus', { orderNo, status }));
    },
  };
}
