/**
 * Drives a path with a real lender: chart, ports and client that ship, the encrypted wire, the lender's server and
 * database. Before a call is sent, the lender is brought into the state in which it gives the answer of the path.
 */
import { createActor, SimulatedClock, type Actor } from 'xstate';
import type { Session } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { laterPorts, type LaterDeps } from '#src/app/ports/index.ts';
import type { Work } from '#src/app/ports/binding.ts';
import { sessionPorts } from '#src/app/ports/session.ts';
import { openPhone } from '../../support/phoneKey.ts';
import type { TestLender } from '../../support/testLender.ts';
import type { PortName } from '#machines/ports/index.ts';
import { isAnsweredByPhone, SESSION_LOSSES } from '../cases/failures.ts';
import { definitionName, nodeName } from '../explore.ts';
import { delayOf } from '../machineDriver.ts';
import { enabledSteps } from '../model.ts';
import type { Step } from '../steps.ts';
import { isBeforeSync, projectAt } from '../projection.ts';
import { done, impossible, type Outcome, type PathDriver } from '../pathDriver.ts';
import { createEnvironment } from '../environment.ts';
import { KNOWN_DEVICE } from './freshLenders.ts';
import { createOutcomes, type Fault } from './outcomes.ts';
import { stubCanvas, pictureOf } from './photoFiles.ts';
import { withinLimits, newestOrderOf } from './reachStatus.ts';

/** The case in the name of a step: `repaying` of `loadHome answered (repaying)`. */
const caseOf = (name: string): string => /\((.*)\)$/.exec(name)?.[1] ?? '';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Timeout of the client in milliseconds; the real minute would cover nothing more. */
const PATIENCE = 40;

const isSessionLoss = (problem: unknown): boolean => (Object.values(SESSION_LOSSES) as number[]).includes((problem as Problem).code);

/** Whether the call sends the code of an earlier call. Such a call is made at once, because waiting would let the code expire. */
const holdsCode = (input: unknown): boolean => typeof (input as { verificationCode?: unknown } | null)?.verificationCode === 'string';

type Answered = { ok: true; output: unknown } | { ok: false; problem: unknown };

