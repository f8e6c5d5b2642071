/** The marketplace: what is recommended to whom, and the record of what was lent. */
import type { CallDeps } from './deps.ts';
import type { Handlers } from '#server/wire/handler.ts';
import { readText, readWhole } from './read.ts';

type MarketCalls =
  | 'orderListMarket'
  | 'productListMarket'
  | 'loanMarketIndex'
  | 'lendingRecord'
  | 'repayColor'
  | 'customerService'
  | 'repayProducts'
  | 'isRejectRecommendation'
  | 'getCreditInfo'
  | 'requestReview';

export function marketCalls({ lending, support }: CallDeps): Handlers<MarketCalls> {
  return {
    async orderListMarket(request, caller) {
      const page = request.page === undefined ? 1 : readWhole(request, 'page', caller.language);
      const productId = request.productId === undefined ? undefined : readText(request, 'productId', caller.language);
      return lending.records(await caller.signedIn(), page, productId);
    },
    productListMarket: async (_request, caller) => ({ products: await lending.market(await caller.signedIn(), caller.language) }),
    async loanMarketIndex(_request, caller) {
      const userId = await caller.signedIn();
      const products = await lending.market(userId, caller.language);
      return { recommended: products.find(({ availability }) => availability.is === 'open') ?? null, products };
    },
    lendingRecord: async (request, caller) => lending.statement(await caller.signedIn(), readText(request, 'orderNo', caller.language)),
    repayColor: async (_request, caller) => lending.repayColour(await caller.signedIn()),
    customerService: async () => support,
    repayProducts: async (_request, caller) => ({ products: await lending.afterRepaying(await caller.signedIn(), caller.language) }),
    isRejectRecommendation: async (_request, caller) => lending.rejectRecommendation(await caller.signedIn(), caller.language),
    getCreditInfo: async (_request, caller) => lending.creditInfo(await caller.signedIn()),
    requestReview: async (request, caller) =>
      lending.requestReview(await caller.signedIn(), readText(request, 'orderNo', caller.language), caller.language),
  };
}
