/**
 * Leads the lender to a status: each event of an order's life is brought about as in the world, by the borrower in
 * another window, at the lender's desk, on the phone's M-PESA, or by the clock. Which events lead where is asked of the order chart.
 */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { OrderEvent } from '#machines/order.machine.ts';
import type { SandboxOrder } from '#src/api/sandbox.ts';
import { complete } from '../../forms/samples.ts';
import type { Phone, TestLender } from '../../support/testLender.ts';
import { after, orderEventTypes } from '../orderLife.ts';
import { pictureOf } from './photoFiles.ts';

type OrderEventType = OrderEvent['type'];

export interface World {
  lender: TestLender;
  /** The borrower in another window: the same session, none of the chart. */
  phone: Phone;
  /** As the lender stores it. */
  mobile: string;
}

export const newestOrderOf = async (lender: TestLender, mobile: string): Promise<SandboxOrder | null> =>
  (await lender.sandbox.state()).orders.find((order) => order.mobile === mobile) ?? null;
export const newestOrder = ({ lender, mobile }: World): Promise<SandboxOrder | null> => newestOrderOf(lender, mobile);

const wholeApplication = async ({ phone }: World): Promise<void> => {
  const { product } = await phone.call('latestOrder', {});
  await phone.call('applyMarket', { productId: product.id, amount: product.firstLoanMax, termDays: product.termDays[0] ?? 0 });
};

/** Few codes are sent in an hour and in a day: time passes for these tests too. */
export async function inTime<T>(lender: TestLender, ask: () => Promise<T>): Promise<T> {
  await lender.sandbox.advance(HOUR);
  try {
    return await ask();
  } catch (problem) {
    if ((problem as Partial<Problem>).code !== CODE.tooManyRequests) throw problem;
    await lender.sandbox.advance(DAY);
    return ask();
  }
}

/** The code that this sends. */
export async function codeTo({ lender, mobile }: World, ask: () => Promise<unknown>): Promise<string> {
  await inTime(lender, ask);
  return lender.sandbox.codeFor(mobile);
}

const bindAccount = async (world: World, orderNo: string): Promise<void> => {
  const verificationCode = await codeTo(world, () => world.phone.call('getVerifyCode', { mobile: world.mobile, purpose: 'bindCard' }));
  await world.phone.call('bindBankCard', { orderNo, values: { ...complete.bankAccount, verificationCode } });
};

/** Takes the offer as it is. */
export const draw = async ({ phone }: World, orderNo: string): Promise<void> => {
  const { terms, agreementVersion } = await phone.call('confirmProductInfo', { orderNo });
  await phone.call('getMoney', {
    orderNo,
    agreementVersion,
    sent: terms.sent,
    owed: terms.owed,
    amount: terms.principal,
    termDays: terms.termDays,
  });
};

/** @param amount cents, paid at the paybill. */
export async function payIn({ lender, phone, mobile }: World, orderNo: string, amount: number): Promise<void> {
  const { businessNumber, accountNumber } = await phone.call('dedicatedAccountCreate', { orderNo });
  await lender.sandbox.do(`/wallets/${mobile}`, { balance: amount * 2 });
  await lender.sandbox.do('/paybill', { msisdn: mobile, businessNumber, accountNumber, amount });
}

const payAll = async (world: World, orderNo: string): Promise<void> => {
  const { balance } = await world.phone.call('repayOrderDetail', { orderNo });
  await payIn(world, orderNo, balance.settleToday);
};

/** Ends the newest order from another window: given up, or paid back. @throws Problem where it is not for the borrower to end. */
export async function endOrder(world: World): Promise<void> {
  const order = await newestOrder(world);
  if (order === null || isEnded(order.status)) return;
  if (isRepayable(order.status)) await payAll(world, order.orderNo);
  else await world.phone.call('cancelDrawMoney', { orderNo: order.orderNo });
}

type Recipe = (world: World, orderNo: string) => Promise<unknown>;

/** How each event of an order's life is brought about; null: it only ever follows from another. */
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
  'lender.approved': ({ lender }, orderNo) => lender.sandbox.do(`/orders/${orderNo}/decision`, { decision: 'approve' }),
  'lender.rejected': ({ lender }, orderNo) => lender.sandbox.do(`/orders/${orderNo}/decision`, { decision: 'reject' }),
  'offer.declined': ({ phone }, orderNo) => phone.call('cancelDrawMoney', { orderNo }),
  'offer.accepted': null,
  'money.drawn': draw,
  'account.corrected': bindAccount,
  'disbursement.confirmed': ({ lender }) => lender.sandbox.advance(MINUTE),
  'disbursement.failed': null,
  'payment.received': null,
  'loan.settled': payAll,
  'rollover.confirmed': null,
  'application.expired': null,
  'offer.lapsed': null,
  'dueDate.passed': ({ lender }) => lender.sandbox.advance(92 * DAY),
  'review.requested': null,
};

/** What takes two events of the order chart at once. */
const SHORTCUTS: readonly { from: OrderStatus; to: OrderStatus; make: Recipe }[] = [
  { from: STATUS.confirm, to: STATUS.lending, make: draw },
  {
    from: STATUS.confirm,
    to: STATUS.payFail,
    make: async (world, orderNo) => {
      await world.lender.sandbox.do('/rail', { nextPayout: 'unregistered' });
      await draw(world, orderNo);
      await world.lender.sandbox.advance(MINUTE);
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

/** The first act on the shortest way; null where there is none. */
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

/** @returns why it cannot be; null once the newest order has the status. */
export async function leadTo(world: World, wanted: OrderStatus): Promise<string | null> {
  // The examples' ended orders had all their photos: such an order was offered before it was cancelled.
  if (wanted === STATUS.cancel && (await newestOrder(world))?.status !== wanted) await leadTo(world, STATUS.confirm);
  const failed = new Set<string>();
  for (let acts = 0; acts < MOST_ACTS; acts++) {
    const order = await newestOrder(world);
    if (order?.status === wanted) return null;
    const isOver = order === null || order.status === STATUS.finish || order.status === STATUS.cancel || order.status === STATUS.reject;
    const act = order && !isOver ? firstAct(order.status as OrderStatus, wanted, failed) : null;
    try {
      if (act && order) await act.make(world, order.orderNo);
      else if (isOver) await wholeApplication(world);
      else return `no way leads from status ${order?.status} to ${wanted}`;
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string };
      if (!act || !order) return `the lender refused another application: ${code} ${message}`;
      failed.add(`${order.status} ${act.id}`);
      continue;
    }
    const now = await newestOrder(world);
    if (act && order && now?.orderNo === order.orderNo && now.status === order.status) failed.add(`${order.status} ${act.id}`);
  }
  return `status ${wanted} was not reached`;
}
