/**
 * The calls about repayment, rollover, proofs of payment, and the card that earns a coupon. M-PESA is the only rail. The calls
 * for payment channels of other countries always refuse.
 */
import { CODE } from '#machines/model/codes.ts';
import { MOST_PICTURES, toReceipt } from '#machines/model/proof.ts';
import { judgePhoto } from '#server/apply/photos/photos.ts';
import { pictureName } from '#server/pictures/pictureName.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { invalidField, readOrder, readText, readWhole } from './readRequest.ts';

type RepayCalls =
  | 'repayOrderDetail'
  | 'repayProducts'
  | 'mpesaRepayLink'
  | 'payValidaRepayLink'
  | 'dedicatedAccountCreate'
  | 'mangoCashRepayLink'
  | 'getStpClabe'
  | 'getOxxoReference'
  | 'portalRepaymentDetail'
  | 'portalRepaymentConfirm'
  | 'getExtensionData'
  | 'confirmExtensionOrder'
  | 'updateExtensionOrderStatus'
  | 'uploadVoucher'
  | 'saveVoucher'
  | 'voucherList'
  | 'addBankCard'
  | 'verifyBankCard';

const noSuchChannel = (): Promise<never> => Promise.reject(new Refusal(CODE.noPaymentMethod, 'lender.noPaymentMethod'));

/** Reads one of the two numbers of a repayment. Each has its own message for a missing number. */
function readNumber(request: object, name: 'orderNo' | 'payOrderId', { language }: Caller): string {
  const key: MessageKey = `field.${name}`;
  const value: unknown = Reflect.get(request, name);
  if (value === undefined || value === '') throw invalidField(name, key, language);
  return readText(request, name, language);
}

const readExtension = async (
  request: Unchecked<{ orderNo: string; extensionNo: string }>,
  caller: Caller,
): Promise<[userId: number, orderNo: string, extensionNo: string]> => [
  ...(await readOrder(request, caller)),
  readText(request, 'extensionNo', caller.language),
];

function readPictures({ pictures }: { readonly pictures?: unknown }, { language }: Caller): string[] {
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (Array.isArray(pictures) && pictures.length <= MOST_PICTURES && pictures.every(isText)) return pictures;
  throw invalidField('pictures', 'field.text', language);
}

export function repayCalls({ lending, secret, readings }: CallDeps): Handlers<RepayCalls> {
  return {
    repayOrderDetail: async (request, caller) =>
      lending.repayment(await caller.signedIn(), readNumber(request, 'orderNo', caller), caller.language),
    repayProducts: async (_request, caller) => ({ products: await lending.afterRepaying(await caller.signedIn(), caller.language) }),

    async mpesaRepayLink(request, caller) {
      const { language } = caller;
      const payment = {
        orderNo: readNumber(request, 'orderNo', caller),
        amount: readWhole(request, 'amount', language),
        requestId: readText(request, 'requestId', language),
      };
      return lending.forRequest(caller.traceId).startStk(await caller.signedIn(), payment, language);
    },

    portalRepaymentDetail: async (request, caller) =>
      lending.payment(await caller.signedIn(), readNumber(request, 'payOrderId', caller), caller.language),
    portalRepaymentConfirm: async (request, caller) =>
      lending
        .forRequest(caller.traceId)
        .reconcilePayment(await caller.signedIn(), readNumber(request, 'payOrderId', caller), caller.language),

    async dedicatedAccountCreate(request, caller) {
      const userId = await caller.signedIn();
      const orderNo = readNumber(request, 'orderNo', caller);
      if (request.days === undefined) return lending.dedicatedAccount(userId, orderNo);
      const days = readWhole(request, 'days', caller.language);
      const { businessNumber, accountNumber } = await lending.rollovers.choose(userId, orderNo, days);
      return { businessNumber, accountNumber };
    },

    payValidaRepayLink: noSuchChannel,
    mangoCashRepayLink: noSuchChannel,
    getStpClabe: noSuchChannel,
    getOxxoReference: noSuchChannel,

    getExtensionData: async (request, caller) => lending.rollovers.detail(...(await readOrder(request, caller))),
    confirmExtensionOrder: async (request, caller) => lending.rollovers.confirm(...(await readExtension(request, caller))),
    updateExtensionOrderStatus: async (request, caller) => lending.rollovers.withdraw(...(await readExtension(request, caller))),

    async uploadVoucher(request, caller) {
      const [userId, orderNo] = await readOrder(request, caller);
      await readings.count(String(userId));
      const { bytes, type } = await judgePhoto(caller.files[0]?.bytes);
      const picture = await lending.proofs.addPicture(userId, orderNo, {
        mime: type,
        name: (isUsed) => pictureName(secret, `proof ${orderNo}`, bytes, isUsed),
        encrypt: (ref) => secret.encrypt('photo', bytes, ref),
      });
      return { picture };
    },

    async saveVoucher(request, caller) {
      const [userId, orderNo] = await readOrder(request, caller);
      const { language } = caller;
      const receipt = toReceipt(readText(request, 'receipt', language));
      if (receipt === null) throw invalidField('receipt', 'field.receipt', language);
      const proof = { receipt, amount: readWhole(request, 'amount', language), pictures: readPictures(request, caller) };
      return lending.forRequest(caller.traceId).proofs.send(userId, orderNo, proof, language);
    },

    voucherList: async (request, caller) => ({ proofs: await lending.proofs.list(...(await readOrder(request, caller)), caller.language) }),

    async addBankCard(request, caller) {
      const [userId, orderNo] = await readOrder(request, caller);
      const { language } = caller;
      const validTo = readText(request, 'validTo', language);
      if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(validTo)) throw invalidField('validTo', 'field.validTo', language);
      const number = readText(request, 'cardNumber', language).replace(/[\s-]/g, '');
      const cvc = typeof request.cvc === 'string' && /^\d{3}$/.test(request.cvc) ? request.cvc : null;
      return lending.coupons.authorise(userId, orderNo, { number, validTo, cvc });
    },
    verifyBankCard: async (request, caller) => lending.coupons.state(...(await readOrder(request, caller))),
  };
}
