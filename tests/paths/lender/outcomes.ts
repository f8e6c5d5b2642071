/**
 * Prepares the real lender for the next answer of the path, and translates the samples into the values of this lender:
 * its codes, ticket numbers and sessions.
 */
import type { AwaitedCode, Session, StoredDevice } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { HOUR, MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Values } from '#machines/model/application.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { DataKind } from '#machines/model/collection.ts';
import { isEnded, STATUS, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { PORT_NAMES, ports } from '#machines/ports/index.ts';
import { complete } from '../../forms/sectionSamples.ts';
import type { Phone, TestLender } from '../../support/testLender.ts';
import type { PortName } from '#machines/ports/index.ts';
import { SESSION_LOSSES } from '../cases/failures.ts';
import { NOW } from '../lenderSamples.ts';
import type { Step } from '../steps.ts';
import { storeCardPhotos, KNOWN_DEVICE, KNOWN_MOBILE } from './freshLenders.ts';
import { captchaOf } from '#machines/required.ts';
import { solve } from '../../support/solvedCaptcha.ts';
import { pictureOf } from './photoFiles.ts';
import { codeTo, draw, endOrder, withinLimits, reachStatus, newestOrder, payIn, type LenderAccess } from './reachStatus.ts';

type Event = Step['event'];

/** The fault that replaces the lender's answer to the next call. */
export type Fault = { is: 'silence' } | { is: 'answer'; body: object };

export interface Outcomes {
  /** The answer of phone and shell: the answer of the sample, with a session and an order of this lender. */
  phoneAnswers(port: PortName, output: unknown): Promise<unknown>;
  /** Prepares the lender for this answer. @returns why the answer is impossible; null: the lender is prepared. */
  prepare(id: string, port: PortName, outcome: string): Promise<string | null>;
  /** Prepares the failure of the call. @returns the fault that replaces the lender's answer; null: the lender itself refuses. */
  injectFailure(port: PortName | null, outcome: string, problem: Problem): Promise<Fault | null>;
  /** The event with values of this lender. */
  event(event: Event, outcome: string): Promise<Event>;
  /** The input of a call with values of this lender. */
  input(port: PortName, input: unknown): Promise<unknown>;
  /** Registers a sign-in through the chart. As in the samples, the lender has two sides of every borrower's card. */
  signedInAs(session: Session): Promise<void>;
}

export interface OutcomesOptions {
  lender: TestLender;
  now: () => Instant;
  state: () => JourneySnapshot;
}

let numbers = 0;
/** A number without an account. */
const newMobile = (): string => `07${String(20_000_000 + ++numbers)}`;
let presses = 0;
const newRequestId = (): string => `press-${++presses}`;

/** Days of the rollover in the samples. */
const CHOSEN_DAYS = 14;
/** The kinds of data in the samples. */
const KINDS: readonly DataKind[] = ['contact', 'sms'];
/** Ports that the lender refuses when the order has moved on. */
const REFUSE_MOVED = PORT_NAMES.filter((port) => ports[port].refusals?.includes('orderRefused'));
/** Whether the case of an answer is a status of the order. */
const isStatus = (outcome: string): outcome is StatusName => outcome in STATUS;

export function createOutcomes({ lender, now, state }: OutcomesOptions): Outcomes {
  const { sandbox } = lender;
  let signedIn: Session | null = null;
  /** The borrower in another tab: with the session of the chart, or the session of the next sign-in. */
  const phone: Phone = lender.phone({
    session: () => state().context.session?.token ?? signedIn?.token ?? null,
    device: () => KNOWN_DEVICE,
  });
  const access = (): LenderAccess => ({
    lender,
    phone,
    mobile: toMsisdn(state().context.session?.mobile ?? signedIn?.mobile ?? KNOWN_MOBILE) ?? '',
  });
  const orderNo = (): string => state().context.order?.orderNo ?? '';

  async function session(): Promise<Session> {
    if (signedIn) return signedIn;
    const other = lender.phone({ device: () => KNOWN_DEVICE });
    await withinLimits(lender, () => other.signIn(toMsisdn(KNOWN_MOBILE) ?? ''));
    const { basicInfo } = await other.call('getUserInfo', {});
    signedIn = { token: other.token ?? '', userId: basicInfo.userId, mobile: basicInfo.mobile };
    return signedIn;
  }

  /** The code was sent before the web view was closed; a number that registers has no account yet. */
  async function awaited(code: AwaitedCode): Promise<AwaitedCode> {
    const { purpose } = code;
    const mobile = purpose === 'register' ? newMobile() : code.mobile;
    await withinLimits(lender, () => phone.call('getVerifyCode', { mobile, purpose }));
    return { ...code, mobile, codeAgainAt: now() + (code.codeAgainAt - NOW) };
  }

  async function restored(device: StoredDevice): Promise<StoredDevice> {
    if (!device.session) return { ...device, awaitedCode: device.awaitedCode ? await awaited(device.awaitedCode) : null };
    const known = await session();
    if (!device.draftsOf) return { ...device, session: known };
    // Drafts belong to one order.
    await reachStatus(access(), STATUS.question);
    return { ...device, session: known, draftsOf: (await newestOrder(access()))?.orderNo ?? null };
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

  async function preparePayment(id: string, outcome: string): Promise<void> {
    if (outcome === 'paid') await endPrompts('pay');
    if (outcome === 'failed') await endPrompts('cancel');
    if (outcome === 'over by now') await endOrder(access());
    if (outcome === 'a prompt open') await promptElsewhere(state().context.paying?.amount ?? 100_000);
    if (outcome === 'nothing open') await endPrompts('cancel');
    if (outcome === 'paid meanwhile') {
      await promptElsewhere(state().context.paying?.amount ?? 100_000);
      await endPrompts('pay');
    }
    if (id === 'searchPayment' && outcome === 'arrived') await payIn(access(), orderNo(), 100_000);
  }

  /** The lender requires no code after a recent sign-in on a trusted device; in all other cases it requires one. */
  async function prepareDrawing(withCode: boolean): Promise<void> {
    const { store } = lender.inside();
    await store.db
      .updateTable('account_device')
      .set({ trusted_at: withCode ? null : now() })
      .execute();
    if (!withCode) await store.db.updateTable('session').set({ created_at: now() }).where('ended_at', 'is', null).execute();
  }

  async function prepareRollover(outcome: string): Promise<void> {
    const { chosen, options } = await phone.call('getExtensionData', { orderNo: orderNo() });
    if (outcome === 'open' && chosen)
      await phone.call('updateExtensionOrderStatus', { orderNo: orderNo(), extensionNo: chosen.extensionNo });
    if (outcome === 'chosen' || outcome === 'paid' || outcome === 'confirmed') {
      // After a payment for an option, only a more expensive option can be chosen.
      const keeps = chosen !== null && (outcome !== 'chosen' || chosen.missing > 0);
      const unpaid = options.filter(({ total }) => total > (chosen?.received ?? 0));
      const option = keeps ? chosen : (unpaid.find((one) => one.days === CHOSEN_DAYS) ?? unpaid[0]);
      const days = option?.days ?? 0;
      const { businessNumber, accountNumber } = await phone.call('dedicatedAccountCreate', { orderNo: orderNo(), days });
      const { chosen: own } = await phone.call('getExtensionData', { orderNo: orderNo() });
      if (outcome !== 'chosen' && own && own.missing > 0) {
        await sandbox.do(`/wallets/${access().mobile}`, { balance: own.missing * 2 });
        await sandbox.do('/paybill', { msisdn: access().mobile, businessNumber, accountNumber, amount: own.missing });
      }
      if (outcome === 'confirmed' && own) await phone.call('confirmExtensionOrder', { orderNo: orderNo(), extensionNo: own.extensionNo });
    }
  }

  async function prepareCollection(outcome: string): Promise<void> {
    const kinds = outcome === 'nothing asked' ? [] : outcome === 'two kinds asked' ? [...KINDS] : [KINDS[0] as DataKind];
    await sandbox.do(`/orders/${orderNo()}/collection`, { kinds });
    if (outcome.endsWith('before')) await phone.call('timeUploadStatus', { orderNo: orderNo(), consents: { contact: true } });
    if (outcome === 'collected before') await phone.call('timeUploadStatus', { orderNo: orderNo(), status: 0 });
  }

  /** Work is required after several codes within the hour. */
  async function sendManyCodes(): Promise<void> {
    const { mobile } = state().context.signIn;
    for (let sent = 0; sent < 4; sent++) {
      await sandbox.advance(MINUTE + 1_000);
      const { exists } = await phone.call('existsByMobile', { mobile });
      await phone.call('getVerifyCode', { mobile, purpose: exists ? 'login' : 'register' }).catch(() => undefined);
    }
  }

  async function hasDebt(): Promise<boolean> {
    const order = await newestOrder(access());
    return order !== null && !isEnded(order.status);
  }

  async function prepare(id: string, port: PortName, outcome: string): Promise<string | null> {
    switch (port) {
      case 'loadHome':
        if (isStatus(outcome)) return reachStatus(access(), STATUS[outcome] as OrderStatus);
        if (outcome === 'no order') return (await newestOrder(access())) === null ? null : 'there is an order by now';
        if (outcome === 'order erased') return 'it erases an application days after its end';
        return outcome.startsWith('status ') ? 'no lender knows such a status' : null;
      case 'findMobile':
        // The lender has no account for the typed number, so the owner of the number registers on another phone.
        if (outcome === 'known') await withinLimits(lender, () => lender.phone().signIn(toMsisdn(state().context.signIn.mobile) ?? ''));
        return null;
      case 'askCaptcha':
        await (outcome === 'asked' ? sendManyCodes() : sandbox.advance(HOUR));
        return null;
      case 'loadRepayment':
      case 'loadPayment':
      case 'verifyPayment':
        await preparePayment(id, outcome);
        return null;
      case 'requestPayment':
        if (outcome === 'failed') await sandbox.do('/rail', { nextPrompt: 'unreachable' });
        return outcome === 'paid' ? 'a prompt cannot be answered before it is sent' : null;
      case 'uploadPhoto':
        return outcome === '' ? null : 'this lender judges no photo, so it asks for no turn of the head';
      case 'loadOffer':
        await prepareDrawing(outcome === 'with a code');
        return null;
      case 'loadRollover':
      case 'chooseRollover':
        await prepareRollover(outcome);
        return null;
      case 'loadCollection':
        await prepareCollection(outcome);
        return null;
      case 'loadCancellation':
        if ((await hasDebt()) !== (outcome !== 'open')) return 'the order has another status';
        await phone.call('requestCancellation', { reason: outcome === 'requested' ? 'costs' : null });
        return null;
      default:
        return null;
    }
  }

  const newerSection = async (call: 'saveBasicInfoMarket' | 'saveAdditionInfoMarket', values: Values): Promise<void> => {
    // Two versions that are saved in the same instant would be the same version.
    await sandbox.advance(1_000);
    await phone.call(call, { orderNo: orderNo(), values });
  };
  const ended = () => endOrder(access());

  /** Actions before a call that make this lender refuse it, by case and port. */
  const refusalCauses: Readonly<Record<string, Partial<Record<PortName, () => Promise<unknown>>>>> = {
    'captcha asked': { requestCode: sendManyCodes },
    'saved elsewhere': {
      savePersonalInfo: () => newerSection('saveBasicInfoMarket', { ...complete.personalInfo, firstName: 'Atieno' }),
      saveAdditionalInfo: () => newerSection('saveAdditionInfoMarket', { ...complete.additionalInfo, industryCategory: '7' }),
    },
    'order moved': {
      ...Object.fromEntries(REFUSE_MOVED.map((port) => [port, ended])),
      startApplication: () => reachStatus(access(), STATUS.applying),
      declineOffer: () => draw(access(), orderNo()),
    },
  };

  async function injectFailure(port: PortName | null, outcome: string, problem: Problem): Promise<Fault | null> {
    if (state().context.session !== null && outcome in SESSION_LOSSES) {
      signedIn = null;
      await sandbox.do('/sessions/end', { mobile: access().mobile, code: problem.code }).catch(() => undefined);
      return null;
    }
    const refuses = port === null ? undefined : refusalCauses[outcome]?.[port];
    if (refuses) {
      await refuses();
      return null;
    }
    if (problem.code === LOCAL.networkFailed) return { is: 'silence' };
    const { code, message, ...data } = problem;
    return { is: 'answer', body: { code, msg: message, data } };
  }

  async function event(happened: Event, outcome: string): Promise<Event> {
    const isRight = outcome === 'right';
    switch (happened.type) {
      case 'clock.ticked':
        return { ...happened, now: now() };
      case 'session.lost':
        if (outcome !== 'an older session') await injectFailure(null, 'tokenExpired', happened['problem'] as Problem);
        return happened;
      case 'mobile.submitted':
        return isRight ? { ...happened, mobile: newMobile() } : happened;
      case 'registration.submitted':
        return outcome === 'wrong' ? happened : { ...happened, mobile: newMobile() };
      case 'code.submitted':
        return isRight
          ? { ...happened, code: await sandbox.codeFor(toMsisdn(state().context.session?.mobile ?? state().context.signIn.mobile) ?? '') }
          : happened;
      case 'code.requestedAgain':
        // A wait of this length replaces the work.
        if (state().context.signIn.captcha) await sandbox.advance(5 * MINUTE);
        return happened;
      case 'walletCode.requested': {
        const { mobile } = access();
        return {
          ...happened,
          verificationCode: await codeTo(access(), () => phone.call('getVerifyCode', { mobile, purpose: 'bindCard' })),
        };
      }
      case 'bankAccount.submitted': {
        const { mobile } = access();
        const verificationCode = await codeTo(access(), () => phone.call('getVerifyCode', { mobile, purpose: 'bindCard' }));
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
      if (port === 'solveCaptcha') return solve(captchaOf(state().context)).then((answer) => ({ answer }));
      return port === 'restoreDevice' ? restored(output as StoredDevice) : Promise.resolve(output);
    },
    prepare,
    injectFailure,
    event,
    async input(port, input) {
      const named = (input ?? {}) as { ticketNo?: string | null; orderNo?: string };
      if (named.ticketNo) return { ...named, ticketNo: (ticketNo ??= await newTicket()) };
      // The link of a promotion names its channel.
      if (port === 'loadVacancies') return { channelId: '7' };
      // The form stores a choice before it is sent.
      if (port === 'closeAccount') return { reason: 'costs' };
      if (port === 'loadStatement' || port === 'loadAgreement') return { ...named, orderNo: (await newestOrder(access()))?.orderNo ?? '' };
      return input;
    },
    async signedInAs(who) {
      signedIn = who;
      ticketNo = null;
      if (who.mobile !== toMsisdn(KNOWN_MOBILE)) await storeCardPhotos(lender, Number(who.userId));
    },
  };
}
