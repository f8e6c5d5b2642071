/**
 * Brings the lender's order into a status. Each event of an order is caused as in production: by the borrower in another tab,
 * at the lender's desk, with M-PESA on the phone, or by the clock. The events come from shortest paths in the order chart.
 */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { OrderEvent } from '#machines/order.machine.ts';
import type { SandboxOrder } from '#src/api/sandbox.ts';
import { complete } from '../../forms/sectionSamples.ts';
import type { Phone, TestLender } from '../../support/testLender.ts';
import { after, orderEventTypes } from '../orderLife.ts';
import { pictureOf } from './photoFiles.ts';
import { approve, reject } from '#tests/support/testClerks.ts';

type OrderEventType = OrderEvent['type'];

export interface LenderAccess {
  lender: TestLender;
  /** The borrower in another tab: the same session, without the chart. */
  phone: Phone;
  /** The borrower's number in the form that the lender stores. */
  mobile: string;
}

export const newestOrderOf = async (lender: TestLender, mobile: string): Promise<SandboxOrder | null> =>
  (await lender.sandbox.state()).orders.find((order) => order.mobile === mobile) ?? null;
export const newestOrder = ({ lender, mobile }: LenderAccess): Promise<SandboxOrder | null> => newestOrderOf(lender, mobile);

const wholeApplication = async ({ phone }: LenderAccess): Promise<void> => {
  const { product } = await phone.call('latestOrder', {});
  await phone.call('applyMarket', { productId: product.id, amount: product.firstLoanMax, termDays: product.termDays[0] ?? 0 });
};

/** The number of codes per hour and day is limited, so time passes before the call. */
export async function withinLimits<T>(lender: TestLender, ask: () => Promise<T>): Promise<T> {
  await lender.sandbox.advance(HOUR);
  try {
    return await ask();
  } catch (problem) {
    if ((problem as Partial<Problem>).code !== CODE.tooManyRequests) throw problem;
    await lender.sandbox.advance(DAY);
    return ask();
  }
}

/** @returns the code of the SMS that this call sends. */
export async function codeTo({ lender, mobile }: LenderAccess, ask: () => Promise<unknown>): Promise<string> {
  await withinLimits(lender, ask);
  return lender.sandbox.codeFor(mobile);
}

const bindAccount = async (access: LenderAccess, orderNo: string): Promise<void> => {
  const verificationCode = await codeTo(access, () => access.phone.call('getVerifyCode', { mobile: access.mobile, purpose: 'bindCard' }));
  await access.phone.call('bindBankCard', { orderNo, values: { ...complete.bankAccount, verificationCode } });
};

/** Draws the offer unchanged, with a code where the lender requires one. */
export const draw = async (access: LenderAccess, orderNo: string): Promise<void> => {
  const { phone, mobile } = access;
  const { terms, agreementVersion, needsCode } = await phone.call('confirmProductInfo', { orderNo });
  const code = needsCode ? await codeTo(access, () => phone.call('getVerifyCode', { mobile, purpose: 'draw' })) : undefined;
  await phone.call('getMoney', {
    ...(code === undefined ? {} : { code }),
    orderNo,
    agreementVersion,
    sent: terms.sent,
    owed: terms.owed,
    amount: terms.principal,
    termDays: terms.termDays,
  });
};

/** @param amount cents, paid at the paybill. */
export async function payIn({ lender, phone, mobile }: LenderAccess, orderNo: string, amount: number): Promise<void> {
  const { businessNumber, accountNumber } = await phone.call('dedicatedAccountCreate', { orderNo });
  await lender.sandbox.do(`/wallets/${mobile}`, { balance: amount * 2 });
  await lender.sandbox.do('/paybill', { msisdn: mobile, businessNumber, accountNumber, amount });
}

const payAll = async (access: LenderAccess, orderNo: string): Promise<void> => {
  const { balance } = await access.phone.call('repayOrderDetail', { orderNo });
  await payIn(access, orderNo, balance.settleToday);
};

/** Ends the newest order from another tab: withdraws or repays it. @throws Problem where the borrower cannot end the order. */
export async function endOrder(access: LenderAccess): Promise<void> {
  const order = await newestOrder(access);
  if (order === null || isEnded(order.status)) return;
  if (isRepayable(order.status)) await payAll(access, order.orderNo);
  else await access.phone.call('cancelDrawMoney', { orderNo: order.orderNo });
}

/** A report of the rail that is lost on a busy machine is delivered again, so one minute is not always enough. */
async function awaitDisbursement(access: LenderAccess): Promise<void> {
  for (let minutes = 0; minutes < 5; minutes++) {
    await access.lender.sandbox.advance(MINUTE);
    if ((await newestOrder(access))?.status !== STATUS.lending) return;
  }
}

type Recipe = (access: LenderAccess, orderNo: string) => Promise<unknown>;

