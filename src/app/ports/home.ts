/** What home asks of the lender: it comes with the entry. */
import type { HomeData } from '#machines/model/order.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './client.ts';
import { port } from './port.ts';

export interface HomeDeps {
  /** The client's chunk; rejects when it could not be fetched. */
  api: () => Promise<Api>;
}

export const homePorts = ({ api }: HomeDeps) => ({
  loadHome: port<HomeData, { signedIn: boolean }>(async ({ input, signal }) =>
    (await clientOf(api)()).call(input.signedIn ? 'latestOrder' : 'productIndex', {}, { signal }),
  ),
});
