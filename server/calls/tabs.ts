/** The tabs: home, and the marketplace with its recommendations. */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { homeOfSession } from '#server/lending/readHome.ts';
import { answeredWithSession, type Handlers } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { readText } from './readRequest.ts';

type TabsCalls =
  | 'latestOrder'
  | 'productIndex'
  | 'stepAmount'
  | 'productListMarket'
  | 'loanMarketIndex'
  | 'repayColor'
  | 'isRejectRecommendation'
  | 'getCreditInfo';

export function tabsCalls({ lending }: CallDeps): Handlers<TabsCalls> {
  return {
    latestOrder: answeredWithSession(homeOfSession, ({ userId, row }, caller) => lending.home(userId, caller.language, row)),
    productIndex: (_request, caller) => lending.home(null, caller.language),
    async stepAmount(request, caller) {
      const id = readText(request, 'productId', caller.language);
      const market = await lending.market(await caller.signedIn(), caller.language);
      const found = market.find(({ product }) => product.id === id);
      if (!found) throw new Refusal(CODE.invalidField, 'lender.productUnknown');
      return { minimum: found.product.minPrincipal, maximum: found.limit, step: found.product.principalStep };
    },
    productListMarket: async (_request, caller) => ({ products: await lending.market(await caller.signedIn(), caller.language) }),
    async loanMarketIndex(_request, caller) {
      const products = await lending.market(await caller.signedIn(), caller.language);
      return { recommended: products.find(({ availability }) => availability.is === 'open') ?? null, products };
    },
    repayColor: async (_request, caller) => lending.repayColour(await caller.signedIn()),
    isRejectRecommendation: async (_request, caller) => lending.rejectRecommendation(await caller.signedIn(), caller.language),
    getCreditInfo: async (_request, caller) => lending.creditInfo(await caller.signedIn()),
  };
}
