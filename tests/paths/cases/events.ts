/** The payloads of every event that the chart tells apart. */
import { LANGUAGES, type Session } from '#machines/context.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { nextConsent } from '#machines/model/collection.ts';
import { FEEDBACK_LIMITS } from '#machines/model/feedback.ts';
import { nextPhoto } from '#machines/model/idPhotos.ts';
import { complete } from '../../forms/sectionSamples.ts';
import { NOW, PART, PRINCIPAL, proof, session } from '../lenderSamples.ts';
import type { Named } from '../steps.ts';
import { linksFor } from './links.ts';
import { allAnswers, constant, draftOf, noPayload, only, type EventCases } from './vocabulary.ts';

const LOST: Problem = { code: CODE.tokenExpired, message: 'Token expired, please login again' };
const NOT_LOGGED_IN: Problem = { code: CODE.notLoggedIn, message: '' };

/** The values do not matter here: the tests of the forms check them. */
const values = { field: 'value' };
const completeFeedback = {
  type: '1',
  description: 'My payment does not show.',
  receiverAccount: '',
  contact: '0712345678',
  contactTime: 'any',
  requestId: 'request-1',
};

export const events: EventCases = {
  'xstate.route': linksFor,

  'clock.ticked': only({ now: NOW }),
  'network.changed': constant({ online: { online: true }, offline: { online: false } }),
  'session.lost': (c) => ({
    'this session': { epoch: c.epoch, problem: LOST },
    'an older session': { epoch: c.epoch - 1, problem: LOST },
    'in another tab': { epoch: c.epoch, problem: NOT_LOGGED_IN, isElsewhere: true },
  }),
  // The app ignores the present token and the tokens of ended sessions, so each case has a new token.
  'shellSession.found': (c): Named<{ session: Session }> => {
    const newSession = (of: string) => ({ ...session, token: `token-of-${of}-${c.epoch}` });
    return c.session === null
      ? { 'a borrower': { session: newSession('the-shell') } }
      : {
          'the same, renewed': { session: newSession('a-renewal') },
          'another borrower': { session: { ...newSession('another'), userId: 'borrower-2' } },
        };
  },
  'draft.notKept': noPayload,
  'draft.changedElsewhere': constant({
    'all answered': { drafts: draftOf(allAnswers), changed: { loanQuestion: ['11'] } },
    'an answer less': { drafts: draftOf({ ...allAnswers, 11: '' }), changed: { loanQuestion: ['11'] } },
  }),
  'application.sentElsewhere': noPayload,

  'draft.saved': constant({
    '': { section: 'personalInfo', values },
    'all answered': { section: 'loanQuestion', values: allAnswers },
    'an answer less': { section: 'loanQuestion', values: { ...allAnswers, 11: '' } },
  }),
  'notice.dismissed': noPayload,
  'copy.finished': only({ ok: true }),
  'language.chosen': only({ language: LANGUAGES[2] }),
  'back.requested': noPayload,
  'retry.requested': noPayload,
  'refresh.requested': noPayload,

  'steps.skipped': noPayload,
  'recording.allowed': noPayload,
  'recording.stopped': noPayload,
  'recordings.agreed': noPayload,
  'recordings.withdrawn': noPayload,
  'recording.saveRequested': noPayload,
  'recording.deleted': noPayload,

  'login.requested': noPayload,
  'shellSession.taken': only({ session }),
  'mobile.typed': only({ mobile: '0712' }),
  'terms.ticked': constant({ on: { accepted: true }, off: { accepted: false } }),
  'captcha.progressed': only({ solved: 1 }),
  'captcha.waitChosen': noPayload,
  'captcha.workChosen': noPayload,
  'mobile.submitted': constant({ right: { mobile: '0712345678' }, wrong: { mobile: '12' } }),
  'registration.submitted': constant({
    right: { mobile: '0712345678', acceptedTerms: true },
    'without terms': { mobile: '0712345678', acceptedTerms: false },
    wrong: { mobile: '12', acceptedTerms: true },
  }),
  'code.submitted': constant({ right: { code: '123456' }, wrong: { code: '12' } }),
  'code.requestedAgain': noPayload,
  'receivedCode.submitted': constant({ right: { code: '123456' }, short: { code: '123' } }),
  'mobile.changeRequested': noPayload,
  'appearance.chosen': only({ appearance: 'dark' }),
  'logout.requested': noPayload,
  'device.removed': only({ id: 'd2' }),
  'signOutEverywhere.requested': noPayload,
  'signOutEverywhere.confirmed': noPayload,

  'application.opened': noPayload,
  'order.opened': noPayload,
  'payoutAccount.opened': noPayload,
  'review.requested': noPayload,
  'records.moreRequested': noPayload,
  'statement.opened': only({ orderNo: 'order-0' }),
  'lostSession.noted': noPayload,

  'loan.requested': constant({ offered: { amount: PRINCIPAL, termDays: 91 }, 'not offered': { amount: 1, termDays: 91 } }),
  'picker.opened': only({ field: 'education' }),
  'picker.confirmed': only({ field: 'education', value: '1' }),
  'picker.cancelled': noPayload,
  'personalInfo.submitted': only({ values: complete.personalInfo }),
  'additionalInfo.submitted': only({ values: complete.additionalInfo }),
  'contact.pickRequested': only({ index: 1 }),
  'camera.opened': (c) => ({ 'the next side': { side: nextPhoto(c.photos) ?? 'front' } }),
  'camera.closed': noPayload,
  'camera.failed': noPayload,
  'photo.taken': (c) => ({ 'the next side': { side: nextPhoto(c.photos) ?? 'front', handle: 'photo-1' } }),
  /** Also a turn that the lender does not ask for any more. */
  'turnedPhoto.taken': constant({ left: { turn: 'left', handle: 'photo-1' }, right: { turn: 'right', handle: 'photo-1' } }),
  'photo.refused': (c) => ({
    'the next side': { side: nextPhoto(c.photos) ?? 'front', problem: { code: LOCAL.photoUnreadable, message: '' } },
  }),
  'identity.submitted': noPayload,
  'bankCode.requested': noPayload,
  'walletCode.requested': constant({
    other: { mobile: '0722000111', verificationCode: '123456' },
    own: { mobile: session.mobile, verificationCode: '123456' },
  }),
  'bankAccount.submitted': only({ values: complete.bankAccount }),
  'questionnaire.submitted': constant({ answered: { values: allAnswers }, 'not answered': { values } }),
  'newerVersion.taken': noPayload,
  'ownVersion.kept': noPayload,
  'change.requested': constant({
    personal: { section: 'personalInfo', field: 'lastName' },
    additional: { section: 'additionalInfo', field: 'industryCategory' },
    photo: { section: 'idPhotos', field: 'face' },
    account: { section: 'bankAccount', field: 'accountKind' },
    answer: { section: 'loanQuestion', field: '11' },
  }),
  'application.confirmed': noPayload,
  'consent.answered': ({ order }) => {
    const kind = (order?.collection && nextConsent(order.collection)) ?? 'contact';
    return { yes: { kind, agreed: true }, no: { kind, agreed: false } };
  },
  'consent.withdrawn': only({ kind: 'contact' }),

  'agreement.opened': noPayload,
  'agreement.ticked': constant({ on: { agreed: true }, off: { agreed: false } }),
  'offer.choiceMade': constant({ offered: { amount: PRINCIPAL, termDays: 91 }, 'not offered': { amount: 1, termDays: 91 } }),
  'offer.accepted': noPayload,
  'offer.declined': noPayload,
  'decline.confirmed': noPayload,
  'decline.withdrawn': noPayload,
  'repayment.amountChosen': constant({
    'by prompt': { amount: PART, channel: 'mpesa', requestId: 'request-1' },
    'by paybill': { amount: PART, channel: 'paybill', requestId: 'request-1' },
    'to an account of its own': { amount: PART, channel: 'dedicated', requestId: 'request-1' },
    'not allowed': { amount: 1, channel: 'mpesa', requestId: 'request-1' },
  }),
  'payment.checkRequested': noPayload,
  'payment.retried': noPayload,
  'payment.otherWayRequested': noPayload,
  'receipt.closed': noPayload,

  'channel.asked': only({ channel: 'oxxo' }),
  'rollover.chosen': only({ days: 14 }),
  'rollover.reselectRequested': noPayload,
  'rollover.confirmed': noPayload,
  'rollover.withdrawn': noPayload,
  'proofs.opened': noPayload,
  'proof.pictureTaken': only({ handle: 'photo-1' }),
  'proof.pictureRefused': only({ problem: { code: LOCAL.photoUnreadable, message: '' } }),
  'proof.submitted': constant({
    complete: { receipt: proof.receipt, amount: PART, pictures: ['picture-1'] },
    'without a picture': { receipt: proof.receipt, amount: PART, pictures: [] },
  }),
  'card.opened': noPayload,
  'card.submitted': only({ cardNumber: '4242424242424242', validTo: '12/30', cvc: '' }),

  'message.changed': only({ about: 'feedback', values: { description: 'It does not' } }),
  'picture.taken': constant({
    fits: { handle: 'photo-1', bytes: 1_000, values },
    'one too many': { handle: 'photo-1', bytes: 1_000, values: { pictures: 'a b c d' } },
    'too large': { handle: 'photo-1', bytes: FEEDBACK_LIMITS.pictureBytes + 1, values },
  }),
  'upload.progressed': only({ sent: 500, total: 1_000 }),
  'feedback.submitted': constant({
    complete: { values: completeFeedback },
    incomplete: { values: { ...completeFeedback, description: '' } },
  }),
  'ticket.answered': constant({
    said: { values: { text: 'Yes', requestId: 'request-1' } },
    'nothing said': { values: { text: '', requestId: 'request-1' } },
  }),
  'correction.opened': noPayload,
  'ticket.corrected': constant({ complete: { values: completeFeedback }, 'too short': { values: { description: 'No' } } }),
  'ticket.closed': noPayload,
  'ticket.rated': only({ rating: 4 }),
  'cancellation.submitted': constant({ 'with a reason': { values: { reason: 'costs' } }, 'without one': { values } }),
  'cancellation.confirmed': noPayload,
  'cancellation.withdrawn': noPayload,
};
