import { CODE, LOCAL } from '#machines/model/codes.ts';
import { HOUR } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, approved, bank, offer } from '../../samples.ts';

const at = (place: 'loading' | 'failed' | 'deciding' | 'pricing' | 'refreshing' | 'drawing' | 'reconciling' | 'unknown' | 'declining') =>
  ({ places: { borrow: { confirmBorrow: place } } }) as const;
const withOffer = { ...amina, order: approved, offer: loaded(offer) };

export const examples = {
  loading: example(at('loading'), { ...amina, order: approved }),
  failed: example(at('failed'), { ...amina, order: approved, offer: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  deciding: example(at('deciding'), withOffer),
  pricing: example(at('pricing'), withOffer),
  refreshing: example(at('refreshing'), { ...withOffer, agreed: offer.agreementVersion }),
  withCoupon: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, coupon: shillings(100) }) }),
  longer: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, choice: { ...offer.choice, termDays: [91, 180, 365] } }) }),
  sentByItself: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, sentAt: offer.openUntil - 12 * HOUR }) }),
  toBank: example(at('deciding'), { ...withOffer, offer: loaded({ ...offer, payoutAccount: bank }) }),
  agreed: example(at('deciding'), { ...withOffer, agreed: offer.agreementVersion }),
  agreementMissing: example(at('deciding'), { ...withOffer, problem: { code: LOCAL.agreementMissing, message: '' } }),
  refused: example(at('deciding'), {
    ...withOffer,
    agreed: offer.agreementVersion,
    problem: { code: CODE.orderTimedOut, message: 'This order has timed out, please try again' },
  }),
  drawing: example(at('drawing'), { ...withOffer, agreed: offer.agreementVersion }),
  reconciling: example(at('reconciling'), { ...withOffer, agreed: offer.agreementVersion }),
  declining: example(at('declining'), withOffer),
  unknown: example(at('unknown'), { ...withOffer, agreed: offer.agreementVersion, problem: { code: LOCAL.timedOut, message: '' } }),
};
