/** The chart's vocabulary: context, events, tags, meta, ports, guards, actions, delays. The regions use nothing else. */
import { assign, enqueueActions, setup } from 'xstate';
import {
  fromHome,
  withoutBorrower,
  type AwaitedCode,
  type JourneyContext,
  type NoticeKey,
  type Query,
  type Session,
  type StoredDevice,
} from './context.ts';
import type { JourneyEvent } from './events.ts';
import {
  hasAllAnswers,
  isAskedFor,
  mapUploading,
  nextPhoto,
  NO_PHOTOS,
  recallHeld,
  type ChangedLine,
  type PhotoSide,
  type PhotoState,
  type SavedSection,
  type SectionName,
  type Values,
} from './model/application.ts';
import { nairobiDate } from './model/calendar.ts';
import { MINUTE } from './model/calendar.ts';
import { endsSession, isOrderMoved, isOutcomeUnknown, LOCAL, toProblem, type Problem } from './model/codes.ts';
import { baseOf, draftsFor, rebased, withoutAnswers, withSaved, withSettled } from './model/drafts.ts';
import type { Agreement, HomeData, LoanRecord, Offer, Order, Payment, RepaymentDetail } from './model/order.ts';
import { isRepayable, isWaiting, screenOfStatus, STATUS, stepOf, type StatusScreen } from './model/orderStatus.ts';
import { paidMeanwhile } from './model/payment.ts';
import { toMsisdn } from './model/phone.ts';
import { isPrincipalAllowed, isRepaymentAllowed } from './model/terms.ts';
import { ports, type PickedContact } from './ports.ts';
import { isPublicRoute, ROUTES, type RouteName, type RoutePath } from './routes.ts';

/** After the minute between two codes: nobody reads an SMS for longer, and the code itself is too old by then. */
const CODE_AWAITED_FOR = 9 * MINUTE;

export interface JourneyMeta {
  route: RoutePath;
  /** Plain name of the place, for diagrams, inspector and document title. */
  title: string;
  /** The place takes no entry of its own in the history. */
  replace?: boolean;
}

/**
 * busy: an actor runs. overlay: the call must not repeat, so the screen is covered meanwhile.
 * stable: worth coming back to. ticking: shows a clock. form: the borrower is typing. sheet: a sheet
 * lies over the screen, so Android Back closes it.
 */
export type JourneyTag = 'busy' | 'overlay' | 'stable' | 'ticking' | 'form' | 'sheet';

/** What was read and done about one order. */
const FORGOTTEN = {
  changing: null,
  offer: null,
  agreement: null,
  agreed: false,
  repayment: null,
  repayRequest: null,
  payment: null,
} as const;

/** An order as the lender tells it now. What was done for another one is forgotten; photos the lender holds need not be taken again. */
const withOrder = (context: JourneyContext, order: Order | null) => {
  const isSame = order !== null && order.orderNo === context.order?.orderNo;
  const photos = isSame ? context.photos : NO_PHOTOS;
  return {
    order,
    drafts: draftsFor(context.drafts, context.draftsOf, order),
    draftsOf: order === null ? null : order.orderNo,
    photos: order === null ? photos : recallHeld(photos, order.photos),
    ...(isSame ? {} : { ...withoutAnswers(context), ...FORGOTTEN }),
  };
};

