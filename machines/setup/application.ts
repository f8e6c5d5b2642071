/** Filling in the application: drafts, sections, photos, review. */
import { assign } from 'xstate';
import type { JourneyContext } from '../context.ts';
import { type ChangedLine, hasAllAnswers, isAskedFor, type SavedSection, type SectionName, type Values } from '../model/application.ts';
import { mapUploading, nextPhoto, type PhotoSide, type PhotoState } from '../model/idPhotos.ts';
import { type Problem, toProblem } from '../model/codes.ts';
import { agreedKinds, type Collection, type DataKind, lastConsent, nextConsent } from '../model/collection.ts';
import { baseOf, rebased, withSaved, withSettled } from '../model/drafts.ts';
import { STATUS, stepOf } from '../model/orderStatus.ts';
import type { PickedContact } from '../ports.ts';
import { order } from './order.ts';

/** What the phone may share, as the lender tells it. */
type Told = { collection: Collection | null };

const withCollection = ({ order: of }: JourneyContext, collection: Collection | null) => ({ order: of && { ...of, collection } });

export const application = order.extend({
  guards: {
    /** The application is open and has reached this step; earlier steps may be corrected. */
    canFill: ({ context }, p: { step: number }) =>
      context.session !== null && context.order !== null && stepOf(context.order.status) >= stepOf(p.step),
    canBindAccount: ({ context }) =>
      context.order !== null && (stepOf(context.order.status) >= stepOf(STATUS.bindCard) || context.order.status === STATUS.payFail),
    /** Nothing is left to fill in: what was given is looked at once more before it is sent. */
    hasReview: ({ context }) => context.order?.status === STATUS.question && hasAllAnswers(context.drafts.loanQuestion?.values),
    lacksAnswers: ({ context }) => !hasAllAnswers(context.drafts.loanQuestion?.values),
    isChangeOf: (_, p: { asked: ChangedLine['section']; section: ChangedLine['section'] }) => p.asked === p.section,
    isAskedFor: ({ context }, p: { section: SectionName }) => context.session !== null && isAskedFor(p.section, context.order),
    isSavedElsewhere: (_, p: { error: unknown }) => toProblem(p.error).newer !== undefined,
    hasRefusedFields: (_, p: { error: unknown }) => toProblem(p.error).fields !== undefined,
    hasAllPhotos: ({ context }) => nextPhoto(context.photos) === null,
    hasPicked: (_, p: { contact: object | null }) => p.contact !== null,
    /** The lender asks for something of the phone that the borrower has said nothing about yet. */
    asksConsent: (_, p: Told) => !!p.collection && nextConsent(p.collection) !== null,
    hasOrder: ({ context }) => context.order !== null,
    hasEachConsent: ({ context }) => !context.order?.collection || nextConsent(context.order.collection) === null,
    hasAnyConsent: ({ context }) => !!context.order?.collection && lastConsent(context.order.collection) !== null,
    /** Both said yes to something, and nothing was collected yet. */
    canCollect: (_, p: Told) => !!p.collection && p.collection.status === null && agreedKinds(p.collection).length > 0,
  },
  actions: {
    keepDraft: assign(({ context }, p: { section: SectionName; values: Values }) => ({
      drafts: { ...context.drafts, [p.section]: { values: p.values, savedAt: context.now ?? 0, basedOn: baseOf(context, p.section) } },
      elsewhere: { ...context.elsewhere, [p.section]: [] },
    })),
    /** Another window wrote last, field by field: what is being typed here and not kept yet stays on the screen. */
    takeDrafts: assign(({ context }, p: Pick<JourneyContext, 'drafts'> & { changed: JourneyContext['elsewhere'] }) => ({
      drafts: p.drafts,
      elsewhere: { ...context.elsewhere, ...p.changed },
    })),
    /** Sent: the lender holds it now, so the phone need not. */
    dropDrafts: assign({ drafts: {}, elsewhere: {} }),
    setSaved: assign(({ context }, p: { saved: readonly SavedSection[] }) => withSaved(context, p.saved)),
    /** The lender's newer version instead of the draft. */
    takeNewer: assign(({ context }) => (context.problem?.newer ? { ...withSettled(context, context.problem.newer), elsewhere: {} } : {})),
    /** The draft is to replace the lender's newer version, knowingly. */
    rebaseDraft: assign(({ context }) => (context.problem?.newer ? rebased(context, context.problem.newer) : {})),
    setChanging: assign((_, p: { line: ChangedLine | null }) => ({ changing: p.line })),
    openPicker: assign((_, p: { field: string }) => ({ picker: { field: p.field } })),
    closePicker: assign({ picker: null }),
    setPhoto: assign(({ context }, p: { side: PhotoSide; photo: PhotoState }) => ({ photos: { ...context.photos, [p.side]: p.photo } })),
    /** The photo on its way has arrived. */
    settlePhoto: assign(({ context }) => ({ photos: mapUploading(context.photos, (handle) => ({ is: 'clear', handle })) })),
    failPhoto: assign(({ context }, p: { problem: Problem }) => ({
      photos: mapUploading(context.photos, (handle) => ({ is: 'failed', handle, problem: p.problem })),
    })),
    setCollection: assign(({ context }, p: Told) => withCollection(context, p.collection)),
    setConsent: assign(({ context }, p: { kind: DataKind | null; agreed: boolean | null }) => {
      const collection = context.order?.collection;
      return collection && p.kind
        ? withCollection(context, { ...collection, consents: { ...collection.consents, [p.kind]: p.agreed } })
        : {};
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
        drafts: { ...context.drafts, additionalInfo: { values, savedAt: context.now ?? 0, basedOn: baseOf(context, 'additionalInfo') } },
        elsewhere: { ...context.elsewhere, additionalInfo: [] },
      };
    }),
  },
});
