/**
 * Walks a path with a real lender: the chart that ships, the ports and the client that ship, the encrypted wire, the
 * lender's own server and database. What the path says the lender answers is brought about before the call is sent.
 */
import { createActor, SimulatedClock, type Actor } from 'xstate';
import type { Session, StoredDevice } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { STATUS, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phone.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { homePorts } from '#src/app/ports/home.ts';
import { laterPorts, type LaterDeps } from '#src/app/ports/later.ts';
import type { Work } from '#src/app/ports/port.ts';
import { openStorage } from '#src/app/storage.ts';
import type { Phone, TestLender } from '../../support/lender.ts';
import { SESSION_LOSSES, type PortName } from '../cases.ts';
import { definitionName, nodeName } from '../explore.ts';
import { delayOf } from '../machineDriver.ts';
import { happeningsIn, type Happening } from '../model.ts';
import { isBeforeSync, projectAt } from '../projection.ts';
import { createWorld } from '../world.ts';
import type { Outcome, Walker } from '../walk.ts';
import { KNOWN_MOBILE } from './fresh.ts';
import { giveCanvas, pictureOf } from './pictures.ts';
import { codeTo, inTime, leadTo, newestOrder, type World } from './steering.ts';

type Event = Happening['event'];

const done: Outcome = { is: 'done' };
const impossible = (why: string): Outcome => ({ is: 'impossible', why });

/** The case that a happening names: `loadHome answered (repaying)`. */
const caseOf = (name: string): string => /\((.*)\)$/.exec(name)?.[1] ?? '';

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** No answer within this time is no answer; the real minute proves nothing more. */
const PATIENCE = 40;

let numbers = 0;
/** A number no lender has heard of. */
const newMobile = (): string => `07${String(20_000_000 + ++numbers)}`;

/** @param proved is told every transition definition taken and every state node entered. */
export async function createLenderDriver(
  machine: JourneyMachine,
  lender: TestLender,
  proved: (obligation: string) => void,
): Promise<Walker> {
  giveCanvas();
  const pictures = { front: await pictureOf('front'), back: await pictureOf('back'), face: await pictureOf('face') };
  const { machine: waiting, running } = createWorld(machine);
  const clock = new SimulatedClock();
  const inside = lender.inside();
  const now = () => inside.clock.now();
  const project = projectAt(now);

  const actor: Actor<JourneyMachine> = createActor(waiting, {
    clock,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
      inspected._transitions.forEach((transition) => proved(definitionName(transition)));
      (inspected.snapshot as JourneySnapshot)._nodes.forEach((node) => proved(nodeName(node)));
    },
  });
  actor.start();
  const state = (): JourneySnapshot => actor.getSnapshot();

  /** What the next call meets instead of the lender; null: the lender. */
  let fault: { is: 'silence' } | { is: 'answer'; body: object } | null = null;
  const meets: typeof fetch = (input, init) => {
    if (fault === null) return fetch(input, init);
    if (fault.is === 'answer') return Promise.resolve(new Response(JSON.stringify(fault.body)));
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new TypeError('no answer'))));
  };
  const clientWith = (timeout?: number): Api =>
    createApi({
      fetch: meets,
      baseUrl: lender.url,
      packageName: () => 'ke.example.loan',
      appName: () => 'Example Loan',
      now,
      random: () => 0,
      session: () => state().context.session?.token ?? null,
      language: () => state().context.language,
      afid: () => '',
      ...(timeout === undefined ? {} : { timeout }),
    });
  const [patient, impatient] = [clientWith(), clientWith(PATIENCE)];
  const api = () => Promise.resolve(fault?.is === 'silence' ? impatient : patient);
  const kept = new Map<string, string>();
  const storage = openStorage(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) }));
  const sideUnderWay = () =>
    (Object.keys(pictures) as (keyof typeof pictures)[]).find((side) => state().context.photos[side].is === 'uploading');
  const photo = () => pictures[sideUnderWay() ?? 'front'];
  /** A shell that collects what it is asked for. */
  const bridge = { ask: () => Promise.resolve({ status: 0 }), tell: () => undefined } as unknown as LaterDeps['bridge'];
  const deps: LaterDeps = { api, now, storage, photo, bridge, journey: () => actor };
  const ports: Readonly<Record<string, Work<unknown, unknown> | undefined>> = {
    ...(laterPorts(deps) as unknown as Record<string, Work<unknown, unknown>>),
    loadHome: homePorts(deps).loadHome as Work<unknown, unknown>,
  };
  const ofTheLender = (port: PortName) => (PHONE_PORTS.includes(port) ? undefined : ports[port]);

  /** The borrower in another window: signed in as the chart is, or for the one who is about to sign in. */
  let signedIn: Session | null = null;
  const phone: Phone = lender.phone({ session: () => state().context.session?.token ?? signedIn?.token ?? null });
  const world = (): World => ({
    lender,
    phone,
    mobile: toMsisdn(state().context.session?.mobile ?? signedIn?.mobile ?? KNOWN_MOBILE) ?? '',
  });

  async function session(): Promise<Session> {
    if (signedIn) return signedIn;
    const other = lender.phone();
    await inTime(lender, () => other.signIn(toMsisdn(KNOWN_MOBILE) ?? ''));
    const { basicInfo } = await other.call('getUserInfo', {});
    signedIn = { token: other.token ?? '', userId: basicInfo.userId, mobile: basicInfo.mobile };
    return signedIn;
  }

  /** What the phone and its shell answer is the example's, with a session that the lender knows. */
  async function phoneAnswers(port: PortName, output: unknown): Promise<unknown> {
    if (port === 'askShellLogin') return session();
    if (port !== 'restoreDevice') return output;
    const device = output as StoredDevice;
    const awaitedCode = device.awaitedCode
      ? { ...device.awaitedCode, codeAgainAt: now() + (device.awaitedCode.codeAgainAt - EXAMPLE_NOW) }
      : null;
    if (!device.session) return { ...device, awaitedCode };
    const known = await session();
    if (!device.draftsOf) return { ...device, awaitedCode, session: known };
    await leadTo(world(), STATUS.question);
    return { ...device, awaitedCode, session: known, draftsOf: (await newestOrder(world()))?.orderNo ?? null };
  }

  /** Brings about what the call is to be answered with. @returns why that cannot be. */
  async function steer(id: string, port: PortName, wanted: string): Promise<string | null> {
    if (wanted in STATUS && HOME_CALLS.includes(port)) return leadTo(world(), STATUS[wanted as StatusName] as OrderStatus);
    if (port === 'loadHome' && wanted === 'no order') return (await newestOrder(world())) === null ? null : 'there is an order by now';
    if (port === 'loadHome' && wanted.startsWith('status ')) return 'no lender knows such a status';
    if (port === 'findMobile') {
      const isKnown = toMsisdn(state().context.mobile) === toMsisdn(KNOWN_MOBILE);
      return isKnown === (wanted === 'known') ? null : 'another number was typed';
    }
    if (port === 'loadRepayment' && wanted === 'a prompt open') {
      const { order } = state().context;
      if (order)
        await phone
          .call('mpesaRepayLink', { orderNo: order.orderNo, amount: 100_000, requestId: `other-${++taps}` })
          .catch(() => undefined);
    }
    if (port === 'loadRepayment' && wanted === 'nothing open') await endPrompts({ cancel: true });
    if (port === 'loadPayment' || id === 'askPayment') {
      if (wanted === 'paid' || wanted === 'paid meanwhile') await endPrompts('pay');
      if (wanted === 'failed') await endPrompts({ cancel: true });
    }
    return null;
  }

  let taps = 0;
  async function endPrompts(how: 'pay' | { cancel: true }): Promise<void> {
    const { mobile } = world();
    const { prompts, wallets } = await lender.sandbox.state();
    for (const { id, to } of prompts) {
      if (how === 'pay') {
        await lender.sandbox.do(`/wallets/${to}`, { balance: 10_000_000 });
        const pin = (await lender.sandbox.state()).wallets.find(({ msisdn }) => msisdn === mobile)?.pin ?? wallets[0]?.pin ?? '1234';
        await lender.sandbox.do(`/prompts/${id}`, { pin });
      } else await lender.sandbox.do(`/prompts/${id}`, how);
    }
  }

  /** Lets the call fail in the way the path says. */
  async function spoil(wanted: string, problem: Problem): Promise<void> {
    const isSignedIn = state().context.session !== null;
    if (isSignedIn && wanted in SESSION_LOSSES) {
      signedIn = null;
      await lender.sandbox.do('/sessions/end', { mobile: world().mobile, code: problem.code }).catch(() => undefined);
      return;
    }
    if (problem.code === LOCAL.networkFailed) {
      fault = { is: 'silence' };
      return;
    }
    const { code, message, ...data } = problem;
    fault = { is: 'answer', body: { code, msg: message, data } };
  }

  /** The call itself, as the app makes it. */
  async function callFor(port: PortName, input: unknown): Promise<{ ok: true; output: unknown } | { ok: false; problem: unknown }> {
    const real = ofTheLender(port);
    if (!real) throw new Error(`the port "${port}" is not the lender's and has no answer here`);
    try {
      return { ok: true, output: await real({ input, signal: new AbortController().signal }) };
    } catch (problem) {
      return { ok: false, problem };
    } finally {
      fault = null;
    }
  }

  /** The same, where too many codes were asked for and time may pass. */
  async function sure(port: PortName, input: unknown): ReturnType<typeof callFor> {
    const answered = await callFor(port, input);
    if (!answered.ok && (answered.problem as Problem).code === CODE.tooManyRequests) throw answered.problem;
    return answered;
  }

  /** The event as a person would cause it here: examples give way to what this lender really said. */
  async function real(event: Event, name: string): Promise<Event> {
    const wanted = caseOf(name);
    switch (event.type) {
      case 'clock.ticked':
        return { ...event, now: now() };
      case 'session.lost':
        if (wanted === 'this session') await spoil('tokenExpired', event['problem'] as Problem);
        return event;
      case 'mobile.submitted':
        return wanted === 'right' ? { ...event, mobile: ++taps % 2 === 0 ? KNOWN_MOBILE : newMobile() } : event;
      case 'registration.submitted':
        return wanted === 'wrong' ? event : { ...event, mobile: newMobile() };
      case 'code.submitted':
        return wanted === 'right' ? { ...event, code: await lender.sandbox.codeFor(toMsisdn(state().context.mobile) ?? '') } : event;
      case 'bankAccount.submitted': {
        const verificationCode = await codeTo(world(), () => phone.call('getVerifyCode', { mobile: world().mobile, purpose: 'bindCard' }));
        return { ...event, values: { ...(event['values'] as object), verificationCode } };
      }
      case 'repayment.amountChosen':
        return { ...event, requestId: `tap-${++taps}` };
      default:
        return event;
    }
  }

  async function answer(name: string, id: string, event: Event): Promise<Outcome> {
    const call = running.get(id);
    const port = state()
      ._nodes.flatMap((node) => node.invoke)
      .find((invoke) => invoke.id === id)?.src as PortName | undefined;
    if (!call || !port) throw new Error(`${name}: no such call is under way`);
    const isGood = event.type.startsWith('xstate.done');
    if (!ofTheLender(port)) {
      if (isGood) call.answer(await phoneAnswers(port, event['output']));
      else call.fail(event['error']);
      return done;
    }
    if (isGood) {
      const why = await steer(id, port, caseOf(name));
      if (why !== null) return impossible(why);
    } else await spoil(caseOf(name), event['error'] as Problem);
    const answered =
      isGood && port === 'requestCode' ? await inTime(lender, () => sure(port, call.input)) : await callFor(port, call.input);
    if (answered.ok) {
      if (port === 'logIn' || port === 'registerBorrower') signedIn = answered.output as Session;
      call.answer(answered.output);
    } else call.fail(answered.problem);
    return done;
  }

  async function perform(name: string): Promise<Outcome> {
    const event = happeningsIn(state()).find((happening) => happening.name === name)?.event;
    if (!event) return impossible('it cannot happen here');
    const call = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type);
    if (call) {
      const outcome = await answer(name, call[1] as string, event);
      await turnOfTheLoop();
      return outcome;
    }
    if (event.type.startsWith('xstate.after.')) clock.increment(delayOf(machine, state(), event.type));
    else actor.send((await real(event, name)) as Parameters<typeof actor.send>[0]);
    return done;
  }

  return {
    key: () => project(state()),
    async perform(name) {
      try {
        return await perform(name);
      } catch (problem) {
        // Steering asks the lender too, and is refused like anyone else.
        const { code, message } = problem as Partial<Problem>;
        if (typeof code !== 'number') throw problem;
        return impossible(`the lender refused what was to lead there: ${code} ${message}`);
      }
    },
    /** The chart's order is the lender's, whenever nothing is under way. */
    async disagreements() {
      const snapshot = state();
      const { order, session: signed } = snapshot.context;
      if (signed === null || snapshot.hasTag('busy') || isBeforeSync(snapshot)) return [];
      const theirs = await newestOrder(world());
      if (order === null && theirs === null) return [];
      if (order && theirs && order.orderNo === theirs.orderNo && order.status === theirs.status) return [];
      const spell = (one: { orderNo: string; status: number } | null) => (one ? `${one.orderNo} in status ${one.status}` : 'no order');
      return [`the chart has ${spell(order)}, the lender ${spell(theirs)}`];
    },
    stop() {
      actor.stop();
      return Promise.resolve();
    },
  };
}

/** The moment the examples were made for. */
const EXAMPLE_NOW = Date.UTC(2026, 2, 5, 9);
const HOME_CALLS: readonly string[] = ['loadHome', 'savePersonalInfo', 'saveAdditionalInfo'];
/** What the phone and its shell answer, not the lender. */
const PHONE_PORTS: readonly PortName[] = [
  'restoreDevice',
  'askShellLogin',
  'forgetSession',
  'pickContact',
  'startRecording',
  'saveRecording',
];
