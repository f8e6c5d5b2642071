import { CODE, LOCAL } from '#machines/model/codes.ts';
import { choiceOf } from '#machines/model/feedback.ts';
import { HOUR } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, approved, bank, homeWith, mpesa, NOW, offer } from '../../samples.ts';

type Place =
  | 'loading'
  | 'failed'
  | 'deciding'
  | 'pricing'
  | 'refreshing'
  | 'drawing'
  | 'reconciling'
  | 'unknown'
  | 'confirmingDecline'
  | 'declining';
type CodePlace = 'sendingCode' | 'sendingCodeAgain' | 'enteringCode' | 'drawingWithCode';
const at = (place: Place | CodePlace) => ({ places: { borrow: { confirmBorrow: place } } }) as const;
const withOffer = { ...amina, order: approved, offer: loaded(offer) };
const accepted = { ...withOffer, agreed: offer.agreementVersion, offer: loaded({ ...offer, needsCode: true }) };
const codeSent = { ...accepted, payoutCodes: { ownAgainAt: NOW + 42_000, wallet: null } };
const namedMpesa = { ...mpesa, owner: 'Amina Wanjiku' };

export const examples = {
  loading: example(at('loading'), { ...amina, order: approved }),
  failed: example(at('failed'), { ...amina, order: approved, offer: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  deciding: example(at('deciding'), withOffer),
  pricing: example(at('pricing'), withOffer),
  refreshing: example(at('refreshing'), { ...withOffer, agreed: offer.agreementVersion }),
  withCoupon: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, coupon: shillings(100) }) }),
  chosenBefore: example(at('deciding'), {
    ...withOffer,
    unsent: { [choiceOf(offer.orderNo)]: { amount: '3000', termDays: String(offer.terms.termDays) } },
  }),
  longer: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, choice: { ...offer.choice, termDays: [91, 180, 365] } }) }),
  sentByItself: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, sentAt: offer.openUntil - 12 * HOUR }) }),
  toBank: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, payoutAccount: bank }) }),
  toNamedNumber: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, payoutAccount: namedMpesa }) }),
  agreed: example(at('deciding'), { ...withOffer, agreed: offer.agreementVersion }),
  agreementMissing: example(at('deciding'), { ...withOffer, problem: { code: LOCAL.agreementMissing, message: '' } }),
  refused: example(at('deciding'), {
    ...withOffer,
    agreed: offer.agreementVersion,
    problem: { code: CODE.orderTimedOut, message: 'This order has timed out, please try again' },
  }),
  drawing: example(at('drawing'), { ...withOffer, agreed: offer.agreementVersion }),
  reconciling: example(at('reconciling'), { ...withOffer, agreed: offer.agreementVersion }),
  confirmingDecline: example(at('confirmingDecline'), withOffer),
  confirmingDeclineAgain: example(at('confirmingDecline'), { ...withOffer, ...homeWith({ repaidLoans: 1 }) }),
  declining: example(at('declining'), withOffer),
  sendingCode: example(at('sendingCode'), accepted),
  codeNotSent: example(at('deciding'), {
    ...accepted,
    problem: { code: CODE.tooManyRequests, message: 'Too many tries. Please wait 3 minutes and try again' },
  }),
  enteringCode: example(at('enteringCode'), codeSent),
  mayAskAgain: example(at('enteringCode'), { ...codeSent, payoutCodes: { ownAgainAt: NOW - 1, wallet: null } }),
  sendingCodeAgain: example(at('sendingCodeAgain'), { ...codeSent, payoutCodes: { ownAgainAt: NOW - 1, wallet: null } }),
  codeMissing: example(at('enteringCode'), { ...codeSent, problem: { code: LOCAL.codeInvalid, message: '' } }),
  codeWrong: example(at('enteringCode'), {
    ...codeSent,
    problem: { code: CODE.invalidVerificationCode, message: 'Invalid verification code' },
  }),
  codeUsedUp: example(at('enteringCode'), {
    ...codeSent,
    payoutCodes: { ownAgainAt: NOW - 1, wallet: null },
    problem: { code: CODE.tooManyWrongCodes, message: 'Too many wrong tries. Ask for a new code.' },
  }),
  drawingWithCode: example(at('drawingWithCode'), codeSent),
  unknown: example(at('unknown'), { ...withOffer, agreed: offer.agreementVersion, problem: { code: LOCAL.timedOut, message: '' } }),
};
