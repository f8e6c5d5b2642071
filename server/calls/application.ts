/** What the borrower hands in, step by step. Every step is saved and moves the order in one transaction. */
import type { PhotoSide, SavedSection } from '#machines/model/application.ts';
import { CODE } from '#machines/model/codes.ts';
import { isIncomplete } from '#machines/model/orderStatus.ts';
import { lockOrder } from '#server/lending/orders.ts';
import { Refusal } from '#server/lending/refusal.ts';
import type { SavedStep } from '#server/lending/types.ts';
import { judgeClarity, judgePhoto, readFront, storePhoto } from '#server/photos/photos.ts';
import { readCardOf } from '#server/reader/stored.ts';
import type { Tx } from '#server/store/store.ts';
import { banks } from '#src/market/lists/banks.ts';
import type { Order } from '#machines/model/order.ts';
import type { PhotoRead, SectionSave } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from './handler.ts';
import { bindPayoutAccount, payoutCodeHolder } from './payoutAccount.ts';
import { readCode, readMobile, readOption, readSection, readText } from './read.ts';
import { readBase, saveChange, type KeptSection } from './sections.ts';

type ApplicationCalls =
  | 'saveBasicInfo'
  | 'saveBasicInfoMarket'
  | 'saveAdditionInfoMarket'
  | 'uploadIdFront'
  | 'uploadIdBack'
  | 'saveFaceImage'
  | 'finishUploadAllImg'
  | 'readIdCard'
  | 'bindBankCard'
  | 'getBankBranch'
  | 'validateVerifyCode'
  | 'saveQuestionnaire';

const OFFERED_BANKS = banks.filter(({ offer }) => offer).map(({ code }) => code);

type SectionRequest = Unchecked<SectionSave>;

export function applicationCalls(deps: CallDeps): Handlers<ApplicationCalls> {
  const { store, clock, lending, borrowers, codes, secret, reader, readings } = deps;
  const saves =
    (section: KeptSection, event: SavedStep) =>
    async (request: SectionRequest, caller: Caller): Promise<Order> => {
      const userId = await caller.signedIn();
      const orderNo = readText(request, 'orderNo', caller.language);
      const values = readSection(request, section, clock.now(), await borrowers.mobileOf(userId), caller.language);
      const change = { section, values, basedOn: readBase(request, caller.language) };
      let saved: SavedSection | undefined;
      const save = async (tx: Tx): Promise<void> => {
        saved = await saveChange(tx, userId, change, clock.now());
      };
      const order = await lending.advance(userId, orderNo, event, save, caller.language);
      return saved ? { ...order, saved } : order;
    };

  const takes =
    (side: PhotoSide) =>
    async (request: Unchecked<{ orderNo: string }>, caller: Caller): Promise<PhotoRead> => {
      const userId = await caller.signedIn();
      const orderNo = readText(request, 'orderNo', caller.language);
      const bytes = caller.files[0]?.bytes;
      const facts = judgePhoto(bytes);
      const picture = bytes as Buffer;
      // Asked before seconds of work go into a photo that no order waits for.
      const { status } = await lending.order(userId, orderNo, caller.language);
      if (!isIncomplete(status)) throw notNow();
      readings.count(String(userId));
      await judgeClarity(side, picture);
      const card = side === 'front' && reader ? await readFront(reader, picture) : undefined;
      return store.tx(async (tx) => {
        const order = await lockOrder(tx, userId, orderNo);
        if (!isIncomplete(order.status)) throw notNow();
        return storePhoto(tx, secret, clock, { userId, orderId: order.id, side, bytes: picture, facts, card });
      });
    };

  const bindAccount = async (request: SectionRequest, caller: Caller): Promise<Order> => {
    const userId = await caller.signedIn();
    const { language } = caller;
    const orderNo = readText(request, 'orderNo', language);
    const values = readSection(request, 'bankAccount', clock.now(), await borrowers.mobileOf(userId), language);
    return bindPayoutAccount(deps, { userId, language }, orderNo, values);
  };

  return {
    saveBasicInfo: saves('personalInfo', 'basicInfo.saved'),
    saveBasicInfoMarket: saves('personalInfo', 'basicInfo.saved'),
    saveAdditionInfoMarket: saves('additionalInfo', 'addition.saved'),
    saveQuestionnaire: saves('loanQuestion', 'questionnaire.answered'),

    uploadIdFront: takes('front'),
    uploadIdBack: takes('back'),
    saveFaceImage: takes('face'),
    async finishUploadAllImg(request, caller) {
      const userId = await caller.signedIn();
      const orderNo = readText(request, 'orderNo', caller.language);
      // Nothing more to save: lending itself looks whether all three are there.
      return lending.advance(userId, orderNo, 'identity.photographed', () => Promise.resolve(), caller.language);
    },
    async readIdCard(request, caller) {
      const userId = await caller.signedIn();
      const { photos } = await lending.order(userId, readText(request, 'orderNo', caller.language), caller.language);
      if (!photos.front) throw new Refusal(CODE.photosMissing, 'lender.photosMissing');
      return { card: await readCardOf(store.db, userId) };
    },

    bindBankCard: bindAccount,
    async validateVerifyCode(request, caller) {
      const userId = await caller.signedIn();
      const { language } = caller;
      const registered = await borrowers.mobileOf(userId);
      const mobile = request.mobile === undefined ? registered : readMobile(request, language);
      await codes.check(mobile, payoutCodeHolder(userId, registered), readCode(request, language));
      return { valid: true };
    },
    // No list of branches exists that payments could use: PesaLink takes bank code and account number, and nothing else.
    async getBankBranch(request, caller) {
      readOption(request, 'bankCode', OFFERED_BANKS, caller.language);
      return { branches: [] };
    },
  };
}

const notNow = (): Refusal => new Refusal(CODE.orderRefused, 'lender.orderRefused');
