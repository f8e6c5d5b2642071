/** What the chart asks of the lender, call by call. Each saving call answers the order as it then stands. */
import type { Captcha, Country, Session, Support } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { SavedSection, SectionName } from '#machines/model/application.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { MarketProduct, Offer, Order, Recommendation, Records, OtherChannel } from '#machines/model/order.ts';
import type { Proof } from '#machines/model/proof.ts';
import type { RolloverDetail } from '#machines/model/rollover.ts';
import type { Api } from '#src/api/client.ts';
import type { CallName, RequestOf, ResponseOf } from '#src/api/contract.ts';
import type { ApplyRequest, CaptchaAnswer, CodePurpose, SessionGrant } from '#src/api/payloads.ts';
import type { DeviceStorage } from '../storage.ts';
import { clientOf } from './client.ts';
import { importOrReload } from '../importOrReload.ts';
import { port } from './port.ts';

export interface LenderDeps {
  /** The client's chunk; rejects when it could not be fetched. */
  api: () => Promise<Api>;
  now: () => Instant;
  storage: DeviceStorage;
  /** Bytes of a photo; undefined when the web view was closed since. */
  photo: (handle: string) => Blob | undefined;
  /** The journey these ports serve: it is told how far a photo is. */
  journey: () => { send: (event: JourneyEvent) => void };
}

type SignIn = { mobile: string; code: string };

const problem = (code: number): Problem => ({ code, message: '' });

const PHOTO_CALLS = { front: 'uploadIdFront', back: 'uploadIdBack', face: 'saveFaceImage' } as const satisfies Record<PhotoSide, CallName>;

const CHANNEL_CALLS = {
  mangoCash: 'mangoCashRepayLink',
  oxxo: 'getOxxoReference',
  stp: 'getStpClabe',
  payValida: 'payValidaRepayLink',
} as const satisfies Record<OtherChannel, CallName>;