/** @param covered is called with every transition definition taken and every state node entered. */
export async function createLenderDriver(
  machine: JourneyMachine,
  lender: TestLender,
  covered: (obligation: string) => void,
): Promise<PathDriver> {
  stubCanvas();
  const pictures = { front: await pictureOf('front'), back: await pictureOf('back'), face: await pictureOf('face') };
  const { machine: waiting, running } = createEnvironment(machine);
  const clock = new SimulatedClock();
  const now = lender.inside().clock.now;
  const project = projectAt(now);
  const actor: Actor<JourneyMachine> = createActor(waiting, {
    clock,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
      inspected._transitions.forEach((transition) => covered(definitionName(transition)));
      (inspected.snapshot as JourneySnapshot)._nodes.forEach((node) => covered(nodeName(node)));
    },
  });
  actor.start();
  const state = (): JourneySnapshot => actor.getSnapshot();

  let fault: Fault | null = null;
  /** Whether a failed attempt has changed the order at the lender. The chart reads the change when it loads home again. */
  let isStale = false;
  const faultyFetch: typeof fetch = (input, init) => {
    if (fault === null) return fetch(input, init);
    if (fault.is === 'answer') return Promise.resolve(new Response(JSON.stringify(fault.body)));
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new TypeError('no answer'))));
  };
  const clientWith = (timeout?: number): Api =>
    createApi({
      fetch: faultyFetch,
      baseUrl: lender.url,
      packageName: () => 'ke.example.loan',
      appName: () => 'Example Loan',
      now,
      random: () => 0,
      session: () => state().context.session?.token ?? null,
      language: () => state().context.language,
      afid: () => '',
      device: () => KNOWN_DEVICE,
      ...(timeout === undefined ? {} : { timeout }),
    });
  const [patient, impatient] = [clientWith(), clientWith(PATIENCE)];
  const kept = new Map<string, string>();
  const sides = Object.keys(pictures) as (keyof typeof pictures)[];
  const deps: LaterDeps = {
    api: () => Promise.resolve(fault?.is === 'silence' ? impatient : patient),
    now,
    userAgent: 'Android 10; K) Chrome/80.0',
    storage: openPhone({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) }),
    photo: () => pictures[sides.find((side) => state().context.photos[side].is === 'uploading') ?? 'front'],
    // A shell that collects all requested data.
    bridge: { ask: () => Promise.resolve({ status: 0 }), notify: () => undefined } as unknown as LaterDeps['bridge'],
    journey: () => actor,
  };
  const ports: Readonly<Record<string, Work<unknown, unknown> | undefined>> = {
    ...(laterPorts(deps) as unknown as Record<string, Work<unknown, unknown>>),
    loadHome: sessionPorts({ ...deps, forgetPhotos: () => undefined }).loadHome as Work<unknown, unknown>,
  };
  const outcomes = createOutcomes({ lender, now, state });

  /** Makes the call as the app does. */
  async function callOf(work: Work<unknown, unknown>, input: unknown): Promise<Answered> {
    try {
      return { ok: true, output: await work({ input, signal: new AbortController().signal }) };
    } catch (problem) {
      return { ok: false, problem };
    } finally {
      fault = null;
    }
  }

  /** Makes the call; after too many codes, time passes and the call is repeated. */
  const callWithinLimits = (work: Work<unknown, unknown>, input: unknown): Promise<Answered> =>
    withinLimits(lender, async () => {
      const answered = await callOf(work, input);
      if (!answered.ok && (answered.problem as Problem).code === CODE.tooManyRequests) throw answered.problem;
      return answered;
    });

  async function answer(name: string, id: string, event: Step['event']): Promise<Outcome> {
    const call = running.get(id);
    const invoked = state()
      ._nodes.flatMap((node) => node.invoke)
      .find((invoke) => invoke.id === id);
    if (!call || !invoked) throw new Error(`${name}: no such call is under way`);
    const port = invoked.src as PortName;
    const work = isAnsweredByPhone(port) ? undefined : ports[port];
    const isGood = event.type.startsWith('xstate.done');
    if (!work) {
      if (isGood) call.answer(await outcomes.phoneAnswers(port, event['output']));
      else call.fail(event['error']);
      return done;
    }
    const why = isGood ? await outcomes.prepare(id, port, caseOf(name)) : null;
    if (why !== null) return impossible(why);
    if (!isGood) {
      fault = await outcomes.injectFailure(port, caseOf(name), event['error'] as Problem);
      isStale ||= (await difference()) !== null;
    }
    const input = await outcomes.input(port, call.input);
    const isLimited = isGood && port === 'requestCode' && !holdsCode(input);
    const answered = await (isLimited ? callWithinLimits : callOf)(work, input);
    // This lender does not check the session of a public call, but another lender may, so the chart gets the failure anyway.
    const isUnnoticed = caseOf(name) in SESSION_LOSSES && (answered.ok || !isSessionLoss(answered.problem));
    if (isUnnoticed) call.fail(event['error']);
    else if (!answered.ok) call.fail(answered.problem);
    else {
      if (port === 'logIn' || port === 'registerBorrower') await outcomes.signedInAs(answered.output as Session);
      if (port === 'loadHome') isStale = false;
      call.answer(answered.output);
    }
    return done;
  }

  async function perform(name: string): Promise<Outcome> {
    const event = enabledSteps(state()).find((step) => step.name === name)?.event;
    if (!event) return impossible('it cannot happen here');
    const call = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type);
    if (call) {
      const outcome = await answer(name, call[1] as string, event);
      await nextTurn();
      return outcome;
    }
    if (event.type.startsWith('xstate.after.')) clock.increment(delayOf(state(), event.type));
    else actor.send((await outcomes.event(event, caseOf(name))) as Parameters<typeof actor.send>[0]);
    return done;
  }

  /** How the chart's order differs from the lender's; null: both are equal. */
  async function difference(): Promise<string | null> {
    const { order, session } = state().context;
    if (session === null) return null;
    const theirs = await newestOrderOf(lender, session.mobile);
    const spell = (one: { orderNo: string; status: number } | null) => (one ? `${one.orderNo} in status ${one.status}` : 'no order');
    return spell(order) === spell(theirs) ? null : `the chart has ${spell(order)}, the lender ${spell(theirs)}`;
  }

  async function tryTo(name: string): Promise<Outcome> {
    try {
      return await perform(name);
    } catch (problem) {
      // The preparation calls lender and sandbox, which may refuse.
      const { message } = problem as Partial<Problem>;
      if (problem instanceof TypeError) throw problem;
      return impossible(`refused while preparing: ${message}`);
    }
  }

  return {
    key: () => project(state()),
    async perform(name) {
      const outcome = await tryTo(name);
      if (outcome.is === 'impossible') isStale = (await difference()) !== null;
      return outcome;
    },
    /** The chart's order must be the lender's whenever no call is running. */
    async disagreements() {
      const snapshot = state();
      if (snapshot.context.session === null || snapshot.hasTag('busy') || isBeforeSync(snapshot)) return [];
      const differs = await difference();
      if (differs === null) isStale = false;
      return differs === null || isStale ? [] : [differs];
    },
    stop() {
      actor.stop();
      return Promise.resolve();
    },
  };
}
