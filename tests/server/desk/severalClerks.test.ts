/**
 * Desks of several clerks and one borrower's order at once, over HTTP with a lender and its rail. Each clerk takes steps that the
 * desk's chart accepts in the clerk's state. Steps of several clerks are sent together, and the rules are checked after each round.
 */
import fc from 'fast-check';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeskActor } from '#machines/desk.machine.ts';
import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { checkLedger } from '#server/operator/backup/checkLedger.ts';
import { DESK_API, type DeskAct, type DeskInput, type Role } from '#src/api/desk.ts';
import { bindDesk } from '#src/desk/bindDesk.ts';
import { createDeskClient } from '#src/desk/deskClient.ts';
import { possibleSteps, stepOnward, type Subject } from '#tests/paths/desk/online.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { sampleOf } from '#tests/support/effort.ts';
import { GOOD_ANSWERS, type Borrower } from '#tests/support/lendingFixture.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setCaseDesk, staffIdOf, type PageFetch } from './caseFixture.ts';

/** Rounds of random steps. In later rounds the clerks take the steps that lead to a decision. */
const ROUNDS = 12;
const MOST_ROUNDS_TO_DECIDE = 40;
const SEEDS = Array.from({ length: 16 }, (_, at) => at + 1);

/** The desk of one clerk, and the results that the lender confirmed to it. */
interface ClerkDesk {
  name: string;
  subject: Subject;
  actor: DeskActor;
  /** Lines that the log must contain: `who | what`. */
  confirmed: string[];
  /** Acts that were carried out, without those that wait for a second person. */
  done: string[];
}

