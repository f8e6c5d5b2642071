/** Drives the journey chart in a test: events of the borrower, answers of the calls, and the place afterwards. */
import { createActor, SimulatedClock, type StateValue } from 'xstate';
import type { StoredDevice } from '#machines/context.ts';
import { journeyMachine, type JourneyEvent } from '#machines/journey.machine.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { HomeData, Order } from '#machines/model/order.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { homeWith, session } from '../paths/lenderSamples.ts';
import { createEnvironment } from '../paths/environment.ts';

export const nobody: StoredDevice = { session: null, language: 'en', drafts: {}, resume: null };
export const borrower: StoredDevice = { ...nobody, session };

export const noAnswer: Problem = { code: LOCAL.networkFailed, message: '' };
export const refusal = (code: number, message = 'The lender says no'): Problem => ({ code, message });

const spell = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, below]) => (below === undefined ? key : `${key}.${spell(below)}`))
        .join(' ');

const settled = () => new Promise<void>((done) => setImmediate(done));

export interface Journey {
  /** Where the journey is, without the states above the place: `home.shown`, `cashier.waiting`. */
  readonly at: string;
  readonly context: ReturnType<ReturnType<typeof createActor<typeof journeyMachine>>['getSnapshot']>['context'];
  readonly calls: string[];
  is(tag: 'busy' | 'overlay' | 'stable' | 'ticking' | 'form' | 'sheet'): boolean;
  inputOf(call: string): unknown;
  send(...events: JourneyEvent[]): Journey;
  open(to: RouteTarget, query?: Record<string, string>): Journey;
  wait(milliseconds: number): Journey;
  /** Answers a call that is under way. @throws when it is not. */
  answer(call: string, output?: unknown): Promise<Journey>;
  fail(call: string, problem: Problem): Promise<Journey>;
  /** Holds a running call. The returned function answers that call, also after it was aborted or repeated. */
  hold(call: string): (output?: unknown) => Promise<Journey>;
}

const FEATURES = /^(places\.(tabs\.|user\.|apply\.|borrow\.|repay\.|userCenter\.|policies\.|promotion\.|feedback\.)?)/;

/** A journey in its first state, which reads the phone's storage. */
export function startJourney(): Journey {
  const environment = createEnvironment(journeyMachine);
  const clock = new SimulatedClock();
  const actor = createActor(environment.machine, { clock });
  actor.start();
  const callNamed = (name: string) => {
    const call = environment.running.get(name);
    if (!call) throw new Error(`"${name}" is not under way in ${journey.at}; under way: ${journey.calls.join(', ') || 'nothing'}`);
    return call;
  };
  const journey: Journey = {
    get at() {
      return spell(actor.getSnapshot().value).replace(FEATURES, '');
    },
    get context() {
      return actor.getSnapshot().context;
    },
    get calls() {
      return [...environment.running.keys()];
    },
    is: (tag) => actor.getSnapshot().hasTag(tag),
    inputOf: (name) => callNamed(name).input,
    send(...events) {
      events.forEach((event) => actor.send(event as Parameters<typeof actor.send>[0]));
      return journey;
    },
    open: (to, query) => journey.send({ type: 'xstate.route', to, ...(query ? { query } : {}) }),
    wait(milliseconds) {
      clock.increment(milliseconds);
      return journey;
    },
    async answer(name, output) {
      callNamed(name).answer(output);
      await settled();
      return journey;
    },
    async fail(name, problem) {
      callNamed(name).fail(problem);
      await settled();
      return journey;
    },
    hold(name) {
      const { answer } = callNamed(name);
      return async (output) => {
        answer(output);
        await settled();
        return journey;
      };
    },
  };
  return journey;
}

/** A visitor at home. */
export async function asVisitor(): Promise<Journey> {
  const journey = await startJourney().answer('restoreDevice', nobody);
  return journey.answer('loadHome', homeWith(null));
}

/** A borrower at home, with this order. */
export async function asBorrower(order: Order | null = null, home: Partial<HomeData> = {}): Promise<Journey> {
  const journey = await startJourney().answer('restoreDevice', borrower);
  return journey.answer('loadHome', { ...homeWith(order), ...home });
}
