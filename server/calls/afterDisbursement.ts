/** Moving the due date, proofs of payment, and the card that earns a coupon. */
import { randomBytes } from 'node:crypto';
import { MOST_PICTURES, toReceipt } from '#machines/model/proof.ts';
import { judgePhoto } from '#server/apply/photos/photos.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import { invalidField, readText, readWhole } from './read.ts';

type AfterDisbursementCalls =
  | 'getExtensionData'
  | 'confirmExtensionOrder'
  | 'updateExtensionOrderStatus'
  | 'uploadVoucher'
  | 'saveVoucher'
  | 'voucherList'
  | 'addBankCard'
  | 'verifyBankCard';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

function readPictures(request: Unchecked<{ pictures: unknown }>, { language }: Caller): string[] {
  const { pictures } = request;
  const isList = Array.isArray(pictures) && pictures.length <= MOST_PICTURES && pictures.every((one) => typeof one === 'string');
  if (!isList) throw invalidField('pictures', 'field.text', language);
  return pictures as string[];
}

export function afterDisbursementCalls({ lending, secret, readings }: CallDeps): Handlers<AfterDisbursementCalls> {
  const ofOrder = async (request: Unchecked<{ orderNo: string }>, caller: Caller): Promise<[userId: number, orderNo: string]> => [
    await caller.signedIn(),
    readText(request, 'orderNo', caller.language),
  ];
  const ofExtension = async (
    request: Unchecked<{ orderNo: string; extensionNo: string }>,
    caller: Caller,
  ): Promise<[userId: number, orderNo: string, extensionNo: string]> => [
    ...(await ofOrder(request, caller)),
    readText(request, 'extensionNo', caller.language),
  ];

  return {
    getExtensionData: async (request, caller) => lending.rollovers.detail(...(await ofOrder(request, caller))),
    confirmExtensionOrder: async (request, caller) => lending.rollovers.confirm(...(await ofExtension(request, caller))),
    updateExtensionOrderStatus: async (request, caller) => lending.rollovers.withdraw(...(await ofExtension(request, caller))),

    async uploadVoucher(request, caller) {
      const [userId, orderNo] = await ofOrder(request, caller);
      const bytes = caller.files[0]?.bytes;
      const { type } = judgePhoto(bytes);
      readings.count(String(userId));
      const ref = randomBytes(16).toString('hex');
      await lending.proofs.addPicture(userId, orderNo, { ref, sealed: secret.seal('photo', bytes as Buffer, ref), mime: type });
      return { picture: ref };
    },

    async saveVoucher(request, caller) {
      const [userId, orderNo] = await ofOrder(request, caller);
      const { language } = caller;
      const receipt = toReceipt(readText(request, 'receipt', language));
      if (receipt === null) throw invalidField('receipt', 'field.receipt', language);
      const proof = { receipt, amount: readWhole(request, 'amount', language), pictures: readPictures(request, caller) };
      return lending.proofs.send(userId, orderNo, proof, language);
    },

    voucherList: async (request, caller) => ({ proofs: await lending.proofs.list(...(await ofOrder(request, caller)), caller.language) }),

    async addBankCard(request, caller) {
      const [userId, orderNo] = await ofOrder(request, caller);
      const { language } = caller;
      const validTo = readText(request, 'validTo', language);
      if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(validTo)) throw invalidField('validTo', 'field.validTo', language);
      const number = digitsOf(readText(request, 'cardNumber', language));
      const cvc = typeof request.cvc === 'string' && /^\d{3}$/.test(request.cvc) ? request.cvc : null;
      return lending.coupons.authorise(userId, orderNo, { number, validTo, cvc });
    },
    verifyBankCard: async (request, caller) => lending.coupons.state(...(await ofOrder(request, caller))),
  };
}
