/** Paying back. M-PESA is the one rail; the channels of other countries exist and say so. */
import { CODE } from '#machines/model/codes.ts';
import type { MessageKey } from '#server/refusals/refusal.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers } from '#server/wire/handler.ts';
import { invalidField, readText, readWhole } from './read.ts';
import { Refusal } from '#server/refusals/refusal.ts';

type RepaymentCalls =
  | 'repayOrderDetail'
  | 'mpesaRepayLink'
  | 'payValidaRepayLink'
  | 'dedicatedAccountCreate'
  | 'mangoCashRepayLink'
  | 'getStpClabe'
  | 'getOxxoReference'
  | 'portalRepaymentDetail'
  | 'portalRepaymentConfirm';

const noSuchChannel = (): Promise<never> => Promise.reject(new Refusal(CODE.noPaymentMethod, 'lender.noPaymentMethod'));

/** The two numbers of a repayment have words of their own when they are missing. */
function readNumber(request: object, name: 'orderNo' | 'payOrderId', { language }: Caller): string {
  const key: MessageKey = `field.${name}`;
  const value: unknown = request[name as never];
  if (value === undefined || value === '') throw invalidField(name, key, language);
  return readText(request, name, language);
}

export function repaymentCalls({ lending }: CallDeps): Handlers<RepaymentCalls> {
  return {
    repayOrderDetail: async (request, caller) =>
      lending.repayment(await caller.signedIn(), readNumber(request, 'orderNo', caller), caller.language),

    async mpesaRepayLink(request, caller) {
      const { language } = caller;
      const payment = {
        orderNo: readNumber(request, 'orderNo', caller),
        amount: readWhole(request, 'amount', language),
        requestId: readText(request, 'requestId', language),
      };
      return lending.startStk(await caller.signedIn(), payment, language);
    },

    portalRepaymentDetail: async (request, caller) =>
      lending.payment(await caller.signedIn(), readNumber(request, 'payOrderId', caller), caller.language),
    portalRepaymentConfirm: async (request, caller) =>
      lending.provePayment(await caller.signedIn(), readNumber(request, 'payOrderId', caller), caller.language),

    async dedicatedAccountCreate(request, caller) {
      const userId = await caller.signedIn();
      const orderNo = readNumber(request, 'orderNo', caller);
      if (request.days === undefined) return lending.dedicatedAccount(userId, orderNo);
      const { businessNumber, accountNumber } = await lending.rollovers.choose(
        userId,
        orderNo,
        readWhole(request, 'days', caller.language),
      );
      return { businessNumber, accountNumber };
    },

    payValidaRepayLink: noSuchChannel,
    mangoCashRepayLink: noSuchChannel,
    getStpClabe: noSuchChannel,
    getOxxoReference: noSuchChannel,
  };
}
