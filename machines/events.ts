/** Every event that reaches the chart from outside: from the borrower, the phone or the app. Names are dotted, in the past tense. */
import type { Appearance, Query, Language, Session } from './model/device.ts';
import type { ChangedLine, Drafts, SectionName, Values } from './model/application.ts';
import type { FaceTurn } from './model/faceTurn.ts';
import type { PhotoSide } from './model/idPhotos.ts';
import type { Correction, NewMessage, Reply } from './model/feedback.ts';
import type { Instant } from './model/calendar.ts';
import type { Problem } from './model/codes.ts';
import type { DataKind } from './model/collection.ts';
import type { Cents } from './model/money.ts';
import type { OtherChannel, PaymentChannel } from './model/order.ts';
import type { RouteTarget } from './routes.ts';

/** A navigation request: a link, a typed path, Back or Forward. Guards accept or refuse it. `from`: the place whose link was pressed. */
export type RouteEvent = { type: 'xstate.route'; to: RouteTarget; query?: Query; from?: RouteTarget };

/** From the phone or the app around the chart. */
export type HostEvent =
  | { type: 'clock.ticked'; now: Instant }
  | { type: 'network.changed'; online: boolean }
  /**
   * A call that the chart did not make was answered with a session code. `isElsewhere`: another tab of this phone ended the session,
   * as the borrower wanted or because the lender had ended it, and has stored which.
   */
  | { type: 'session.lost'; epoch: number; problem: Problem; isElsewhere?: true }
  /** The shell reported its session unasked: late, or on the return to the app. */
  | { type: 'shellSession.found'; session: Session }
  | { type: 'draft.notKept' }
  /** Another tab of this phone stored drafts. `changed` names the fields that differ from those of this tab. */
  | { type: 'draft.changedElsewhere'; drafts: Drafts; changed: Readonly<Partial<Record<SectionName, readonly string[]>>> }
  /** Another tab of this phone sent the application: the drafts are gone. */
  | { type: 'application.sentElsewhere' };

export type EverywhereEvent =
  | { type: 'draft.saved'; section: SectionName; values: Values }
  | { type: 'notice.dismissed' }
  | { type: 'copy.finished'; ok: boolean }
  | { type: 'language.chosen'; language: Language }
  | { type: 'back.requested' }
  | { type: 'retry.requested' }
  | { type: 'refresh.requested' };

/** Recording of the app, on the page where the borrower allows it. */
export type RecordingEvent =
  | { type: 'recording.allowed' }
  | { type: 'recording.stopped' }
  | { type: 'recordings.agreed' }
  | { type: 'recordings.withdrawn' }
  | { type: 'recording.saveRequested' }
  | { type: 'recording.deleted' };

export type AccountEvent =
  | { type: 'login.requested' }
  /** The borrower goes on with the session of the shell. */
  | { type: 'shellSession.taken'; session: Session }
  /** The content of the field for the number. The chart keeps it when the page is left. */
  | { type: 'mobile.typed'; mobile: string }
  | { type: 'terms.ticked'; accepted: boolean }
  | { type: 'mobile.submitted'; mobile: string }
  /** The borrower skips the four steps that a promotion shows one after the other. */
  | { type: 'steps.skipped' }
  | { type: 'registration.submitted'; mobile: string; acceptedTerms: boolean }
  | { type: 'code.submitted'; code: string }
  | { type: 'code.requestedAgain' }
  /** `solved`: how many parts of the work the phone has done. */
  | { type: 'captcha.progressed'; solved: number }
  /** The borrower waits instead of letting the phone work, or lets the phone work after all. */
  | { type: 'captcha.waitChosen' }
  | { type: 'captcha.workChosen' }
  /** A received code. Whoever types it reads the SMS of the number, and may have a further code. */
  | { type: 'receivedCode.submitted'; code: string }
  | { type: 'mobile.changeRequested' }
  | { type: 'appearance.chosen'; appearance: Appearance }
  | { type: 'logout.requested' }
  | { type: 'device.removed'; id: string }
  | { type: 'signOutEverywhere.requested' }
  | { type: 'signOutEverywhere.confirmed' };

export type HomeEvent =
  /** Apply, or go on with an application. */
  | { type: 'application.opened' }
  /** The button of the order's status: see the details, get the money, pay. */
  | { type: 'order.opened' }
  | { type: 'payoutAccount.opened' }
  /** After a rejection the borrower asks for a review by a person. */
  | { type: 'review.requested' }
  | { type: 'records.moreRequested' }
  | { type: 'statement.opened'; orderNo: string }
  /** The borrower dismissed the note that the session was ended. */
  | { type: 'lostSession.noted' };