export function lenderPorts({ api, now, storage, photo, journey }: LenderDeps) {
  const client = clientOf(api);

  /** A port that is one reading call; it is given up with the state that asked. */
  const reads = <N extends CallName>(name: N) =>
    port<ResponseOf<N>, RequestOf<N>>(async ({ input, signal }) => (await client()).call(name, input, { signal }));

  /** A port that is one changing call; once sent it is never called back. */
  const changes = <N extends CallName>(name: N) =>
    port<ResponseOf<N>, RequestOf<N>>(async ({ input }) => (await client()).call(name, input));

  const open = (grant: SessionGrant): Session => {
    const session: Session = { token: grant.token, userId: grant.userId, mobile: grant.mobile };
    storage.keepSession(session, 'app');
    return session;
  };

  async function firstPages(pages: number, signal: AbortSignal): Promise<Records> {
    const lender = await client();
    const records: Records = { rows: [], pages: 0, more: true };
    while (records.more && records.pages < pages) {
      const { rows, more } = await lender.call('orderList', { page: ++records.pages }, { signal });
      records.rows.push(...rows);
      records.more = more;
    }
    return records;
  }

  return {
    findMobile: reads('existsByMobile'),
    requestCode: port<{ againAt: Instant }, { mobile: string; purpose: CodePurpose; captcha?: CaptchaAnswer | null }>(async ({ input }) => {
      const { resendAfter } = await (await client()).call('getVerifyCode', input);
      return { againAt: now() + resendAfter };
    }),
    askCaptcha: port<{ captcha: Captcha | null }, { mobile: string }>(async ({ input, signal }) => {
      const { captcha } = await (await client()).call('isRequiredVerificationCode', input, { signal });
      return { captcha };
    }),
    logIn: port<Session, SignIn>(async ({ input }) => open(await (await client()).call('login', input))),
    registerBorrower: port<Session, SignIn & { channelId?: string | null }>(async ({ input }) =>
      open(await (await client()).call('register', { ...input, acceptedTerms: true })),
    ),

    loadCountry: port<Country, { code: string | null }>(async ({ input: { code }, signal }) => {
      const lender = await client();
      return code === null ? lender.call('countryByIp', {}, { signal }) : lender.call('countryByCode', { code }, { signal });
    }),
    loadSupport: port<Support, void>(async ({ signal }) => (await client()).call('customerService', {}, { signal })),
    loadDownload: port<{ address: string | null }, void>(async ({ signal }) => (await client()).call('appDownloadAddress', {}, { signal })),
    loadVacancies: port<{ vacancies: number | null }, { channelId: string }>(async ({ input, signal }) => {
      const { vacancies } = await (await client()).call('productList', input, { signal });
      return { vacancies };
    }),

    loadRecords: port<Records, { pages: number }>(({ input, signal }) => firstPages(input.pages, signal)),
    loadStatement: reads('lendingRecord'),
    loadMarket: port<{ products: MarketProduct[] }, void>(async ({ signal }) => (await client()).call('productListMarket', {}, { signal })),
    loadRecommendation: port<Recommendation, void>(async ({ signal }) => (await client()).call('isRejectRecommendation', {}, { signal })),
    requestReview: changes('requestReview'),
    loadSaved: port<readonly SavedSection[], void>(async ({ signal }) => {
      const { basicInfo, sections, savedAt } = await (await client()).call('getUserInfo', {}, { signal });
      storage.keepUserInfo(basicInfo);
      return (Object.keys(sections) as SectionName[]).map((section) => ({
        section,
        values: sections[section] ?? {},
        savedAt: savedAt[section] ?? 0,
      }));
    }),

    startApplication: port<Order, ApplyRequest & { again: boolean }>(async ({ input: { again, ...wish } }) =>
      (await client()).call(again ? 'applyMarketAgain' : 'applyMarket', wish),
    ),
    savePersonalInfo: changes('saveBasicInfoMarket'),
    saveAdditionalInfo: changes('saveAdditionInfoMarket'),
    uploadPhoto: port<void, { orderNo: string; side: PhotoSide; handle: string }>(async ({ input: { orderNo, side, handle } }) => {
      const file = photo(handle);
      if (!file) throw problem(LOCAL.photoUnreadable);
      const { shrinkPhoto } = await importOrReload(import('#src/forms/shrinkPhoto.ts'));
      const files = { file: await shrinkPhoto(file) };
      const onProgress = (sent: number, total: number) => journey().send({ type: 'upload.progressed', sent, total });
      await (await client()).call(PHOTO_CALLS[side], { orderNo }, { files, onProgress });
    }),
    finishPhotos: changes('finishUploadAllImg'),
    bindAccount: changes('bindBankCard'),
    saveQuestionnaire: changes('saveQuestionnaire'),

    loadOffer: reads('confirmProductInfo'),
    loadAgreement: reads('loanAgreement'),
    /** Consent names what was shown: the lender refuses when its own terms differ. */
    drawLoan: port<Order, { offer: Offer }>(async ({ input: { offer } }) =>
      (await client()).call('getMoney', {
        orderNo: offer.orderNo,
        agreementVersion: offer.agreementVersion,
        sent: offer.terms.sent,
        owed: offer.terms.owed,
        amount: offer.terms.principal,
        termDays: offer.terms.termDays,
      }),
    ),
    declineOffer: changes('cancelDrawMoney'),

    loadRepayment: reads('repayOrderDetail'),
    requestPayment: changes('mpesaRepayLink'),
    loadPayment: reads('portalRepaymentDetail'),
    verifyPayment: changes('portalRepaymentConfirm'),
    openAccount: changes('dedicatedAccountCreate'),
    askChannel: port<null, { orderNo: string; channel: OtherChannel }>(async ({ input: { orderNo, channel } }) =>
      (await client()).call(CHANNEL_CALLS[channel], { orderNo }),
    ),
    loadRollover: reads('getExtensionData'),
    chooseRollover: port<RolloverDetail, { orderNo: string; days: number }>(async ({ input }) => {
      const lender = await client();
      await lender.call('dedicatedAccountCreate', input);
      return lender.call('getExtensionData', { orderNo: input.orderNo });
    }),
    confirmRollover: changes('confirmExtensionOrder'),
    withdrawRollover: changes('updateExtensionOrderStatus'),
    loadProofs: port<readonly Proof[], { orderNo: string }>(
      async ({ input, signal }) => (await (await client()).call('voucherList', input, { signal })).proofs,
    ),
    uploadProofPicture: port<{ handle: string; picture: string }, { orderNo: string; handle: string }>(
      async ({ input: { orderNo, handle } }) => {
        const file = photo(handle);
        if (!file) throw problem(LOCAL.photoUnreadable);
        const { shrinkPhoto } = await importOrReload(import('#src/forms/shrinkPhoto.ts'));
        return { handle, ...(await (await client()).call('uploadVoucher', { orderNo }, { files: { file: await shrinkPhoto(file) } })) };
      },
    ),
    sendProof: changes('saveVoucher'),
    authoriseCard: changes('addBankCard'),
  };
}
