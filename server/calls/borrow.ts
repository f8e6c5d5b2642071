/** Products, orders, the offer, and the money. */
import { CODE } from '#machines/model/codes.ts';
import type { Agreement, Order } from '#machines/model/order.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { ApplyRequest, OfferChoice } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import { readText, readWhole } from './read.ts';

type LoanCalls =
  | 'latestOrder'
  | 'orderList'
  | 'loanAgreement'
  | 'applyMarket'
  | 'applyMarketAgain'
  | 'stepAmount'
  | 'productIndex'
  | 'confirmProductInfo'
  | 'getMoney'
  | 'getMoneyContract'
  | 'getMoneyTime'
  | 'cancelDrawMoney';

type ByOrder = Unchecked<{ orderNo: string }>;

export function loanCalls({ lending }: CallDeps): Handlers<LoanCalls> {
  const orderOf = async (request: ByOrder, caller: Caller): Promise<[userId: number, orderNo: string]> => [
    await caller.signedIn(),
    readText(request, 'orderNo', caller.language),
  ];

  const choiceOf = (request: Unchecked<OfferChoice>, { language }: Caller): OfferChoice => ({
    ...(request.amount === undefined ? {} : { amount: readWhole(request, 'amount', language) }),
    ...(request.termDays === undefined ? {} : { termDays: readWhole(request, 'termDays', language) }),
  });

  const agreement = async (request: ByOrder & Unchecked<OfferChoice>, caller: Caller): Promise<Agreement> =>
    lending.agreement(...(await orderOf(request, caller)), caller.language, choiceOf(request, caller));

  /** A first loan and a later one follow the same rules; the ceiling differs, and lending knows it. */
  const apply = async (request: Unchecked<ApplyRequest>, caller: Caller): Promise<Order> => {
    const { language } = caller;
    const wish = {
      productId: readText(request, 'productId', language),
      amount: readWhole(request, 'amount', language),
      termDays: readWhole(request, 'termDays', language),
    };
    return lending.open(await caller.signedIn(), wish, language);
  };

  return {
    latestOrder: async (_request, caller) => lending.home(await caller.signedIn(), caller.language),
    productIndex: (_request, caller) => lending.home(null, caller.language),

    async stepAmount(request, caller) {
      const id = readText(request, 'productId', caller.language);
      const market = await lending.market(await caller.signedIn(), caller.language);
      const found = market.find(({ product }) => product.id === id);
      if (!found) throw new Refusal(CODE.invalidField, 'lender.productUnknown');
      return { minimum: found.product.minPrincipal, maximum: found.limit, step: found.product.principalStep };
    },

    async orderList(request, caller) {
      const page = request.page === undefined ? 1 : readWhole(request, 'page', caller.language);
      return lending.records(await caller.signedIn(), page);
    },

    applyMarket: apply,
    applyMarketAgain: apply,
    loanAgreement: agreement,
    getMoneyContract: agreement,

    confirmProductInfo: async (request, caller) => lending.offer(...(await orderOf(request, caller)), choiceOf(request, caller)),

    async getMoney(request, caller) {
      const { language } = caller;
      const [userId, orderNo] = await orderOf(request, caller);
      const consent = {
        orderNo,
        agreementVersion: readText(request, 'agreementVersion', language, 200),
        sent: readWhole(request, 'sent', language),
        owed: readWhole(request, 'owed', language),
        ...choiceOf(request, caller),
      };
      return lending.getMoney(userId, consent, language);
    },

    async getMoneyTime(request, caller) {
      const { disbursement } = await lending.order(...(await orderOf(request, caller)), caller.language);
      if (!disbursement) throw new Refusal(CODE.orderRefused, 'lender.orderRefused');
      return { requestedAt: disbursement.requestedAt, expectedBy: disbursement.expectedBy };
    },

    cancelDrawMoney: async (request, caller) => lending.decline(...(await orderOf(request, caller)), caller.language),
  };
}