onEitherDatabase((engine) => {
  const texts: { to: string; text: string }[] = [];
  const fixture = setRailFixture(engine, createFaultyNetwork(), {
    ceiling: (product) => product.maxPrincipal,
    sms: {
      async send(to, text) {
        texts.push({ to, text });
        return { is: 'taken' };
      },
    },
  });
  const desk = setCaseDesk(fixture);
  const actors: DeskActor[] = [];
  afterEach(() => actors.splice(0).forEach((actor) => actor.stop()));

  /** The log line of one confirmed call; null: it has none. */
  function logged(call: string, input: unknown, data: { state?: string }): string | null {
    if (call === 'case') return 'look';
    if (call === 'take' || call === 'putBack') return call;
    if (call === 'uncover') return `uncover ${(input as DeskInput<'uncover'>).what}`;
    if (call === 'decideWaiting') return `refund ${(input as DeskInput<'decideWaiting'>).decision}`;
    if (call !== 'act') return null;
    const { name } = (input as { act: DeskAct }).act;
    return data.state === 'waitsForSecond' ? `${name} waits` : name;
  }

  async function openDesk(role: Role, name: string, subject: Subject): Promise<ClerkDesk> {
    const [confirmed, done]: [string[], string[]] = [[], []];
    const send = await desk.fetchAs(role, name);
    const watched: PageFetch = async (url, init) => {
      const answer = await send(url, init);
      if (!answer.ok) return answer;
      const call = url.slice(DESK_API.length + 1);
      const { data } = (await answer.clone().json()) as { data: { state?: string } };
      const line = logged(call, JSON.parse(init.body), data);
      if (line !== null) confirmed.push(`${name} | ${line}`);
      if (line !== null && (call === 'act' || call === 'decideWaiting') && data.state === 'done') done.push(line);
      return answer;
    };
    const client = createDeskClient({
      fetch: watched as unknown as typeof fetch,
      phoneNow: () => fixture.clock.now(),
      isOnline: () => true,
    });
    const actor = createActor(bindDesk({ client, sandboxRole: null }), {
      input: { now: fixture.clock.now(), invitation: null, isOnline: true },
      clock: new SimulatedClock(),
    });
    actors.push(actor);
    actor.start();
    await waitFor(actor, (state) => state.matches('working') && !state.hasTag('busy'));
    return { name, subject, actor, confirmed, done };
  }

  const settled = (desks: readonly ClerkDesk[]) => Promise.all(desks.map(({ actor }) => waitFor(actor, (state) => !state.hasTag('busy'))));

  /** Checks the rules while no call runs. @param borrowerSees compares the borrower's pages with the acts. */
  async function check(desks: readonly ClerkDesk[], borrowerSees: () => Promise<void>): Promise<void> {
    await fixture.settleDueWork();
    const taken = desks.flatMap(({ name, actor }) => {
      const { case: shown } = actor.getSnapshot().context;
      return shown?.takenBy?.staffId === staffIdOf(name) ? [shown.caseId] : [];
    });
    expect(taken, 'no case belongs to two desks').toEqual([...new Set(taken)]);
    expect(await trialBalance(fixture.store.db)).toBe(0);
    expect(await checkLedger(fixture.store.db)).toEqual([]);
    const staff = desks.map(({ name }) => staffIdOf(name));
    const rows = await fixture.store.db.selectFrom('desk_log').select(['staff_id', 'what']).where('staff_id', 'in', staff).execute();
    const lines = rows.map(({ staff_id, what }) => `${String(staff_id).replace(/^staff-/, '')} | ${what}`);
    expect(lines.sort()).toEqual(desks.flatMap(({ confirmed }) => confirmed).sort());
    await borrowerSees();
  }

  interface Scene {
    /** The clerks, each with the case that the clerk handles. */
    clerks: readonly { role: Role; subject: Subject }[];
    /** Whether every case is decided. */
    isDecided: (done: readonly string[]) => boolean;
    borrowerSees: (done: readonly string[]) => Promise<void>;
  }

  const twoOf = (role: Role, subject: Subject): Scene['clerks'] => [
    { role, subject },
    { role, subject },
  ];

  let clerksSoFar = 0;
  /** Random steps of all clerks, then steps that lead to a decision. */
  async function play(seed: number, { clerks, isDecided, borrowerSees }: Scene): Promise<readonly string[]> {
    const drawn = fc.sample(fc.nat(100_000), { numRuns: 3 * (ROUNDS + MOST_ROUNDS_TO_DECIDE) + 3, seed });
    let draws = 0;
    const draw = (below: number): number => (drawn[draws++ % drawn.length] ?? 0) % below;
    const desks: ClerkDesk[] = [];
    for (const { role, subject } of clerks) desks.push(await openDesk(role, `${role}-${++clerksSoFar}-${engine.name}`, subject));
    const done = () => desks.flatMap((one) => one.done);
    const story: string[] = [];
    const take = ({ name, subject, actor }: ClerkDesk, onward: boolean): void => {
      const state = actor.getSnapshot();
      const steps = possibleSteps(state, subject);
      // Without a case the clerk first goes to it, through its queue or through the approvals.
      const step = (onward ? stepOnward(state, steps, subject) : null) ?? steps[draw(steps.length)];
      if (!step) return;
      story.push(`${name}: ${step.name}`);
      actor.send(step.event as never);
    };
    for (let round = 0; round < ROUNDS + MOST_ROUNDS_TO_DECIDE && !isDecided(done()); round++) {
      const acting = draw(3) === 0 ? desks : [desks[draw(desks.length)] as ClerkDesk];
      for (const one of acting) take(one, round >= ROUNDS);
      await settled(desks);
      await check(desks, () => borrowerSees(done())).catch((error: unknown) => {
        throw new Error(`${String(error)}\nseed ${seed}:\n${story.join('\n')}`, { cause: error });
      });
    }
    expect(isDecided(done()), `decided in the end, seed ${seed}:\n${story.join('\n')}`).toBe(true);
    return done();
  }

  /** Status after each act of a reviewer. */
  const OUTCOME: Readonly<Record<string, number>> = { approve: STATUS.confirm, reject: STATUS.reject, askPhoto: STATUS.identityOcr };
  const reviews = (done: readonly string[]) => done.filter((act) => act in OUTCOME);
  const application = ({ orderNo }: Borrower): Subject => ({
    caseId: `applications:${orderNo}`,
    queues: ['applications', 'secondLooks'],
    acts: ['reject', 'approve', 'askPhoto'],
    draft: { words: 'Tafadhali subiri.', reason: 'identity', sides: ['front'] },
  });
  const overpayment = ({ orderNo }: Borrower): Subject => ({
    caseId: `overpayments:${orderNo}`,
    queues: ['overpayments', 'approvals'],
    acts: ['refund'],
    draft: { words: 'You paid too much.', amount: '100' },
  });

  /** An application that the rules refer to a person. */
  async function referred(): Promise<Borrower> {
    const b = await fixture.applied({ ...GOOD_ANSWERS, 2: 'yes' });
    const personal = { firstName: 'Wanjiku', lastName: 'Kamau', nationalId: `3${b.msisdn.slice(-7)}` };
    await fixture.store.tx((tx) => saveSection(tx, b.userId, 'personalInfo', personal, fixture.clock.now()));
    await fixture.pass(11 * MINUTE);
    return b;
  }

  async function expectReview(b: Borrower, done: readonly string[]): Promise<void> {
    const [act, ...more] = reviews(done);
    expect(more).toEqual([]);
    expect((await fixture.order(b)).status).toBe(act === undefined ? STATUS.applying : OUTCOME[act]);
  }

  const seeds = sampleOf(`paths of two clerks on ${engine.name}`, SEEDS, 2);

  describe('several clerks at once', () => {
    test.each(seeds)('referred application, path %i: is decided once, and the borrower reads the decision', async (seed) => {
      const b = await referred();
      const done = await play(seed, {
        clerks: twoOf('reviewer', application(b)),
        isDecided: (all) => reviews(all).length > 0,
        async borrowerSees(all) {
          await expectReview(b, all);
        },
      });
      expect(reviews(done)).toHaveLength(1);
      expect(texts.filter(({ to }) => to === b.msisdn).length).toBeGreaterThan(0);
    });

    test.each(seeds)(
      'overpayment, path %i: is refunded once, after the second person confirmed, and the statement shows it',
      async (seed) => {
        const b = await fixture.lent(1_000_000);
        await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.settleToday + 10_000);
        const wallet = async () => (await fixture.simulator.wallet(b.msisdn)).balance;
        const before = await wallet();
        const isConfirmed = (all: readonly string[]) => all.includes('refund confirm');
        await play(seed, {
          clerks: twoOf('payments', overpayment(b)),
          isDecided: isConfirmed,
          async borrowerSees(all) {
            expect(await fixture.booked(b, 'suspense')).toBe(isConfirmed(all) ? 0 : -10_000);
            if (!isConfirmed(all)) expect(await wallet()).toBe(before);
          },
        });
        for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
        await fixture.settleDueWork();
        expect((await wallet()) - before).toBe(10_000);
        expect(await fixture.booked(b, 'returning')).toBe(0);
        const { lines } = await fixture.lending.statement(b.userId, b.orderNo);
        expect(lines.slice(-2).map(({ kind }) => kind)).toEqual(['refund', 'refund']);
        expect(texts.filter(({ to }) => to === b.msisdn).at(-1)?.text).toMatch(/^We sent back KSh 100 .* You paid too much\.$/);
      },
    );

    test.each(seeds)(
      'application with a payment that came too early, path %i: is decided once, and the payment is refunded once',
      async (seed) => {
        const b = await referred();
        await fixture.payBill(b, b.orderNo, 10_000);
        const before = (await fixture.simulator.wallet(b.msisdn)).balance;
        const isSentBack = (all: readonly string[]) => all.includes('refund confirm');
        await play(seed, {
          clerks: [{ role: 'reviewer', subject: application(b) }, ...twoOf('payments', overpayment(b))],
          isDecided: (all) => isSentBack(all) && reviews(all).length > 0,
          async borrowerSees(all) {
            await expectReview(b, all);
            expect(await fixture.booked(b, 'suspense')).toBe(isSentBack(all) ? 0 : -10_000);
          },
        });
        for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
        await fixture.settleDueWork();
        expect((await fixture.simulator.wallet(b.msisdn)).balance - before).toBe(10_000);
        expect(await fixture.booked(b, 'returning')).toBe(0);
      },
    );
  });
});
