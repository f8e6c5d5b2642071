import type { Cents } from '../model/money.ts';
import type { AccountNumbers, CouponState, OtherChannel, Payment, RepaymentDetail } from '../model/order.ts';
import type { Proof } from '../model/proof.ts';
import type { RolloverDetail } from '../model/rollover.ts';
import { paymentWords } from '../words.ts';
import { port, type ForOrder } from './port.ts';

export const repay = {
  loadRepayment: port<RepaymentDetail, ForOrder>().reads({
    call: 'repayOrderDetail',
    clauses: ['2.repayDetail'],
    doing: 'Opening what is owed',
    words: 'What is owed arrived',
  }),
  /** Sends the M-PESA prompt. `requestId`: the same for every attempt of one press. */
  requestPayment: port<Payment, ForOrder & { amount: Cents; requestId: string }>().movesMoney({
    call: 'mpesaRepayLink',
    act: 'repayment.amountChosen',
    idempotencyKey: ({ orderNo, requestId }) => [orderNo, requestId],
    clauses: ['2.cashier'],
    doing: 'Asking for the payment',
    words: paymentWords,
    refusals: ['orderRefused'],
  }),
  loadPayment: port<Payment, { payOrderId: string }>().reads({
    call: 'portalRepaymentDetail',
    clauses: ['2.cashier'],
    doing: 'Looking for the payment',
    words: paymentWords,
  }),
  /** The same, after the lender has queried the rail. */
  verifyPayment: port<Payment, { payOrderId: string }>().reads({
    call: 'portalRepaymentConfirm',
    clauses: ['3.proof'],
    doing: 'Asking whether the payment arrived',
    words: paymentWords,
  }),
  /** The account number that belongs to this loan alone. The first call creates it. */
  openAccount: port<AccountNumbers, ForOrder>().changes({
    call: 'dedicatedAccountCreate',
    clauses: ['2.cashier'],
    doing: 'Opening the account number of the loan',
    words: 'The account number of this loan arrived',
    refusals: ['orderRefused'],
  }),
  /** Rejects with `noPaymentMethod`, in the lender's words, if the channel does not exist. */
  askChannel: port<null, ForOrder & { channel: OtherChannel }>().reads({
    clauses: ['8.noMethod'],
    doing: 'Choosing another way to pay',
    words: 'The lender has this way to pay',
    refusals: ['noPaymentMethod'],
  }),
  loadRollover: port<RolloverDetail, ForOrder>().reads({
    call: 'getExtensionData',
    clauses: ['4.rollover'],
    doing: 'Opening what more time costs',
    words: 'What more time costs arrived',
    refusals: ['orderRefused'],
  }),
  /** Chooses an option, or another one instead. */
  chooseRollover: port<RolloverDetail, ForOrder & { days: number }>().changes({
    clauses: ['4.rollover'],
    doing: 'Choosing more time',
    words: 'More time was chosen',
    refusals: ['orderRefused'],
  }),
  /** Moves the due date. */
  confirmRollover: port<RolloverDetail, ForOrder & { extensionNo: string }>().movesMoney({
    call: 'confirmExtensionOrder',
    act: 'rollover.confirmed',
    idempotencyKey: ({ orderNo, extensionNo }) => [orderNo, extensionNo],
    clauses: ['4.rollover'],
    doing: 'Moving the due date',
    words: 'The due date was moved',
    refusals: ['orderRefused'],
  }),
  /** Withdraws the chosen option. */
  withdrawRollover: port<RolloverDetail, ForOrder & { extensionNo: string }>().changes({
    call: 'updateExtensionOrderStatus',
    clauses: ['4.rollover'],
    doing: 'Giving up the choice of more time',
    words: 'The choice of more time was given up',
    refusals: ['orderRefused'],
  }),
  loadProofs: port<readonly Proof[], ForOrder>().reads({
    clauses: ['3.proof'],
    doing: 'Opening the proofs of payment',
    words: 'The proofs of payment arrived',
  }),
  uploadProofPicture: port<{ handle: string; picture: string }, ForOrder & { handle: string }>().changes({
    clauses: ['3.proof'],
    doing: 'Sending the picture of the proof',
    words: 'The picture of the proof arrived at the lender',
    refusals: ['orderRefused'],
  }),
  /** The same receipt sent again is the same proof. */
  sendProof: port<Proof, ForOrder & { receipt: string; amount: Cents; pictures: readonly string[] }>().changes({
    call: 'saveVoucher',
    clauses: ['3.proof'],
    doing: 'Sending the proof of payment',
    words: 'The lender has the proof of payment',
    refusals: ['orderRefused'],
  }),
  /** Authorises a card for the coupon; nothing is charged. */
  authoriseCard: port<CouponState, ForOrder & { cardNumber: string; validTo: string; cvc: string }>().changes({
    call: 'addBankCard',
    clauses: ['4.coupon'],
    doing: 'Authorising the card',
    words: 'The card was authorised for the coupon',
    refusals: ['orderRefused'],
  }),
};
