import type { Cents } from '../model/money.ts';
import type { Agreement, Offer, Order } from '../model/order.ts';
import { withStatus } from '../words.ts';
import { port, type ForOrder } from './port.ts';

type Choice = { amount?: Cents; termDays?: number };

export const borrow = {
  /** The offer for this amount and term, or for the approved ones if they are left out. */
  loadOffer: port<Offer, ForOrder & Choice>().reads({
    call: 'confirmProductInfo',
    clauses: ['2.confirmBorrow'],
    doing: 'Opening the offer',
    words: 'The offer arrived',
    refusals: ['orderRefused'],
  }),
  loadAgreement: port<Agreement, ForOrder & Choice>().reads({
    call: 'loanAgreement',
    clauses: ['5.agreement'],
    doing: 'Opening the agreement',
    words: 'The agreement arrived',
  }),
  /** Consents to the shown offer and draws the money. `code`: absent if the lender needs none. */
  drawLoan: port<Order, { offer: Offer; code?: string }>().movesMoney({
    act: ['offer.accepted', 'code.submitted'],
    idempotencyKey: ({ offer }) => [offer.orderNo, offer.agreementVersion],
    clauses: ['4.offer'],
    doing: 'Accepting the offer',
    words: withStatus('Offer accepted by the lender'),
    refusals: ['orderRefused', 'verificationCodeRequired'],
  }),
  declineOffer: port<Order, ForOrder>().movesMoney({
    call: 'cancelDrawMoney',
    act: 'decline.confirmed',
    idempotencyKey: ({ orderNo }) => [orderNo],
    clauses: ['4.offer'],
    doing: 'Declining the offer',
    words: 'The offer was declined',
    refusals: ['orderRefused'],
  }),
};
