/** Paying back. M-PESA is the one rail; the channels of other countries exist and say so. */
import { CODE } from '#machines/model/codes.ts';
import type { CallDeps } from './deps.ts';
import type { Handlers } from './handler.ts';
import { readText, readWhole } from './read.ts';
import { CallRefused } from './refused.ts';

type RepaymentCalls =
  | 'repayOrderDetail'
  | 'mpesaRepayLink'
  | 'payValidaRepayLink'
  | 'dedicatedAccountCreate'
  | 'mangoCashRepayLink'
  | 'getStpClabe'
  | 'getOxxoReference';

const noSuchChannel = (): Promise<never> => Promise.reject(new CallRefused(CODE.noPaymentMethod, 'lender.noPaymentMethod'));

export function repaymentCalls({ lending }: CallDeps): Handlers<RepaymentCalls> {
  return {
    repayOrderDetail: async (request, caller) =>
      lending.repayment(await caller.signedIn(), readText(request, 'orderNo', caller.language), caller.language),

    async mpesaRepayLink(request, caller) {
      const { language } = caller;
      const payment = {
        orderNo: readText(request, 'orderNo', language),
        amount: readWhole(request, 'amount', language),
        requestId: readText(request, 'requestId', language),
      };
      return lending.startStk(await caller.signedIn(), payment, language);
    },

    payValidaRepayLink: async (request, caller) =>
      lending.payment(await caller.signedIn(), readText(request, 'payOrderId', caller.language), caller.language),
    dedicatedAccountCreate: async (request, caller) =>
      lending.paybill(await caller.signedIn(), readText(request, 'orderNo', caller.language)),

    mangoCashRepayLink: noSuchChannel,
    getStpClabe: noSuchChannel,
    getOxxoReference: noSuchChannel,
  };
}
