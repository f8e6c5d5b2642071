/**
 * A lender simulated with the chart of the order. It has one order, moves it by the chart and answers the ports about it. All
 * other ports get the recorded answers. Nothing is sent over the network.
 */
import type { JourneyContext } from '#machines/context.ts';
import { addDays, DAY, nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import type { LoanBalance, LoanStatement, Order, Payment, PaymentLine, RepaymentDetail } from '#machines/model/order.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import { maskMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { rolloverObstacle, rolloverOption, type RolloverDetail } from '#machines/model/rollover.ts';
import { APPLICATION_STEPS, isKnownStatus, STATUS, statusNameOf, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { nextStatus, type OrderEvent } from '#machines/order.machine.ts';
import { ports, type OutputOf, type PortName } from '#machines/ports/index.ts';
import { promptOf } from '#machines/required.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { isObject } from '#src/recording/canonical.ts';
import * as sample from '#screens/samples.ts';
import { PAYMENT_FAILURES } from '#src/api/messages/paymentFailures.ts';
import { afterPayment, firstBalance, statementOfLoan } from './loanOfFork.ts';
import { FIRST_PHONE, UNKNOWN_MOBILE, type ForkPhone, type PromptAnswer } from './phoneOfFork.ts';
import type { Seed } from './forkSeed.ts';

type Answers = { readonly [P in PortName]?: (input: Record<string, unknown>, context: JourneyContext) => OutputOf<P> };

const refused: Problem = { code: CODE.orderRefused, message: 'The simulated lender refuses this.' };
const noAnswer: Problem = { code: LOCAL.networkFailed, message: '' };

/** A sample order for each status; null: the status adds nothing to the order. */
const SHAPES: Readonly<Record<StatusName, Order | null>> = {
  basicInfo: null,
  addition: null,
  identityOcr: null,
  bindCard: null,
  question: null,
  applying: sample.assessing,
  confirm: sample.approved,
  getMoney: sample.approved,
  lending: sample.lending,
  payFail: sample.payFail,
  repaying: sample.repaying,
  overdued: sample.overdue,
  finish: sample.finished,
  cancel: null,
  reject: sample.rejected,
};

/** Numbers of a sample from this value on are moments. */
const FIRST_INSTANT: Instant = Date.UTC(2020, 0);
const IS_DATE = /^\d{4}-\d\d-\d\d$/;

/** A sample moved in time: its moments and days change by the same duration, everything else stays. */
function movedBy<T>(sampled: T, by: number): T {
  const move = (value: unknown): unknown => {
    if (typeof value === 'number') return value >= FIRST_INSTANT ? value + by : value;
    if (typeof value === 'string') return IS_DATE.test(value) ? addDays(value, Math.round(by / DAY)) : value;
    if (Array.isArray(value)) return value.map(move);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, move(held)])) : value;
  };
  return move(sampled) as T;
}

/** The next event of an order that waits for the lender: assessment and payout. */
const MEANWHILE: Readonly<Partial<Record<OrderStatus, OrderEvent>>> = {
  [STATUS.applying]: { type: 'lender.approved' },
  [STATUS.getMoney]: { type: 'money.drawn' },
  [STATUS.lending]: { type: 'disbursement.confirmed' },
};
/** Ports that are answered even by a lender that refuses: those of the phone, and home, without which no journey works. */
const isAnsweredAsEver = (port: PortName): boolean => ports[port].answeredBy === 'phone' || port === 'loadHome';
/** Number of polls until the lender's event happens. */
const LOOKS = 2;

export interface SimulatedLender {
  /** The texts, moves of money and decisions so far. */
  phone: () => ForkPhone;
  /** Ends a prompt whose time is over. @returns the present moment. */
  tick: () => Instant;
  answerPrompt: (answer: PromptAnswer) => void;
  /** @throws a Problem, like a port that rejects. */
  answer: (port: PortName, invokeId: string, input: unknown, context: JourneyContext) => unknown;
}

/** How long a prompt stays open, as at the rail. ms. */
const PROMPT_OPEN = 60_000;
const RESULT = { paid: 0, tooLittle: 1, cancelled: 1032, noPin: 1037 } as const;

