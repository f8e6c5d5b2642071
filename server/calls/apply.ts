/** The loans that may be applied for, and the steps of an application. Every step is saved and moves the order in one transaction. */
import type { SavedSection } from '#machines/model/application.ts';
import { FACE_TURNS } from '#machines/model/faceTurn.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Language } from '#machines/context.ts';
import { isIncomplete } from '#machines/model/orderStatus.ts';
import { typedPersonalInfo, savedSections, saveChange, type StoredSection } from '#server/apply/applicant.ts';
import { bindPayoutAccount, payoutCodeHolder } from '#server/apply/payoutAccount.ts';
import { freeId } from '#server/apply/idClaims.ts';
import { messageText } from '#server/wire/messageText.ts';
import { lockOrder } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Save, SavedStep } from '#server/apply/applicationSteps.ts';
import { judgeContent } from '#server/apply/photos/judgeContent.ts';
import { judgeClarity, judgePhoto, storePhoto } from '#server/apply/photos/photos.ts';
import { takeTurnedPhoto } from '#server/apply/photos/turnedPhoto.ts';
import type { CleanPicture } from '#server/pictures/cleanPicture.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import { checkIdentity } from '#server/apply/reader/cardReadings.ts';
import { banks } from '#src/market/lists/banks.ts';
import type { Order } from '#machines/model/order.ts';
import type { ApplyRequest, FacePhoto, PhotoRead, SectionSave } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import { readCode, readMobile, readOption, readOrder, readSection, readText, readWhole } from './readRequest.ts';

type ApplyCalls =
  | 'stepAmount'
  | 'productListMarket'
  | 'loanMarketIndex'
  | 'isRejectRecommendation'
  | 'getCreditInfo'
  | 'getUserInfo'
  | 'applyMarket'
  | 'applyMarketAgain'
  | 'requestReview'
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

/** @returns the version that the change is based on; null: the section was never saved; undefined: the request has no version. */
function readBase(request: { readonly basedOn?: unknown }, language: Language): Instant | null | undefined {
  const { basedOn } = request;
  return basedOn === undefined || basedOn === null ? basedOn : readWhole({ basedOn }, 'basedOn', language, 0);
}

