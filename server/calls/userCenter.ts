/** The borrower's own pages: the record of loans, the ledger of one, and the support. */
import type { Handlers } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { readOrder, readPage, readText } from './read.ts';

type UserCenterCalls = 'orderList' | 'orderListMarket' | 'lendingRecord' | 'customerService';

export function userCenterCalls({ lending, support }: CallDeps): Handlers<UserCenterCalls> {
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
  };
}