export const journeySetup = setup({
  types: {
    context: {} as JourneyContext,
    events: {} as JourneyEvent,
    meta: {} as JourneyMeta,
    tags: {} as JourneyTag,
  },
  actors: ports,
  guards: {
    hasSession: ({ context }) => context.session !== null,
    isSignedOut: ({ context }) => context.session === null,
    needsLogin: ({ context, event }) => event.type === 'xstate.route' && context.session === null && !isPublicRoute(event.to),
    isCurrentEpoch: ({ context }, p: { epoch: number }) => context.session !== null && p.epoch === context.epoch,
    /** A visitor has no session to end: the same code is then an ordinary refusal, or home would be asked for ever. */
    endsSession: ({ context }, p: { error: unknown }) => context.session !== null && endsSession(toProblem(p.error).code),
    isOrderMoved: (_, p: { error: unknown }) => isOrderMoved(toProblem(p.error).code),
    isOutcomeUnknown: (_, p: { error: unknown }) => isOutcomeUnknown(toProblem(p.error)),

    isOnline: (_, p: { online: boolean }) => p.online,

    isMobile: (_, p: { mobile: string }) => toMsisdn(p.mobile) !== null,
    isCode: (_, p: { code: string }) => /^\d{6}$/.test(p.code),
    /** A code that may still come is waited for again, unless a link asks for something else. */
    isCodeAwaited: ({ context: { awaitedCode, pendingRoute, session } }, p: { purpose: AwaitedCode['purpose']; now: number }) =>
      session === null &&
      awaitedCode?.purpose === p.purpose &&
      p.now - awaitedCode.codeAgainAt < CODE_AWAITED_FOR &&
      (pendingRoute === null || pendingRoute.to === '#login' || pendingRoute.to === '#register'),
    isRegistered: (_, p: { exists: boolean }) => p.exists,
    canRegister: (_, p: { mobile: string; acceptedTerms: boolean }) => toMsisdn(p.mobile) !== null && p.acceptedTerms,

    /** The application is open and has reached this step; earlier steps may be corrected. */
    canFill: ({ context }, p: { step: number }) =>
      context.session !== null && context.order !== null && stepOf(context.order.status) >= stepOf(p.step),
    canBindAccount: ({ context }) =>
      context.order !== null && (stepOf(context.order.status) >= stepOf(STATUS.bindCard) || context.order.status === STATUS.payFail),
    canRequestLoan: ({ context }) =>
      context.session !== null &&
      (context.order === null || screenOfStatus(context.order.status) === null) &&
      (!context.order?.rejection || nairobiDate(context.now ?? 0) >= context.order.rejection.reapplyOn),
    hasApplication: ({ context }) => context.order !== null && stepOf(context.order.status) >= 0,
    isAmountOffered: ({ context }, p: { amount: number; termDays: number }) =>
      context.product !== null &&
      isPrincipalAllowed(context.product, p.amount, context.limit) &&
      context.product.termDays.indexOf(p.termDays) >= 0,
    /** Nothing is left to fill in: what was given is looked at once more before it is sent. */
    hasReview: ({ context }) => context.order?.status === STATUS.question && hasAllAnswers(context.drafts.loanQuestion?.values),
    lacksAnswers: ({ context }) => !hasAllAnswers(context.drafts.loanQuestion?.values),
    isChangeOf: (_, p: { asked: ChangedLine['section']; section: ChangedLine['section'] }) => p.asked === p.section,
    isAskedFor: ({ context }, p: { section: SectionName }) => context.session !== null && isAskedFor(p.section, context.order),
    isSavedElsewhere: (_, p: { error: unknown }) => toProblem(p.error).newer !== undefined,
    hasRefusedFields: (_, p: { error: unknown }) => toProblem(p.error).fields !== undefined,
    hasAllPhotos: ({ context }) => nextPhoto(context.photos) === null,

    orderIs: ({ context }, p: { status: number }) => context.order?.status === p.status,
    statusLeadsTo: ({ context }, p: { screen: StatusScreen }) =>
      context.order !== null && screenOfStatus(context.order.status) === p.screen,
    isOrderWaiting: ({ context: { order } }) => order !== null && (isWaiting(order.status) || !!order.openPayment),
    hasOffer: ({ context }) => context.order?.status === STATUS.confirm || context.order?.status === STATUS.getMoney,
    wasAssessed: ({ context }) => context.order !== null && context.order.submittedAt !== null,
    hasContract: ({ context }) => context.order !== null && (context.order.balance !== null || context.order.offer !== null),
    hasAgreed: ({ context }) => context.agreed,
    canRepay: ({ context }) => context.order !== null && (isRepayable(context.order.status) || context.order.status === STATUS.payFail),
    isRepaymentAllowed: ({ context }, p: { amount: number }) =>
      context.repayment !== null &&
      isRepaymentAllowed(p.amount, context.repayment.balance.left, context.repayment.balance.settleToday, context.repayment.rule),
    paysByPaybill: ({ context }) => context.repayRequest?.channel === 'paybill',
    hasOpenPayment: ({ context }) =>
      context.order !== null && context.payment !== null && (context.payment.state === 'sent' || context.payment.state === 'unknown'),
    hasPaidMeanwhile: ({ context }, p: { repayment: RepaymentDetail }) =>
      paidMeanwhile(context.repayment, p.repayment, context.repayRequest?.amount ?? 0) !== null,
    paymentIs: ({ context }, p: { state: Payment['state'] }) => context.payment?.state === p.state,
    hasPicked: (_, p: { contact: object | null }) => p.contact !== null,
  },
  actions: {
    restore: assign((_, p: { device: StoredDevice }) => ({
      session: p.device.session,
      language: p.device.language,
      drafts: p.device.drafts,
      draftsOf: p.device.draftsOf ?? null,
      awaitedCode: p.device.awaitedCode ?? null,
      lostSession: p.device.session === null && p.device.lostSession === true,
    })),
    /** What the phone kept is followed only where no link asked for something else. */
    resumeLater: assign(({ context }, p: { device: StoredDevice }) => ({
      pendingRoute: context.pendingRoute ?? (p.device.resume && p.device.session ? { to: p.device.resume, query: {} } : null),
    })),
    openSession: assign(({ context }, p: { session: Session }) => ({ session: p.session, epoch: context.epoch + 1, lostSession: false })),
    setLostSession: assign((_, p: { lost: boolean }) => ({ lostSession: p.lost })),
    forgetBorrower: assign(({ context }) => withoutBorrower(context)),
    setLanguage: assign((_, p: { language: JourneyContext['language'] }) => ({ language: p.language })),
    setOnline: assign((_, p: { online: boolean }) => ({ online: p.online })),
    setNow: assign((_, p: { now: number }) => ({ now: p.now })),
    setMobile: assign((_, p: { mobile: string }) => ({ mobile: p.mobile })),
    setCodeAgainAt: assign((_, p: { againAt: number }) => ({ codeAgainAt: p.againAt })),

    awaitCodeAgain: assign(({ context: { awaitedCode, ...context } }) => ({
      mobile: awaitedCode?.mobile ?? context.mobile,
      codeAgainAt: awaitedCode?.codeAgainAt ?? null,
      pendingRoute: awaitedCode?.pendingRoute ?? null,
    })),
    forgetAwaitedCode: assign({ awaitedCode: null }),

    setHome: assign(({ context }, p: { home: HomeData }) => {
      const told = { ...fromHome(p.home), ...withOrder(context, p.home.order) };
      return { ...told, ...withSaved({ ...context, ...told }, p.home.saved ?? []) };
    }),
    setOrder: assign(({ context }, p: { order: Order }) => {
      const { saved, ...order } = p.order;
      const settled = saved ? withSettled(context, saved) : {};
      return { ...settled, ...withOrder({ ...context, ...settled }, order) };
    }),
    setRecords: assign((_, p: { records: LoanRecord[] }) => ({ records: p.records })),

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

    setOffer: assign((_, p: { offer: Offer }) => ({ offer: p.offer, agreed: false })),
    setAgreement: assign((_, p: { agreement: Agreement }) => ({ agreement: p.agreement })),
    setAgreed: assign((_, p: { agreed: boolean }) => ({ agreed: p.agreed })),

    setRepayment: assign((_, p: { repayment: RepaymentDetail }) => ({ repayment: p.repayment, payment: p.repayment.openPayment })),
    setRepayRequest: assign((_, p: { request: NonNullable<JourneyContext['repayRequest']> }) => ({
      repayRequest: p.request,
      payment: null,
    })),
    setPayment: assign((_, p: { payment: Payment }) => ({ payment: p.payment })),
    /** The paybill needs only the amount; a prompt that failed is no longer spoken of. */
    payByPaybill: assign(({ context: { payment, repayRequest } }) => ({
      payment: null,
      repayRequest: {
        amount: payment?.amount ?? repayRequest?.amount ?? 0,
        channel: 'paybill' as const,
        requestId: repayRequest?.requestId ?? '',
      },
    })),
    /** The receipt of what arrived while no answer came, from the lender's statement. */
    setPaidMeanwhile: assign(({ context }, p: { repayment: RepaymentDetail }) => ({
      payment: paidMeanwhile(context.repayment, p.repayment, context.repayRequest?.amount ?? 0),
      repayment: p.repayment,
    })),
    forgetPayment: assign({ payment: null, repayRequest: null }),

    setProblem: assign((_, p: { error: unknown }) => ({ problem: toProblem(p.error) })),
    setLocalProblem: assign((_, p: { problem: keyof typeof LOCAL }) => ({ problem: { code: LOCAL[p.problem], message: '' } })),
    clearProblem: assign({ problem: null }),
    notify: assign((_, p: { key: NoticeKey; message?: string }) => ({ notice: { key: p.key, message: p.message ?? '' } })),
    clearNotice: assign({ notice: null }),

    rememberRoute: assign(({ context, event }) =>
      event.type === 'xstate.route' ? { pendingRoute: { to: event.to, query: event.query ?? {} } } : { pendingRoute: context.pendingRoute },
    ),
    /** A screen asked for by a button, to be opened after login. */
    /** A loan was asked for before signing in. */
    rememberApplying: assign({ pendingRoute: { to: '#toBorrow' as const, query: {}, wish: 'apply' as const } }),
    rememberPlace: assign((_, p: { to: RouteName }) => ({ pendingRoute: { to: `#${p.to}` as const, query: {} } })),
    rememberQuery: assign(({ event }) => ({ query: event.type === 'xstate.route' ? (event.query ?? {}) : ({} as Query) })),
    /** The borrower went another way. */
    forgetRoute: assign({ pendingRoute: null }),
    resumeRoute: enqueueActions(({ context, enqueue }) => {
      const pending = context.pendingRoute;
      if (!pending) return;
      enqueue.assign({ pendingRoute: null });
      // Home knows whether an application is open to go on with.
      enqueue.raise(
        pending.wish === 'apply' ? { type: 'application.opened' } : { type: 'xstate.route', to: pending.to, query: pending.query },
      );
    }),
  },
  delays: {
    /** Between two looks at an order that the lender or the rail is working on. */
    POLL: 5_000,
    /** Between two looks at a payment whose prompt is open. */
    PAYMENT_POLL: 3_000,
  },
});

