/**
 * What the path says happens, brought about at the real lender before the call is sent; and what the examples say,
 * put into the words of this lender: its codes, its ticket numbers, its session.
 */
import type { AwaitedCode, Session, StoredDevice } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { HOUR, MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Values } from '#machines/model/application.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { DataKind } from '#machines/model/collection.ts';
import { isEnded, STATUS, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phone.ts';
import { PORT_NAMES, ports } from '#machines/ports/index.ts';
import { complete } from '../../forms/samples.ts';
import type { Phone, TestLender } from '../../support/lender.ts';
import { SESSION_LOSSES, type PortName } from '../cases.ts';
import { NOW } from '../loans.ts';
import type { Happening } from '../model.ts';
import { holdCard, KNOWN_MOBILE } from './fresh.ts';
import { pictureOf } from './pictures.ts';
import { codeTo, draw, endOrder, inTime, leadTo, newestOrder, payIn, type World } from './steering.ts';

type Event = Happening['event'];

/** What the next call meets instead of the lender. */
export type Fault = { is: 'silence' } | { is: 'answer'; body: object };

export interface Outcomes {
  /** What phone and shell answer: the example's, with a session and an order that the lender knows. */
  phoneAnswers(port: PortName, output: unknown): Promise<unknown>;
  /** Brings about what the call is to be answered with. @returns why that cannot be; null: it can. */
  steer(id: string, port: PortName, wanted: string): Promise<string | null>;
  /** Lets the call fail as the path says. @returns what it meets instead of this lender; null: the lender itself says no. */
  spoil(port: PortName | null, wanted: string, problem: Problem): Promise<Fault | null>;
  /** The event as a person would cause it here. */
  event(event: Event, wanted: string): Promise<Event>;
  /** What a call is sent with, where it names what only the examples know. */
  input(port: PortName, input: unknown): Promise<unknown>;
  /** Someone signed in through the chart; of everyone the lender has the card's two sides from before, as in the examples. */
  signedInAs(session: Session): Promise<void>;
}

export interface OutcomesOptions {
  lender: TestLender;
  now: () => Instant;
  state: () => JourneySnapshot;
}

let numbers = 0;
/** A number no lender has heard of. */
const newMobile = (): string => `07${String(20_000_000 + ++numbers)}`;
let taps = 0;
const newRequestId = (): string => `press-${++taps}`;

/** Days of more time that the examples choose. */
const CHOSEN_DAYS = 14;
/** Kinds of data that the examples name. */
const KINDS: readonly DataKind[] = ['contact', 'sms'];
/** Ports that the lender refuses when the order has moved on. */
const REFUSE_MOVED = PORT_NAMES.filter((port) => ports[port].refusals?.includes('orderRefused'));
/** Calls whose cases are the statuses of the order. */
const isStatus = (wanted: string): wanted is StatusName => wanted in STATUS;

export function createOutcomes({ lender, now, state }: OutcomesOptions): Outcomes {
  const { sandbox } = lender;
  let signedIn: Session | null = null;
  /** The borrower in another window: signed in as the chart is, or for the one who is about to sign in. */
  const phone: Phone = lender.phone({ session: () => state().context.session?.token ?? signedIn?.token ?? null });
  const world = (): World => ({
    lender,
    phone,
    mobile: toMsisdn(state().context.session?.mobile ?? signedIn?.mobile ?? KNOWN_MOBILE) ?? '',
  });
  const orderNo = (): string => state().context.order?.orderNo ?? '';

  async function session(): Promise<Session> {
    if (signedIn) return signedIn;
    const other = lender.phone();
    await inTime(lender, () => other.signIn(toMsisdn(KNOWN_MOBILE) ?? ''));
    const { basicInfo } = await other.call('getUserInfo', {});
    signedIn = { token: other.token ?? '', userId: basicInfo.userId, mobile: basicInfo.mobile };
    return signedIn;
  }

  /** The code was sent before the web view was closed; whoever registers has no account yet. */
  async function awaited(code: AwaitedCode): Promise<AwaitedCode> {
    const { purpose } = code;
    const mobile = purpose === 'register' ? newMobile() : code.mobile;
    await inTime(lender, () => phone.call('getVerifyCode', { mobile, purpose }));
    return { ...code, mobile, codeAgainAt: now() + (code.codeAgainAt - NOW) };
  }

  async function restored(device: StoredDevice): Promise<StoredDevice> {
    if (!device.session) return { ...device, awaitedCode: device.awaitedCode ? await awaited(device.awaitedCode) : null };
    const known = await session();
    if (!device.draftsOf) return { ...device, session: known };
    // What was typed counts only for the order it was typed for.
    await leadTo(world(), STATUS.question);
    return { ...device, session: known, draftsOf: (await newestOrder(world()))?.orderNo ?? null };
  }

  async function endPrompts(how: 'pay' | 'cancel'): Promise<void> {
    for (const { id, to, amount } of (await sandbox.state()).prompts) {
      if (how === 'cancel') await sandbox.do(`/prompts/${id}`, { cancel: true });
      else {
        await sandbox.do(`/wallets/${to}`, { balance: amount * 2 });
        const pin = (await sandbox.state()).wallets.find(({ msisdn }) => msisdn === to)?.pin ?? '';
        await sandbox.do(`/prompts/${id}`, { pin });
      }
    }
  }

  const promptElsewhere = (amount: number) => phone.call('mpesaRepayLink', { orderNo: orderNo(), amount, requestId: newRequestId() });

  async function leadPayment(id: string, wanted: string): Promise<void> {
    if (wanted === 'paid') await endPrompts('pay');
    if (wanted === 'failed') await endPrompts('cancel');
    if (wanted === 'over by now') await endOrder(world());
    if (wanted === 'a prompt open') await promptElsewhere(state().context.repayRequest?.amount ?? 100_000);
    if (wanted === 'nothing open') await endPrompts('cancel');
    if (wanted === 'paid meanwhile') {
      await promptElsewhere(state().context.repayRequest?.amount ?? 100_000);
      await endPrompts('pay');
    }
    if (id === 'searchPayment' && wanted === 'arrived') await payIn(world(), orderNo(), 100_000);
  }

  async function leadRollover(wanted: string): Promise<void> {
    const { chosen, options } = await phone.call('getExtensionData', { orderNo: orderNo() });
    if (wanted === 'open' && chosen)
      await phone.call('updateExtensionOrderStatus', { orderNo: orderNo(), extensionNo: chosen.extensionNo });
    if (wanted === 'chosen' || wanted === 'paid' || wanted === 'confirmed') {
      // What is paid for is only chosen again by choosing what costs more.
      const keeps = chosen !== null && (wanted !== 'chosen' || chosen.missing > 0);
      const unpaid = options.filter(({ total }) => total > (chosen?.received ?? 0));
      const option = keeps ? chosen : (unpaid.find((one) => one.days === CHOSEN_DAYS) ?? unpaid[0]);
      const days = option?.days ?? 0;
      const { businessNumber, accountNumber } = await phone.call('dedicatedAccountCreate', { orderNo: orderNo(), days });
      const { chosen: own } = await phone.call('getExtensionData', { orderNo: orderNo() });
      if (wanted !== 'chosen' && own && own.missing > 0) {
        await sandbox.do(`/wallets/${world().mobile}`, { balance: own.missing * 2 });
        await sandbox.do('/paybill', { msisdn: world().mobile, businessNumber, accountNumber, amount: own.missing });
      }
      if (wanted === 'confirmed' && own) await phone.call('confirmExtensionOrder', { orderNo: orderNo(), extensionNo: own.extensionNo });
    }
  }

  async function leadCollection(wanted: string): Promise<void> {
    const kinds = wanted === 'nothing asked' ? [] : wanted === 'two kinds asked' ? [...KINDS] : [KINDS[0] as DataKind];
    await sandbox.do(`/orders/${orderNo()}/collection`, { kinds });
    if (wanted.endsWith('before')) await phone.call('timeUploadStatus', { orderNo: orderNo(), consents: { contact: true } });
    if (wanted === 'collected before') await phone.call('timeUploadStatus', { orderNo: orderNo(), status: 0 });
  }

  /** A question before the next code: several were sent within the hour. */
  async function sendManyCodes(): Promise<void> {
    const { mobile } = state().context;
    for (let sent = 0; sent < 4; sent++) {
      await sandbox.advance(MINUTE + 1_000);
      const { exists } = await phone.call('existsByMobile', { mobile });
      await phone.call('getVerifyCode', { mobile, purpose: exists ? 'login' : 'register' }).catch(() => undefined);
    }
  }

  async function hasDebt(): Promise<boolean> {
    const order = await newestOrder(world());
    return order !== null && !isEnded(order.status);
  }

  async function steer(id: string, port: PortName, wanted: string): Promise<string | null> {
    switch (port) {
      case 'loadHome':
        if (isStatus(wanted)) return leadTo(world(), STATUS[wanted] as OrderStatus);
        if (wanted === 'no order') return (await newestOrder(world())) === null ? null : 'there is an order by now';
        return wanted.startsWith('status ') ? 'no lender knows such a status' : null;
      case 'findMobile':
        // What is typed is new to the lender: its owner gets an account on another phone.
        if (wanted === 'known') await inTime(lender, () => lender.phone().signIn(toMsisdn(state().context.mobile) ?? ''));
        return null;
      case 'askCaptcha':
        await (wanted === 'asked' ? sendManyCodes() : sandbox.advance(HOUR));
        return null;
      case 'loadRepayment':
      case 'loadPayment':
      case 'verifyPayment':
        await leadPayment(id, wanted);
        return null;
      case 'requestPayment':
        if (wanted === 'failed') await sandbox.do('/rail', { nextPrompt: 'unreachable' });
        return wanted === 'paid' ? 'nobody answers a prompt before it is sent' : null;
      case 'loadRollover':
      case 'chooseRollover':
        await leadRollover(wanted);
        return null;
      case 'loadCollection':
        await leadCollection(wanted);
        return null;
      case 'loadCancellation':
        return (await hasDebt()) === (wanted === 'barred') ? null : 'the loan stands otherwise';
      default:
        return null;
    }
  }

  const newerSection = async (call: 'saveBasicInfoMarket' | 'saveAdditionInfoMarket', values: Values): Promise<void> => {
    // The same moment would be the same version.
    await sandbox.advance(1_000);
    await phone.call(call, { orderNo: orderNo(), values });
  };
  const ended = () => endOrder(world());

  /** Failures that this lender has itself, by their case: what must have happened before the call. */
  const refusedFor: Readonly<Record<string, Partial<Record<PortName, () => Promise<unknown>>>>> = {
    'captcha asked': { requestCode: sendManyCodes },
    'saved elsewhere': {
      savePersonalInfo: () => newerSection('saveBasicInfoMarket', { ...complete.personalInfo, firstName: 'Atieno' }),
      saveAdditionalInfo: () => newerSection('saveAdditionInfoMarket', { ...complete.additionalInfo, industryCategory: '7' }),
    },
    'order moved': {
      ...Object.fromEntries(REFUSE_MOVED.map((port) => [port, ended])),
      startApplication: () => leadTo(world(), STATUS.applying),
      declineOffer: () => draw(world(), orderNo()),
    },
  };

  async function spoil(port: PortName | null, wanted: string, problem: Problem): Promise<Fault | null> {
    if (state().context.session !== null && wanted in SESSION_LOSSES) {
      signedIn = null;
      await sandbox.do('/sessions/end', { mobile: world().mobile, code: problem.code }).catch(() => undefined);
      return null;
    }
    const refuses = port === null ? undefined : refusedFor[wanted]?.[port];
    if (refuses) {
      await refuses();
      return null;
    }
    if (problem.code === LOCAL.networkFailed) return { is: 'silence' };
    const { code, message, ...data } = problem;
    return { is: 'answer', body: { code, msg: message, data } };
  }

  async function event(happened: Event, wanted: string): Promise<Event> {
    const isRight = wanted === 'right';
    switch (happened.type) {
      case 'clock.ticked':
        return { ...happened, now: now() };
      case 'session.lost':
        if (wanted === 'this session') await spoil(null, 'tokenExpired', happened['problem'] as Problem);
        return happened;
      case 'mobile.submitted':
        return isRight ? { ...happened, mobile: newMobile() } : happened;
      case 'registration.submitted':
        return wanted === 'wrong' ? happened : { ...happened, mobile: newMobile() };
      case 'code.submitted':
        return isRight ? { ...happened, code: await sandbox.codeFor(toMsisdn(state().context.mobile) ?? '') } : happened;
      case 'captcha.answered': {
        const [a = 0, b = 0] = (state().context.captcha?.question.match(/\d+/g) ?? []).map(Number);
        return wanted === 'not answered' ? happened : { ...happened, answer: String(a + b) };
      }
      case 'bankAccount.submitted': {
        const { mobile } = world();
        const verificationCode = await codeTo(world(), () => phone.call('getVerifyCode', { mobile, purpose: 'bindCard' }));
        return { ...happened, values: { ...(happened['values'] as object), verificationCode } };
      }
      case 'repayment.amountChosen':
        return { ...happened, requestId: newRequestId() };
      case 'proof.submitted': {
        if ((happened['pictures'] as string[]).length === 0) return happened;
        const { picture } = await phone.call('uploadVoucher', { orderNo: orderNo() }, { files: { file: await pictureOf('front') } });
        return { ...happened, pictures: [picture] };
      }
      default: {
        const values = happened['values'] as { requestId?: string } | undefined;
        return values?.requestId === undefined ? happened : { ...happened, values: { ...values, requestId: newRequestId() } };
      }
    }
  }

  async function newTicket(): Promise<string> {
    const { ticketNo } = await phone.call('feedbackCreate', {
      requestId: newRequestId(),
      type: 1,
      description: 'My payment does not show.',
      receiverAccount: '',
      contact: '0712345678',
      contactTime: 'any',
      pictures: [],
    });
    return ticketNo;
  }
  let ticketNo: string | null = null;

  return {
    phoneAnswers(port, output) {
      if (port === 'askShellLogin') return session();
      return port === 'restoreDevice' ? restored(output as StoredDevice) : Promise.resolve(output);
    },
    steer,
    spoil,
    event,
    async input(port, input) {
      const named = (input ?? {}) as { ticketNo?: string | null; orderNo?: string };
      if (named.ticketNo) return { ...named, ticketNo: (ticketNo ??= await newTicket()) };
      // The places of a promotion are asked for by its link.
      if (port === 'loadVacancies') return { channelId: '7' };
      // The form keeps what is chosen on it before it is sent.
      if (port === 'closeAccount') return { reason: 'costs' };
      if (port === 'loadStatement') return { ...named, orderNo: (await newestOrder(world()))?.orderNo ?? '' };
      return input;
    },
    async signedInAs(who) {
      signedIn = who;
      ticketNo = null;
      if (who.mobile !== toMsisdn(KNOWN_MOBILE)) await holdCard(lender, Number(who.userId));
    },
  };
}
