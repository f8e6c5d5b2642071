/** The calls of the tabs: home, the list of loans, the statement of a loan, and the mark of unread messages. */
import { homeOfSession } from '#server/lending/readHome.ts';
import { answeredWithSession, type Handlers } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { readOrder, readPage, readText } from './readRequest.ts';

type TabsCalls = 'latestOrder' | 'productIndex' | 'orderList' | 'orderListMarket' | 'lendingRecord' | 'repayColor' | 'feedbackRedDot';

export function tabsCalls({ lending, feedback }: CallDeps): Handlers<TabsCalls> {
  return {
    latestOrder: answeredWithSession(homeOfSession, ({ userId, row }, caller) => lending.home(userId, caller.language, row)),
    productIndex: (_request, caller) => lending.home(null, caller.language),
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
    repayColor: async (_request, caller) => lending.repayColour(await caller.signedIn()),
    feedbackRedDot: async (_request, caller) => ({ unread: await feedback.hasUnread(await caller.signedIn()) }),
  };
}