type JourneyStateConfig = Parameters<typeof journeySetup.createStateConfig>[0];

/**
 * `createStateConfig` with a `const` type parameter: ids stay literal, so routes and `getMeta` stay
 * typed, and a misspelt key at the top is an error.
 */
export const region = <const T extends JourneyStateConfig>(config: T & { [K in Exclude<keyof T, keyof JourneyStateConfig>]: never }): T =>
  config;

type Failed = { event: { error: unknown } };
export const error = ({ event }: Failed) => ({ error: event.error });

/** A session code ends the session, whatever was being done. */
export const onSessionLost = {
  guard: { type: 'endsSession', params: error },
  target: '#sessionEnded',
  actions: { type: 'setProblem', params: error },
} as const;

/** The order is not what this phone takes it for: the lender's words are shown, and home as it really is. */
export const onOrderMoved = {
  guard: { type: 'isOrderMoved', params: error },
  target: '#syncing',
  actions: [
    'forgetPayment',
    { type: 'notify', params: ({ event }: Failed) => ({ key: 'orderMoved' as const, message: toProblem(event.error).message }) },
  ],
} as const;

/** Tail of every invoke: a session code ends the session, anything else leads to `target` with the problem in context. */
export const onApiError = <const T extends string>(target: T) =>
  [onSessionLost, { target, actions: { type: 'setProblem', params: error } }] as const;

/** The same for a call about the order. */
export const onOrderError = <const T extends string>(target: T) =>
  [onSessionLost, onOrderMoved, { target, actions: { type: 'setProblem', params: error } }] as const;

/** The same for a call that moves money: when no answer came, the lender is asked before anything is said. */
export const onMoneyError = <const T extends string, const U extends string>(unknown: U, refused: T) =>
  [
    onSessionLost,
    onOrderMoved,
    { guard: { type: 'isOutcomeUnknown', params: error }, target: unknown, actions: { type: 'setProblem', params: error } },
    { target: refused, actions: { type: 'setProblem', params: error } },
  ] as const;

/** While a call that must not repeat is under way, nothing leads away from it. */
export const heldInPlace = { 'xstate.route': {}, 'back.requested': {}, 'application.sentElsewhere': {} } as const;

export const meta = <const N extends RouteName>(name: N, title: string, options: Pick<JourneyMeta, 'replace'> = {}) =>
  ({ route: ROUTES[name], title, ...options }) as const;

export const output = <T>({ event }: { event: { output: T } }): T => event.output;
