/** The borrower's own pages: the record of loans, the ledger of one, the devices, and the support. */
import { queueAccountText } from '#server/books/textMessages.ts';
import type { Handlers } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { invalidField, readOrder, readPage, readText } from './readRequest.ts';

type UserCenterCalls =
  | 'orderList'
  | 'orderListMarket'
  | 'lendingRecord'
  | 'customerService'
  | 'listDevices'
  | 'removeDevice'
  | 'signOutEverywhere'
  | 'agreeRecordings';

export function userCenterCalls({ store, clock, sessions, lending, recordings, support }: CallDeps): Handlers<UserCenterCalls> {
  return {
    async orderList(request, caller) {
      const page = readPage(request, caller);
      return lending.records(await caller.signedIn(), page);
    },
    async orderListMarket(request, caller) {
      const page = readPage(request, caller);
      const productId = request.productId === undefined ? undefined : readText(request, 'productId', caller.language);
      return lending.records(await caller.signedIn(), page, productId);
    },
    lendingRecord: async (request, caller) => lending.statement(...(await readOrder(request, caller))),
    customerService: async () => support,

    listDevices: async (_request, caller) => ({ devices: await sessions.devices(await caller.signedIn()) }),
    async removeDevice(request, caller) {
      await sessions.removeDevice(await caller.signedIn(), readText(request, 'id', caller.language));
      return null;
    },
    async agreeRecordings(request, caller) {
      const userId = await caller.signedIn();
      const { agreed } = request;
      if (typeof agreed !== 'boolean') throw invalidField('agreed', 'field.option', caller.language);
      await recordings.agree(userId, agreed, readText(request, 'version', caller.language, 20));
      return { agreed };
    },
    async signOutEverywhere(_request, caller) {
      const userId = await caller.signedIn();
      await store.tx(async (tx) => {
        await sessions.endAll(tx, userId);
        await queueAccountText(tx, { userId, language: caller.language }, 'signedOutEverywhere', { email: support.email }, clock.now());
      });
      return null;
    },
  };
}
