/** The calls about the offer, the agreement and the draw. */
import type { Agreement } from '#machines/model/order.ts';
import { writeFileLink } from '#server/borrow/agreement/fileLink.ts';
import { createDrawGate } from '#server/borrow/drawCode.ts';
import { orderRefused } from '#server/refusals/refusal.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import type { OfferChoice } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import { readCode, readOrder, readText, readWhole } from './readRequest.ts';

type BorrowCalls = 'loanAgreement' | 'getMoneyContract' | 'confirmProductInfo' | 'getMoney' | 'getMoneyTime' | 'cancelDrawMoney';

export function borrowCalls({ blocked, lending, codes, clock, secret, security }: CallDeps): Handlers<BorrowCalls> {
  const choiceOf = (request: Unchecked<OfferChoice>, { language }: Caller): OfferChoice => ({
    ...(request.amount === undefined ? {} : { amount: readWhole(request, 'amount', language) }),
    ...(request.termDays === undefined ? {} : { termDays: readWhole(request, 'termDays', language) }),
  });

  const agreement = async (request: Unchecked<{ orderNo: string } & OfferChoice>, caller: Caller): Promise<Agreement> => {
    const { language } = caller;
    const [userId, orderNo] = await readOrder(request, caller);
    const { accepted, ...text } = await lending.agreement(userId, orderNo, language, choiceOf(request, caller));
    if (!accepted) return text;
    const file = writeFileLink(secret, { userId, orderNo, language, issuedAt: clock.now() });
    return { ...text, accepted: { ...accepted, file } };
  };

  return {
    loanAgreement: agreement,
    getMoneyContract: agreement,
    confirmProductInfo: async (request, caller) =>
      lending.offer(...(await readOrder(request, caller)), choiceOf(request, caller), caller.device),

    async getMoney(request, caller) {
      const { language } = caller;
      const [userId, orderNo] = await readOrder(request, caller);
      const consent = {
        orderNo,
        agreementVersion: readText(request, 'agreementVersion', language, 200),
        sent: readWhole(request, 'sent', language),
        owed: readWhole(request, 'owed', language),
        ...choiceOf(request, caller),
      };
      const code = request.code === undefined ? null : readCode(request, language);
      const gate = createDrawGate({ blocked, codes, clock, security }, { mobile: await caller.mobile(), device: caller.device, code });
      return lending.forRequest(caller.traceId).getMoney(userId, consent, gate, language);
    },

    async getMoneyTime(request, caller) {
      const { disbursement } = await lending.order(...(await readOrder(request, caller)), caller.language);
      if (!disbursement) throw orderRefused();
      return { requestedAt: disbursement.requestedAt, expectedBy: disbursement.expectedBy };
    },

    cancelDrawMoney: async (request, caller) => lending.decline(...(await readOrder(request, caller)), caller.language),
  };
}