/** The lender's text message about an event of the order; absent: none. */
const TEXTS: Readonly<Partial<Record<OrderEvent['type'], (order: Order) => string>>> = {
  'questionnaire.answered': ({ principal }) => `Your application for ${formatKsh(principal)} was sent. We answer within ten minutes.`,
  'lender.approved': ({ principal }) => `Your loan of ${formatKsh(principal)} is approved. Open the app to accept it.`,
  'disbursement.confirmed': ({ terms }) => `${formatKsh(terms.sent)} was sent to your M-PESA.`,
  'loan.settled': () => 'Your loan is repaid. Thank you.',
};

/** @param changed called when the phone has something new to show. */
export function createLender(
  seed: Pick<Seed, 'context' | 'answers' | 'manner'> & Partial<Pick<Seed, 'repayment'>>,
  changed: (phone: ForkPhone) => void = () => undefined,
): SimulatedLender {
  let order: Order | null = seed.context.order;
  let looks = 0;
  const typed = toMsisdn(seed.context.session?.mobile ?? seed.context.signIn.mobile);
  let phone: ForkPhone = { ...FIRST_PHONE, mobile: typed ?? UNKNOWN_MOBILE };
  const begun = { at: seed.context.now ?? sample.NOW, since: Date.now() };
  let clock = begun.at;
  /** The clock goes on from the step, as fast as a real one. */
  const goOn = (): Instant => (clock = Math.max(clock, begun.at + Date.now() - begun.since));
  const repaid = seed.repayment?.orderNo === order?.orderNo ? seed.repayment : null;
  let payments: readonly PaymentLine[] = repaid?.payments ?? [];
  /** The last debt of the loan, also after it is settled. */
  let debt: LoanBalance | null = order?.balance ?? null;
  /** The latest prompt, open or ended. */
  let prompt: Payment | null = null;
  let receipts = 0;

  const show = (more: Partial<ForkPhone>): void => changed((phone = { ...phone, now: clock, ...more }));
  const nextReceipt = (): string => `SIM${String(++receipts).padStart(7, '0')}`;
  const sendText = (text: string): void => show({ texts: [{ at: clock, text }, ...phone.texts] });
  const moveMoney = (amount: Cents, words: string): void =>
    show({ balance: phone.balance + amount, moves: [{ at: clock, amount, words }, ...phone.moves] });

  function note({ type }: OrderEvent, from: number, moved: Order): void {
    const line: OrderTransition = { at: clock, event: type, from, to: moved.status, decidedBy: null, reason: null };
    show({ order: [...phone.order, line] });
    const text = TEXTS[type]?.(moved);
    if (text !== undefined) sendText(text);
    if (type === 'disbursement.confirmed') moveMoney(moved.terms.sent, 'The loan was paid out');
  }

  /** A sample moved to the present. @param at the present moment within the sample. */
  const present = <T>(sampled: T, at: Instant = sample.NOW): T => movedBy(sampled, clock - at);

  function become(status: OrderStatus): Order {
    const sampled = SHAPES[statusNameOf(status)];
    const shape = sampled && present(sampled, sampled.disbursement?.requestedAt);
    const kept = order ?? sample.order(status);
    order = {
      ...(shape ?? kept),
      submittedAt: kept.submittedAt ?? shape?.submittedAt ?? null,
      answerExpectedAt: kept.answerExpectedAt ?? shape?.answerExpectedAt ?? null,
      answerLatestAt: kept.answerLatestAt ?? shape?.answerLatestAt ?? null,
      orderNo: kept.orderNo,
      productId: kept.productId,
      principal: kept.principal,
      termDays: kept.termDays,
      terms: kept.terms,
      payoutAccount: kept.payoutAccount ?? shape?.payoutAccount ?? null,
      balance: shape?.balance ? (kept.balance ?? firstBalance(kept, product(), clock)) : null,
      photos: kept.photos,
      status,
    };
    debt = order.balance ?? debt;
    looks = 0;
    return order;
  }

  /** The product of the order, as home shows it. */
  function product(): LoanProduct {
    const { product: shown } = valueOf(seed.context.home) ?? sample.home;
    return order && order.productId !== shown.id
      ? (sample.market.find((one) => one.product.id === order?.productId)?.product ?? shown)
      : shown;
  }

  /** The order. @throws the lender's refusal when the borrower has none. */
  function held(): Order {
    if (!order) throw refused;
    return order;
  }

  /** Moves the order by its chart. @throws when the chart refuses an event. */
  function move(...events: OrderEvent[]): Order {
    for (const event of events) {
      const status = order && isKnownStatus(order.status) ? nextStatus(order.status, event) : null;
      if (status === null) throw refused;
      const from = order?.status ?? status;
      note(event, from, become(status));
    }
    return order as Order;
  }

  /** Saves a section. A section that was open leads to the next one; a correction of an earlier one leaves the status. */
  function saved(step: OrderStatus, type: 'basicInfo.saved' | 'addition.saved' | 'identity.photographed' | 'account.bound'): Order {
    const open = order?.status ?? STATUS.basicInfo;
    const steps: readonly number[] = APPLICATION_STEPS;
    const next = open === step ? (steps[steps.indexOf(step) + 1] ?? STATUS.question) : open;
    return move({ type, next: next as OrderStatus });
  }

  function look(): void {
    const event = order && MEANWHILE[order.status as OrderStatus];
    looks += 1;
    if (event && looks >= LOOKS) move(event);
  }

  const balanceOf = (of: Order): LoanBalance => of.balance ?? firstBalance(of, product(), clock);

  const repayment = (): RepaymentDetail => {
    const of = held();
    const { orderNo, status } = of;
    const openPayment = prompt?.state === 'sent' ? prompt : null;
    // The terms of the recording, or those of the product; the ways of paying of the samples.
    const kept = repaid ?? {
      ...sample.repayment,
      rule: product().repayment,
      paybill: { ...sample.repayment.paybill, accountNumber: orderNo },
      coupon: null,
    };
    return { ...kept, orderNo, status, balance: balanceOf(of), payments: [...payments], openPayment, reported: [] };
  };

  const statement = (): LoanStatement => {
    const of = held();
    const at = of.disbursement?.requestedAt ?? clock;
    return statementOfLoan(of, debt ?? balanceOf(of), payments, { at, receipt: 'SIM0000000', asOf: clock });
  };

  const rollover = (): RolloverDetail => {
    const balance = balanceOf(held());
    const terms = product();
    const obstacle = rolloverObstacle(terms, balance, 0);
    return {
      orderNo: held().orderNo,
      dueDate: balance.dueDate,
      penalty: balance.penalty,
      obstacle,
      timesUsed: 0,
      timesAllowed: terms.rollover.maxTimes,
      options: obstacle ? [] : terms.rollover.days.map((days) => rolloverOption(terms, balance, nairobiDate(clock), days)),
      chosen: null,
      confirmed: null,
    };
  };

  function openPrompt(payment: Payment): Payment {
    prompt = payment;
    show({ prompt: { id: payment.payOrderId, amount: payment.amount, account: payment.orderNo, until: payment.promptUntil } });
    return payment;
  }

  function endPrompt(change: Partial<Payment>): void {
    if (prompt) prompt = { ...prompt, ...change };
    show({ prompt: null });
  }

  function failPrompt(resultCode: number): void {
    endPrompt({ state: 'failed', resultCode, reason: PAYMENT_FAILURES[resultCode]?.[seed.context.language] ?? '' });
  }

  function tick(): Instant {
    goOn();
    if (prompt?.state === 'sent' && clock >= prompt.promptUntil) failPrompt(RESULT.noPin);
    else show({});
    return clock;
  }

  function answerPrompt(answer: PromptAnswer): void {
    goOn();
    if (prompt?.state !== 'sent') return;
    if (answer === 'cancel') failPrompt(RESULT.cancelled);
    // M-PESA refuses an amount above the balance of the wallet.
    else if (prompt.amount > phone.balance) failPrompt(RESULT.tooLittle);
    else receive(prompt.amount);
  }

  /** Books a payment of the prompt. */
  function receive(amount: Cents): void {
    const of = held();
    const { balance, over } = afterPayment(balanceOf(of), product(), amount, clock);
    const receipt = nextReceipt();
    moveMoney(-amount, 'Paid to the lender');
    sendText(`We received ${formatKsh(amount)}, receipt ${receipt}.`);
    payments = [...payments, { receipt, amount, at: clock, channel: 'mpesa', over }];
    order = { ...of, balance };
    debt = balance;
    if (balance.left === 0) move({ type: 'payment.received' }, { type: 'loan.settled' });
    else move({ type: 'payment.received' });
    endPrompt({ state: 'paid', resultCode: RESULT.paid, receipt, paidAt: clock, over });
  }

  /** The payment that the page asks for. A prompt that was open at the step is opened here too. */
  const paymentOf = (context: JourneyContext): Payment => {
    const asked = promptOf(context);
    return prompt?.payOrderId === asked.payOrderId ? prompt : openPrompt(asked);
  };

  const answers: Answers = {
    restoreDevice: () => {
      const { session, language, appearance, drafts } = seed.context;
      return { session, language, appearance, drafts, resume: null };
    },
    forgetSession: () => undefined,
    logOut: () => undefined,
    openCamera: () => ({ obstacle: 'missing' }),
    uploadPhoto: () => ({ turn: null }),
    checkIdentity: () => sample.identity,
    requestCode: () => {
      sendText('123456 is your code. It is valid for five minutes. Never give it to anybody.');
      return { againAt: clock + 60_000 };
    },
    loadHome: (_, context) => {
      look();
      return {
        ...(valueOf(context.home) ?? sample.home),
        serverTime: clock,
        order: context.session ? order : null,
      };
    },
    startApplication: () => become(STATUS.basicInfo),
    savePersonalInfo: () => saved(STATUS.basicInfo, 'basicInfo.saved'),
    saveAdditionalInfo: () => saved(STATUS.addition, 'addition.saved'),
    finishPhotos: () => saved(STATUS.identityOcr, 'identity.photographed'),
    bindAccount: () => (order?.status === STATUS.payFail ? move({ type: 'account.corrected' }) : saved(STATUS.bindCard, 'account.bound')),
    saveQuestionnaire: () => move({ type: 'questionnaire.answered' }),
    loadCollection: () => null,
    loadOffer: () => {
      const { orderNo, terms, termDays, offer } = held();
      const sampled = present(sample.offer);
      const dueDate = dueDateOf(nairobiDate(clock), termDays);
      return { ...sampled, orderNo, terms, dueDate, openUntil: offer?.openUntil ?? sampled.openUntil };
    },
    // The amounts of the sample belong to another loan, so the text of the agreement is shown without them.
    loadAgreement: () => ({
      ...sample.agreement,
      version: sample.offer.agreementVersion,
      sections: sample.agreement.sections.map(({ heading, body }) => ({ heading, body })),
    }),
    drawLoan: () =>
      order?.status === STATUS.confirm ? move({ type: 'offer.accepted' }, { type: 'money.drawn' }) : move({ type: 'money.drawn' }),
    declineOffer: () => move({ type: 'offer.declined' }),
    loadRepayment: repayment,
    requestPayment: ({ amount }) =>
      openPrompt({
        payOrderId: `SIM-${clock}`,
        orderNo: held().orderNo,
        amount: Number(amount),
        state: 'sent',
        phone: maskMsisdn(phone.mobile),
        promptUntil: clock + PROMPT_OPEN,
        resultCode: null,
        reason: '',
        receipt: null,
        paidAt: null,
        over: 0,
      }),
    loadPayment: (_, context) => paymentOf(context),
    verifyPayment: (_, context) => paymentOf(context),
    loadRollover: rollover,
    loadStatement: statement,
    loadMarket: () => ({ products: sample.market }),
  };

  return {
    phone: () => phone,
    tick,
    answerPrompt,
    answer(port, invokeId, input, context) {
      clock = Math.max(context.now ?? clock, goOn());
      if (seed.manner === 'silent') throw noAnswer;
      if (seed.manner === 'refuses' && !isAnsweredAsEver(port)) throw refused;
      const known = answers[port];
      if (known) return known((input ?? {}) as Record<string, unknown>, context);
      if (invokeId in seed.answers) return seed.answers[invokeId];
      throw noAnswer;
    },
  };
}
