/**
 * Walks a path with a real lender: the chart that ships, the ports and the client that ship, the encrypted wire, the
 * lender's own server and database. What the path says the lender answers is brought about before the call is sent.
 */
import { createActor, SimulatedClock, type Actor } from 'xstate';
import type { Session } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { laterPorts, type LaterDeps } from '#src/app/ports/index.ts';
import type { Work } from '#src/app/ports/port.ts';
import { sessionPorts } from '#src/app/ports/session.ts';
import { openStorage } from '#src/app/storage.ts';
import type { TestLender } from '../../support/lender.ts';
import { isAnsweredByPhone, SESSION_LOSSES, type PortName } from '../cases.ts';
import { definitionName, nodeName } from '../explore.ts';
import { delayOf } from '../machineDriver.ts';
import { happeningsIn, type Happening } from '../model.ts';
import { isBeforeSync, projectAt } from '../projection.ts';
import { done, impossible, type Outcome, type Walker } from '../walker.ts';
import { createWorld } from '../world.ts';
import { createOutcomes, type Fault } from './outcomes.ts';
import { giveCanvas, pictureOf } from './pictures.ts';
import { inTime, newestOrderOf } from './steering.ts';

/** The case that a happening names: `repaying` of `loadHome answered (repaying)`. */
const caseOf = (name: string): string => /\((.*)\)$/.exec(name)?.[1] ?? '';

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** No answer within this time is no answer; the real minute proves nothing more. */
const PATIENCE = 40;

const isSessionLoss = (problem: unknown): boolean => (Object.values(SESSION_LOSSES) as number[]).includes((problem as Problem).code);

type Answered = { ok: true; output: unknown } | { ok: false; problem: unknown };

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
  const now = lender.inside().clock.now;
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

  let fault: Fault | null = null;
  /** On the way to what could not be, the order may have been moved: the chart hears of it when it looks at home again. */
  let isMovedUnheard = false;
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
  const kept = new Map<string, string>();
  const sides = Object.keys(pictures) as (keyof typeof pictures)[];
  const deps: LaterDeps = {
    api: () => Promise.resolve(fault?.is === 'silence' ? impatient : patient),
    now,
    storage: openStorage(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) })),
    photo: () => pictures[sides.find((side) => state().context.photos[side].is === 'uploading') ?? 'front'],
    // A shell that collects what it is asked for.
    bridge: { ask: () => Promise.resolve({ status: 0 }), tell: () => undefined } as unknown as LaterDeps['bridge'],
    journey: () => actor,
  };
  const ports: Readonly<Record<string, Work<unknown, unknown> | undefined>> = {
    ...(laterPorts(deps) as unknown as Record<string, Work<unknown, unknown>>),
    loadHome: sessionPorts({ ...deps, forgetPhotos: () => undefined }).loadHome as Work<unknown, unknown>,
  };
  const outcomes = createOutcomes({ lender, now, state });

  /** The call itself, as the app makes it. */
  async function callOf(work: Work<unknown, unknown>, input: unknown): Promise<Answered> {
    try {
      return { ok: true, output: await work({ input, signal: new AbortController().signal }) };
    } catch (problem) {
      return { ok: false, problem };
    } finally {
      fault = null;
    }
  }

  /** The same where many codes were asked for, and time may pass. */
  const callInTime = (work: Work<unknown, unknown>, input: unknown): Promise<Answered> =>
    inTime(lender, async () => {
      const answered = await callOf(work, input);
      if (!answered.ok && (answered.problem as Problem).code === CODE.tooManyRequests) throw answered.problem;
      return answered;
    });

  async function answer(name: string, id: string, event: Happening['event']): Promise<Outcome> {
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
    const why = isGood ? await outcomes.steer(id, port, caseOf(name)) : null;
    if (why !== null) return impossible(why);
    if (!isGood) {
      fault = await outcomes.spoil(port, caseOf(name), event['error'] as Problem);
      isMovedUnheard ||= (await difference()) !== null;
    }
    const input = await outcomes.input(port, call.input);
    const answered = await (isGood && port === 'requestCode' ? callInTime : callOf)(work, input);
    // A call that needs no session does not notice that it is lost; another lender might.
    const isUnnoticed = caseOf(name) in SESSION_LOSSES && (answered.ok || !isSessionLoss(answered.problem));
    if (isUnnoticed) call.fail(event['error']);
    else if (!answered.ok) call.fail(answered.problem);
    else {
      if (port === 'logIn' || port === 'registerBorrower') await outcomes.signedInAs(answered.output as Session);
      if (port === 'loadHome') isMovedUnheard = false;
      call.answer(answered.output);
    }
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
    else actor.send((await outcomes.event(event, caseOf(name))) as Parameters<typeof actor.send>[0]);
    return done;
  }

  /** How the chart's order is not the lender's; null: it is. */
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
      // Steering asks lender and sandbox, and is refused like anyone else.
      const { message } = problem as Partial<Problem>;
      if (problem instanceof TypeError) throw problem;
      return impossible(`refused on the way there: ${message}`);
    }
  }

  return {
    key: () => project(state()),
    async perform(name) {
      const outcome = await tryTo(name);
      if (outcome.is === 'impossible') isMovedUnheard = (await difference()) !== null;
      return outcome;
    },
    /** The chart's order is the lender's, whenever nothing is under way. */
    async disagreements() {
      const snapshot = state();
      if (snapshot.context.session === null || snapshot.hasTag('busy') || isBeforeSync(snapshot)) return [];
      const differs = await difference();
      if (differs === null) isMovedUnheard = false;
      return differs === null || isMovedUnheard ? [] : [differs];
    },
    stop() {
      actor.stop();
      return Promise.resolve();
    },
  };
}