/** How to cause each event of an order; null: it only follows from another event. */
const RECIPES: { readonly [E in OrderEventType]: Recipe | null } = {
  'basicInfo.saved': ({ phone }, orderNo) => phone.call('saveBasicInfoMarket', { orderNo, values: complete.personalInfo, basedOn: null }),
  'addition.saved': ({ phone }, orderNo) =>
    phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo, basedOn: null }),
  'identity.photographed': async ({ phone }, orderNo) => {
    await phone.call('saveFaceImage', { orderNo }, { files: { file: await pictureOf('face') } });
    await phone.call('finishUploadAllImg', { orderNo });
  },
  'account.bound': bindAccount,
  'questionnaire.answered': ({ phone }, orderNo) => phone.call('saveQuestionnaire', { orderNo, values: complete.loanQuestion }),
  'application.withdrawn': ({ phone }, orderNo) => phone.call('cancelDrawMoney', { orderNo }),
  'lender.approved': ({ lender }, orderNo) => approve(lender, orderNo),
  'lender.rejected': ({ lender }, orderNo) => reject(lender, orderNo),
  'offer.declined': ({ phone }, orderNo) => phone.call('cancelDrawMoney', { orderNo }),
  // Acts at the desk, which tests/server/desk covers.
  'lender.photosAsked': null,
  'lender.referred': null,
  'photos.retaken': null,
  'charge.writtenOff': null,
  'payment.corrected': null,
  'offer.accepted': null,
  'money.drawn': draw,
  'account.corrected': bindAccount,
  'disbursement.confirmed': awaitDisbursement,
  'disbursement.failed': null,
  'payment.received': null,
  'loan.settled': payAll,
  'rollover.confirmed': null,
  'application.expired': null,
  'offer.lapsed': null,
  'dueDate.passed': ({ lender }) => lender.sandbox.advance(92 * DAY),
  'review.requested': null,
};

/** Calls that cause two events of the order chart at once. */
const SHORTCUTS: readonly { from: OrderStatus; to: OrderStatus; make: Recipe }[] = [
  { from: STATUS.confirm, to: STATUS.lending, make: draw },
  {
    from: STATUS.confirm,
    to: STATUS.payFail,
    make: async (access, orderNo) => {
      await access.lender.sandbox.do('/rail', { nextPayout: 'unregistered' });
      await draw(access, orderNo);
      await access.lender.sandbox.advance(MINUTE);
    },
  },
];

type Act = { id: string; make: Recipe };

const actsFrom = (status: OrderStatus): { act: Act; to: OrderStatus[] }[] => [
  ...orderEventTypes.flatMap((type) => {
    const make = RECIPES[type];
    return make ? [{ act: { id: type, make }, to: after(status, type) }] : [];
  }),
  ...SHORTCUTS.filter(({ from }) => from === status).map(({ to, make }) => ({ act: { id: `to ${to}`, make }, to: [to] })),
];

/** The first act of a shortest path; null where there is none. */
function firstAct(from: OrderStatus, to: OrderStatus, failed: ReadonlySet<string>): Act | null {
  const queue: { at: OrderStatus; first: Act | null }[] = [{ at: from, first: null }];
  const seen = new Set([from]);
  for (const { at, first } of queue) {
    for (const { act, to: reached } of actsFrom(at)) {
      if (failed.has(`${at} ${act.id}`)) continue;
      for (const next of reached) {
        if (next === to) return first ?? act;
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push({ at: next, first: first ?? act });
      }
    }
  }
  return null;
}

const MOST_ACTS = 20;

/** @returns why the status cannot be reached; null once the newest order has it. */
export async function reachStatus(access: LenderAccess, target: OrderStatus): Promise<string | null> {
  // Cancelled orders of the samples have all photos, so such an order is offered before it is cancelled.
  if (target === STATUS.cancel && (await newestOrder(access))?.status !== target) await reachStatus(access, STATUS.confirm);
  const failed = new Set<string>();
  for (let acts = 0; acts < MOST_ACTS; acts++) {
    const order = await newestOrder(access);
    if (order?.status === target) return null;
    const isOver = order === null || order.status === STATUS.finish || order.status === STATUS.cancel || order.status === STATUS.reject;
    const act = order && !isOver ? firstAct(order.status as OrderStatus, target, failed) : null;
    try {
      if (act && order) await act.make(access, order.orderNo);
      else if (isOver) await wholeApplication(access);
      else return `no way leads from status ${order?.status} to ${target}`;
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string };
      if (!act || !order) return `the lender refused another application: ${code} ${message}`;
      failed.add(`${order.status} ${act.id}`);
      continue;
    }
    const now = await newestOrder(access);
    if (act && order && now?.orderNo === order.orderNo && now.status === order.status) failed.add(`${order.status} ${act.id}`);
  }
  return `status ${target} was not reached`;
}