export type ApplicationEvent =
  /** @property productId left out: the product that home offers. */
  | { type: 'loan.requested'; amount: Cents; termDays: number; productId?: string }
  | { type: 'picker.opened'; field: string }
  | { type: 'picker.confirmed'; field: string; value: string }
  | { type: 'picker.cancelled' }
  | { type: 'personalInfo.submitted'; values: Values }
  | { type: 'additionalInfo.submitted'; values: Values }
  | { type: 'contact.pickRequested'; index: number }
  /** The live camera of the page, for the photo of this side. */
  | { type: 'camera.opened'; side: PhotoSide }
  | { type: 'camera.closed' }
  /** The stream of the camera ended while the viewfinder was shown. */
  | { type: 'camera.failed' }
  | { type: 'photo.taken'; side: PhotoSide; handle: string }
  /** The second photo of the face, with the head turned as the lender asked. */
  | { type: 'turnedPhoto.taken'; turn: FaceTurn; handle: string }
  | { type: 'photo.refused'; side: PhotoSide; problem: Problem }
  | { type: 'identity.submitted' }
  /** A code to the registered number. */
  | { type: 'bankCode.requested' }
  /**
   * A code to another number, which the loan is to be sent to. @property mobile as typed. @property verificationCode the
   * code that was sent to the registered number.
   */
  | { type: 'walletCode.requested'; mobile: string; verificationCode: string }
  | { type: 'bankAccount.submitted'; values: Values }
  | { type: 'questionnaire.submitted'; values: Values }
  /** The lender has a newer version of the section. The borrower takes that version, or keeps the one of this phone. */
  | { type: 'newerVersion.taken' }
  | { type: 'ownVersion.kept' }
  | ({ type: 'change.requested' } & ChangedLine)
  /** Consent or refusal for one kind of data of the phone. */
  | { type: 'consent.answered'; kind: DataKind; agreed: boolean }
  | { type: 'consent.withdrawn'; kind: DataKind }
  /** The borrower confirmed the review. */
  | { type: 'application.confirmed' };

export type LoanEvent =
  | { type: 'agreement.opened' }
  | { type: 'agreement.ticked'; agreed: boolean }
  /** The borrower chose another amount or term than the approved one. */
  | { type: 'offer.choiceMade'; amount: Cents; termDays: number }
  | { type: 'offer.accepted' }
  | { type: 'offer.declined' }
  | { type: 'decline.confirmed' }
  | { type: 'decline.withdrawn' }
  /** `amount` null: the entered text is no amount. */
  | { type: 'repayment.amountChosen'; amount: Cents | null; channel: PaymentChannel; requestId: string }
  | { type: 'payment.checkRequested' }
  | { type: 'payment.retried' }
  | { type: 'payment.otherWayRequested' }
  | { type: 'receipt.closed' }
  /** A channel of another country was asked for. */
  | { type: 'channel.asked'; channel: OtherChannel }
  | { type: 'rollover.chosen'; days: number }
  /** Another number of days than the chosen one. */
  | { type: 'rollover.reselectRequested' }
  | { type: 'rollover.confirmed' }
  | { type: 'rollover.withdrawn' }
  | { type: 'proofs.opened' }
  | { type: 'proof.pictureTaken'; handle: string }
  | { type: 'proof.pictureRefused'; problem: Problem }
  /** `amount` null: the entered text is no amount. @property pictures the lender's names of the pictures. */
  | { type: 'proof.submitted'; receipt: string; amount: Cents | null; pictures: readonly string[] }
  | { type: 'card.opened' }
  | { type: 'card.submitted'; cardNumber: string; validTo: string; cvc: string };

/** Messages to the lender, and closing the account. `about` is the purpose of a typed text, a key of `Unsent`. */
export type FeedbackEvent =
  | { type: 'message.changed'; about: string; values: Values }
  /** @property values the unsent message that the picture belongs to. @property bytes size of the chosen file. */
  | { type: 'picture.taken'; handle: string; bytes: number; values: Values }
  /** Progress of the running upload, in bytes. */
  | { type: 'upload.progressed'; sent: number; total: number }
  | { type: 'feedback.submitted'; values: NewMessage }
  | { type: 'ticket.answered'; values: Reply }
  | { type: 'correction.opened' }
  | { type: 'ticket.corrected'; values: Correction }
  | { type: 'ticket.closed' }
  | { type: 'ticket.rated'; rating: number }
  | { type: 'cancellation.submitted'; values: Values }
  | { type: 'cancellation.confirmed' }
  | { type: 'cancellation.withdrawn' };

export type JourneyEvent =
  | RouteEvent
  | HostEvent
  | EverywhereEvent
  | AccountEvent
  | HomeEvent
  | ApplicationEvent
  | LoanEvent
  | FeedbackEvent
  | RecordingEvent;

/**
 * Events that keep the problem of the page: the phone reports something, the borrower types, or content is loaded again.
 * Every other accepted event clears the problem (`clearsProblems.ts`). The last two need the data of the problem, so their
 * own actions clear it.
 */
export const LEAVE_PROBLEM = [
  'clock.ticked',
  'network.changed',
  'session.lost',
  'shellSession.found',
  'draft.notKept',
  'draft.changedElsewhere',
  'application.sentElsewhere',
  'draft.saved',
  'notice.dismissed',
  'copy.finished',
  'language.chosen',
  'refresh.requested',
  'retry.requested',
  'mobile.typed',
  'terms.ticked',
  'message.changed',
  'captcha.progressed',
  'upload.progressed',
  'picker.opened',
  'records.moreRequested',
  'newerVersion.taken',
  'ownVersion.kept',
] as const satisfies readonly JourneyEvent['type'][];
