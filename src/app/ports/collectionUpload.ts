/** Lets the shell collect and upload data. Loaded on demand, because few borrowers are asked for data. */
import type { DataKind, UploadStatus } from '#machines/model/collection.ts';
import type { Api } from '#src/api/client.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { backEndAddress } from '#src/market/pageSettings.ts';

/** How long the shell may take while the phone asks the borrower for permissions, ms. After that the upload has failed. */
const PERSON = 60_000;

/** The lender answers a path. The shell needs the whole address, because it does not know where the lender is. */
const shellAddress = (address: string): string => (address.startsWith('/') ? backEndAddress(address) : address);

/**
 * Collects exactly the kinds that the borrower agreed to and that the lender, asked once more, accepts.
 * @returns 0 done, 1 started, -1 failed, also if the shell is missing, does not answer or refuses.
 * @throws Problem of the lender.
 */
export async function collect(
  { lender, bridge, signal }: { lender: Api; bridge: Bridge; signal: AbortSignal },
  orderNo: string,
  agreed: readonly DataKind[],
): Promise<UploadStatus> {
  const { upload } = await lender.call('timeUploadEnable', { orderNo }, { signal });
  const kinds = agreed.filter((kind) => upload?.kinds.some((one) => one === kind));
  if (!upload || kinds.length === 0) return -1;
  const { packages } = kinds.includes('appList') ? await lender.call('devicePackageList', { orderNo }, { signal }) : { packages: [] };
  const payload = { orderNo, kinds, packages, upload: { address: shellAddress(upload.address), token: upload.token } };
  try {
    const { status } = await bridge.ask('timeSDK', payload, { deadlines: { person: PERSON }, signal });
    return status === 0 || status === 1 ? status : -1;
  } catch {
    return -1;
  }
}