export function applyCalls(deps: CallDeps): Handlers<ApplyCalls> {
  const { store, clock, lending, callerLimits, codes, secret, reader, readings, idTries, blocked } = deps;
  /** A first loan and a later one follow the same rules; only the ceiling differs, which `lending` computes. */
  const apply = async (request: Unchecked<ApplyRequest>, caller: Caller): Promise<Order> => {
    const { language } = caller;
    const loan = {
      productId: readText(request, 'productId', language),
      amount: readWhole(request, 'amount', language),
      termDays: readWhole(request, 'termDays', language),
    };
    const userId = await caller.signedIn();
    await blocked.refuse(store.db, await caller.mobile());
    return lending.open(userId, loan, language);
  };

  const sectionHandler =
    (section: StoredSection, event: SavedStep) =>
    async (request: SectionRequest, caller: Caller): Promise<Order> => {
      const [userId, orderNo] = await readOrder(request, caller);
      const values = readSection(request, section, clock.now(), await caller.mobile(), caller.language);
      const change = { section, values, basedOn: readBase(request, caller.language) };
      let saved: SavedSection | undefined;
      const save: Save = async (tx, { application }) => {
        const condition = section === 'personalInfo' ? freeId(tx, userId, values, reader !== null, clock.now()) : null;
        const { saved: stored, read } = await saveChange(tx, userId, change, clock.now(), { condition, after: application });
        saved = stored;
        return read;
      };
      const order = await lending.advance(userId, orderNo, event, save, caller.language).catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== CODE.idTaken) throw error;
        // Counted, because a caller could otherwise learn which ID numbers are in use by trying one after the other.
        await idTries.count(String(userId));
        const words = messageText(caller.language, error.key);
        throw new Refusal(error.code, error.key, {}, section === 'personalInfo' ? { fields: { nationalId: words } } : null);
      });
      return saved ? { ...order, saved } : order;
    };

  /** The picture of the request. Order, limit and clarity are checked first, because reading a picture takes seconds. */
  const clearPicture = async (userId: number, orderNo: string, side: StoredSide, caller: Caller): Promise<CleanPicture> => {
    const { status } = await lending.order(userId, orderNo, caller.language);
    if (!isIncomplete(status)) throw orderRefused();
    await readings.count(String(userId));
    const picture = await judgePhoto(caller.files[0]?.bytes);
    await judgeClarity(side, picture);
    return picture;
  };

  const photoHandler =
    (side: PhotoSide) =>
    async (request: Unchecked<{ orderNo: string }>, caller: Caller): Promise<PhotoRead> => {
      const [userId, orderNo] = await readOrder(request, caller);
      const picture = await clearPicture(userId, orderNo, side, caller);
      const content = reader && (await judgeContent({ reader, db: store.db, secret }, userId, side, picture));
      return store.tx(async (tx) => {
        const order = await lockOrder(tx, userId, orderNo);
        if (!isIncomplete(order.status)) throw orderRefused();
        return storePhoto(tx, secret, clock, { userId, orderId: order.id, side, picture, content });
      });
    };

  const facePhoto = photoHandler('face');
  /** The second photo of the face. The request names the turn that the borrower was asked for. */
  const turnedPhoto = async (request: Unchecked<FacePhoto>, caller: Caller): Promise<PhotoRead> => {
    const [userId, orderNo] = await readOrder(request, caller);
    const turn = readOption(request, 'turn', FACE_TURNS, caller.language);
    const picture = await clearPicture(userId, orderNo, 'turned', caller);
    return takeTurnedPhoto(deps, { userId, orderNo, turn, picture });
  };

  const bindAccount = async (request: SectionRequest, caller: Caller): Promise<Order> => {
    const userId = await caller.signedIn();
    const { language } = caller;
    const orderNo = readText(request, 'orderNo', language);
    const registered = await caller.mobile();
    const values = readSection(request, 'bankAccount', clock.now(), registered, language);
    await callerLimits.codeTry(caller, userId);
    return bindPayoutAccount(deps, { userId, registered, language }, orderNo, values);
  };

  return {
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
    isRejectRecommendation: async (_request, caller) => lending.rejectRecommendation(await caller.signedIn(), caller.language),
    getCreditInfo: async (_request, caller) => lending.creditInfo(await caller.signedIn()),

    async getUserInfo(_request, caller) {
      const userId = await caller.signedIn();
      const mobile = await caller.mobile();
      const saved = await savedSections(store.db, userId);
      const typed = saved.find(({ section }) => section === 'personalInfo')?.values;
      return {
        basicInfo: { userId: String(userId), mobile, firstName: typed?.['firstName'] || null, lastName: typed?.['lastName'] || null },
        sections: Object.fromEntries(saved.map(({ section, values }) => [section, values])),
        savedAt: Object.fromEntries(saved.map(({ section, savedAt }) => [section, savedAt])),
      };
    },

    applyMarket: apply,
    applyMarketAgain: apply,
    requestReview: async (request, caller) => lending.requestReview(...(await readOrder(request, caller)), caller.language),

    saveBasicInfo: sectionHandler('personalInfo', 'basicInfo.saved'),
    saveBasicInfoMarket: sectionHandler('personalInfo', 'basicInfo.saved'),
    saveAdditionInfoMarket: sectionHandler('additionalInfo', 'addition.saved'),
    saveQuestionnaire: sectionHandler('loanQuestion', 'questionnaire.answered'),

    uploadIdFront: photoHandler('front'),
    uploadIdBack: photoHandler('back'),
    saveFaceImage: (request, caller) => (request.turn === undefined ? facePhoto : turnedPhoto)(request, caller),
    async finishUploadAllImg(request, caller) {
      const [userId, orderNo] = await readOrder(request, caller);
      // The photos are stored already, and `advance` checks that all three exist.
      return lending.advance(userId, orderNo, 'identity.photographed', () => Promise.resolve(), caller.language);
    },
    async readIdCard(request, caller) {
      const [userId, orderNo] = await readOrder(request, caller);
      const { photos } = await lending.order(userId, orderNo, caller.language);
      if (!photos.front) throw new Refusal(CODE.photosMissing, 'lender.photosMissing');
      return checkIdentity(store.db, userId, await typedPersonalInfo(store.db, userId));
    },

    bindBankCard: bindAccount,
    async validateVerifyCode(request, caller) {
      const userId = await caller.signedIn();
      const { language } = caller;
      const registered = await caller.mobile();
      const mobile = request.mobile === undefined ? registered : readMobile(request, language);
      const code = readCode(request, language);
      await callerLimits.codeTry(caller, userId);
      await codes.check(mobile, payoutCodeHolder(userId, registered), code);
      return { valid: true };
    },
    // Payments need no branch: PesaLink takes only bank code and account number.
    async getBankBranch(request, caller) {
      readOption(request, 'bankCode', OFFERED_BANKS, caller.language);
      return { branches: [] };
    },
  };
}
