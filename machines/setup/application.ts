/** Filling in the application: drafts, sections, photos, review. */
import type { JourneyContext } from '../context.ts';
import { type ChangedLine, hasAllAnswers, isAskedFor, type SavedSection, type SectionName, type Values } from '../model/application.ts';
import type { FaceTurn } from '../model/faceTurn.ts';
import { askedTurn, failed, nextPhoto, type PhotoSide, type PhotoState, refused, settled } from '../model/idPhotos.ts';
import type { Camera, OpenedCamera } from '../model/camera.ts';
import { type Problem, toProblem } from '../model/codes.ts';
import { agreedKinds, type Collection, type DataKind, lastConsent, nextConsent } from '../model/collection.ts';
import { baseOf, rebased, withSaved, withSettled } from '../model/drafts.ts';
import { STATUS, stepOf } from '../model/orderStatus.ts';
import type { Instant } from '../model/calendar.ts';
import { toMsisdn } from '../model/phoneNumber.ts';
import type { PickedContact } from '../ports/apply.ts';
import { collectionOf, orderOf, required, walletOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

/** `collection`: the data that the lender requests from the phone. */
type CollectionParams = { collection: Collection | null };

const withCollection = (context: JourneyContext, collection: Collection | null) => ({ order: { ...orderOf(context), collection } });

export const application = part({
  guards: {
    /** The application is open and has reached this step; earlier steps may be corrected. */
    canFill: ({ context }, p: { step: number }) =>
      context.session !== null && context.order !== null && stepOf(context.order.status) >= stepOf(p.step),
    isOtherWallet: ({ context }, p: { mobile: string }) => {
      const mobile = toMsisdn(p.mobile);
      return mobile !== null && mobile !== context.session?.mobile;
    },
    canBindAccount: ({ context }) =>
      context.order !== null && (stepOf(context.order.status) >= stepOf(STATUS.bindCard) || context.order.status === STATUS.payFail),
    /** Every answer is given, so the borrower reviews the application before sending it. */
    hasReview: ({ context }) => context.order?.status === STATUS.question && hasAllAnswers(context.drafts.loanQuestion?.values),
    areAnswersMissing: ({ context }) => !hasAllAnswers(context.drafts.loanQuestion?.values),
    isChangeOf: (_, p: { asked: ChangedLine['section']; section: ChangedLine['section'] }) => p.asked === p.section,
    isAskedFor: ({ context }, p: { section: SectionName }) => context.session !== null && isAskedFor(p.section, context.order),
    isSavedElsewhere: (_, p: { error: unknown }) => toProblem(p.error).newer !== undefined,
    hasRefusedFields: (_, p: { error: unknown }) => toProblem(p.error).fields !== undefined,
    hasAllPhotos: ({ context }) => nextPhoto(context.photos) === null,
    /** The lender has accepted a photo of the face, and asks for one with the head turned. */
    isTurnAsked: (_, p: { turn: FaceTurn | null }) => p.turn !== null,
    isAskedTurn: ({ context }, p: { turn: FaceTurn }) => askedTurn(context.photos) === p.turn,
    isFrontMissing: ({ context }) => context.photos.front.is !== 'clear',
    isCameraOpen: (_, p: OpenedCamera) => 'handle' in p,
    hasPicked: (_, p: { contact: object | null }) => p.contact !== null,
    /** The lender requests a kind of data that the borrower has neither allowed nor refused. */
    isConsentNeeded: (_, p: CollectionParams) => !!p.collection && nextConsent(p.collection) !== null,
    hasOrder: ({ context }) => context.order !== null,
    hasEachConsent: ({ context }) => nextConsent(collectionOf(context)) === null,
    hasAnyConsent: ({ context }) => lastConsent(collectionOf(context)) !== null,
    /** The borrower agreed to at least one requested kind of data, and none was collected yet. */
    canCollect: (_, p: CollectionParams) => !!p.collection && p.collection.status === null && agreedKinds(p.collection).length > 0,
  },
  actions: {
    keepDraft: assign(({ context }, p: { section: SectionName; values: Values }) => ({
      drafts: { ...context.drafts, [p.section]: { values: p.values, savedAt: context.now, basedOn: baseOf(context, p.section) } },
      elsewhere: { ...context.elsewhere, [p.section]: [] },
    })),
    /** Takes the drafts that another tab saved. Text that is typed here and not saved yet stays on the screen. */
    takeDrafts: assign(({ context }, p: Pick<JourneyContext, 'drafts'> & { changed: JourneyContext['elsewhere'] }) => ({
      drafts: p.drafts,
      elsewhere: { ...context.elsewhere, ...p.changed },
    })),
    /** The lender holds the sent values, so the drafts are deleted. */
    dropDrafts: assign({ drafts: {}, elsewhere: {} }),
    setSaved: assign(({ context }, p: { saved: readonly SavedSection[] }) => withSaved(context, p.saved)),
    /** Replaces the draft by the lender's newer version. */
    takeNewer: assignAnswer(({ context }) =>
      context.problem?.newer ? { ...withSettled(context, context.problem.newer), elsewhere: {} } : {},
    ),
    /** Bases the draft on the lender's newer version, so that saving replaces that version. */
    rebaseDraft: assignAnswer(({ context }) => (context.problem?.newer ? rebased(context, context.problem.newer) : {})),
    setChanging: assign((_, p: { line: ChangedLine | null }) => ({ changing: p.line })),
    nameWallet: assign(({ context }, p: { mobile: string }) => {
      const mobile = required('mobile', toMsisdn(p.mobile));
      const { wallet } = context.payoutCodes;
      return { payoutCodes: { ...context.payoutCodes, wallet: wallet?.mobile === mobile ? wallet : { mobile, againAt: null } } };
    }),
    setOwnCodeAgainAt: assignAnswer(({ context }, p: { againAt: Instant }) => ({
      payoutCodes: { ...context.payoutCodes, ownAgainAt: p.againAt },
    })),
    setWalletCodeAgainAt: assignAnswer(({ context }, p: { againAt: Instant }) => ({
      payoutCodes: { ...context.payoutCodes, wallet: { ...walletOf(context), againAt: p.againAt } },
    })),
    openPicker: assign((_, p: { field: string }) => ({ picker: { field: p.field } })),
    closePicker: assign({ picker: null }),
    setPhoto: assign(({ context }, p: { side: PhotoSide; photo: PhotoState }) => ({ photos: { ...context.photos, [p.side]: p.photo } })),
    /** The page refused a file without sending it. */
    refusePhoto: assign(({ context }, p: { side: PhotoSide; problem: Problem }) => ({
      photos: { ...context.photos, [p.side]: refused(context.photos[p.side], p.problem) },
    })),
    /** The running upload has finished. */
    settlePhoto: assign(({ context }, p: { turn: FaceTurn | null }) => ({ photos: settled(context.photos, p.turn) })),
    failPhoto: assign(({ context }, p: { problem: Problem }) => ({ photos: failed(context.photos, p.problem) })),
    setCamera: assign((_, p: { camera: Camera }) => ({ camera: p.camera })),
    showCamera: assign(({ context: { camera } }, p: OpenedCamera) =>
      'handle' in p && 'side' in camera ? { camera: { is: 'open' as const, side: camera.side, handle: p.handle } } : {},
    ),
    failCamera: assign((_, p: OpenedCamera) => ('obstacle' in p ? { camera: { is: 'failed' as const, obstacle: p.obstacle } } : {})),
    setCollection: assignAnswer(({ context }, p: CollectionParams) => withCollection(context, p.collection)),
    setConsent: assign(({ context }, p: { kind: DataKind; agreed: boolean | null }) => {
      const collection = collectionOf(context);
      return withCollection(context, { ...collection, consents: { ...collection.consents, [p.kind]: p.agreed } });
    }),
    /** A contact picked from the phone book goes into the draft like any typed value. */
    fillContact: assign(({ context }, p: PickedContact) => {
      if (!p.contact) return {};
      const draft = context.drafts.additionalInfo?.values ?? context.saved.additionalInfo ?? {};
      const values = {
        ...draft,
        [`emergencyContactName${p.index}`]: p.contact.name,
        [`emergencyContactMobile${p.index}`]: p.contact.phone,
      };
      return {
        drafts: { ...context.drafts, additionalInfo: { values, savedAt: context.now, basedOn: baseOf(context, 'additionalInfo') } },
        elsewhere: { ...context.elsewhere, additionalInfo: [] },
      };
    }),
  },
});
