import type { JourneyEvent } from '../../events.ts';
import { choiceOf } from '../../model/feedback.ts';
import type { Order } from '../../model/order.ts';
import { eventOf, loadedOf, sessionOf } from '../../required.ts';
import {
  blockNavigation,
  error,
  ofOrder,
  onApiError,
  onMoneyError,
  onOrderError,
  outcomeUnknown,
  output,
  place,
  reenterOnRefresh,
  startLoading,
  stateConfig,
} from '../../setup.ts';
import { drafting } from '../feedback/unsentMessage.ts';
import { offerAsked } from './agreement.ts';

type Chosen = { event: Extract<JourneyEvent, { type: 'offer.choiceMade' }> };

const decisionEvents = {
  ...drafting,
  'agreement.opened': '#agreement',
  'agreement.ticked': { actions: { type: 'setAgreed', params: ({ event }: { event: { agreed: boolean } }) => event } },
  'offer.choiceMade': [
    { guard: { type: 'isChoiceOffered', params: ({ event }: Chosen) => event }, target: '#confirmBorrow.pricing' },
    { actions: { type: 'setLocalProblem', params: { problem: 'amountNotAllowed' } } },
  ],
  'offer.accepted': [
    { guard: 'isCodeExpected', target: '#confirmBorrow.sendingCode' },
    { guard: 'hasAgreed', target: '#confirmBorrow.drawing' },
    { actions: { type: 'setLocalProblem', params: { problem: 'agreementMissing' } } },
  ],
  'offer.declined': '#confirmBorrow.confirmingDecline',
} as const;

/** The state that requests a code to the registered number. @param refused the state that shows why no code was sent. */
const sendingCode = <const T extends string>(id: string, refused: T) =>
  stateConfig({
    tags: ['busy', 'form'],
    on: blockNavigation,
    invoke: {
      id,
      src: 'requestCode',
      input: ({ context }) => ({ mobile: sessionOf(context).mobile, purpose: 'draw' as const }),
      onDone: { target: 'enteringCode', actions: { type: 'setOwnCodeAgainAt', params: ({ event }) => output({ event }) } },
      onError: onOrderError(refused),
    },
  });

/** Drops the unsent choice: the borrower has accepted or declined the offer. */
const dropChoice = {
  type: 'dropUnsent',
  params: ({ event }: { event: { output: Order } }) => ({ about: choiceOf(output({ event }).orderNo) }),
} as const;

const drawn = {
  target: '#routingByStatus',
  actions: [{ type: 'setOrder', params: ({ event }: { event: { output: Order } }) => ({ order: output({ event }) }) }, dropChoice],
} as const;

/** Shows the cost of the loan before any consent, then draws it. The lender may require a code before the draw. */
export const confirmBorrow = stateConfig({
  ...place('confirmBorrow', 'Your loan offer'),
  route: { guard: 'hasOffer' },
  initial: 'loading',
  on: { 'back.requested': '#home' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('offer'),
      on: reenterOnRefresh('loading'),
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: offerAsked,
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('failed', 'offer'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': { target: 'loading', actions: 'forgetChoice' } } },
    deciding: {
      tags: ['stable', 'form'],
      on: { ...decisionEvents, 'refresh.requested': 'refreshing', 'retry.requested': 'refreshing' },
    },
    /** The lender computes the terms of another amount or term. */
    pricing: {
      tags: ['busy', 'form'],
      invoke: {
        id: 'priceOffer',
        src: 'loadOffer',
        input: ({ context, event }) => {
          const { amount, termDays } = eventOf(event, 'offer.choiceMade');
          return { ...ofOrder({ context }), amount, termDays };
        },
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('deciding'),
      },
    },
    /** Refreshes the offer, which may lapse while its page is open. The consent stays, and the borrower can draw meanwhile. */
    refreshing: {
      tags: ['busy', 'form'],
      on: { ...decisionEvents, ...reenterOnRefresh('refreshing') },
      invoke: {
        id: 'refreshOffer',
        src: 'loadOffer',
        input: offerAsked,
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('deciding'),
      },
    },
    drawing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'drawLoan',
        src: 'drawLoan',
        input: ({ context }) => ({ offer: loadedOf('offer', context.offer) }),
        onDone: drawn,
        // The lender may require a code that it did not require when the offer was loaded.
        onError: [{ guard: { type: 'isCodeWanted', params: error }, target: 'sendingCode' }, ...onMoneyError('reconciling', 'deciding')],
      },
    },
    sendingCode: sendingCode('requestCode.draw', 'deciding'),
    sendingCodeAgain: sendingCode('requestCode.drawAgain', 'enteringCode'),
    enteringCode: {
      tags: ['form', 'ticking'],
      on: {
        'code.submitted': [
          { guard: { type: 'isCode', params: ({ event }) => event }, target: 'drawingWithCode' },
          { actions: { type: 'setLocalProblem', params: { problem: 'codeInvalid' } } },
        ],
        'code.requestedAgain': 'sendingCodeAgain',
        'back.requested': 'deciding',
      },
    },
    drawingWithCode: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'drawLoanWithCode',
        src: 'drawLoan',
        input: ({ context, event }) => ({ offer: loadedOf('offer', context.offer), code: eventOf(event, 'code.submitted').code }),
        onDone: drawn,
        onError: onMoneyError('reconciling', 'enteringCode'),
      },
    },
    /** The answer to the draw was lost. The lender is queried whether the money is being sent. */
    reconciling: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'reconcileDrawing',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: {
          target: '#routingByStatus',
          actions: { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) },
        },
        onError: onApiError('unknown'),
      },
    },
    unknown: outcomeUnknown('reconciling'),
    /** Declining cannot be undone, so the borrower confirms it. */
    confirmingDecline: {
      on: { 'decline.confirmed': 'declining', 'decline.withdrawn': 'deciding', 'back.requested': 'deciding' },
    },
    declining: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'declineOffer',
        src: 'declineOffer',
        input: ofOrder,
        onDone: {
          target: '#home.refreshing',
          actions: [
            { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
            dropChoice,
            { type: 'notify', params: { key: 'offerDeclined' } },
          ],
        },
        onError: onMoneyError('reconciling', 'confirmingDecline'),
      },
    },
  },
});
