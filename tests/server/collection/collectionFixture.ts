/** Fixture for tests of collected and deleted data: a lender without a network, and applicants. */
import { beforeAll, expect } from 'vitest';
import { createCollection, type DataCollection } from '#server/collection/dataCollection.ts';
import { createSecret } from '#server/store/secret.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import type { Order } from '#machines/model/order.ts';
import type { Store } from '#server/store/store.ts';
import { testClock, type Engine, type TestClock } from '#tests/support/database.ts';
import { createHostileRail } from '#tests/support/hostileRail.ts';
import { giveEverything, GOOD_ANSWERS, lendingConfig, newBorrower, type Borrower } from '#tests/support/lendingFixture.ts';
import { APPLY } from '../lending/loanFixture.ts';

export const secret = createSecret(Buffer.alloc(32, 7));

export const refusedWith = (code: number): unknown => expect.objectContaining({ code });

export interface Collecting {
  store: Store;
  clock: TestClock;
  lending: Lending;
  collection: DataCollection;
  /** A borrower whose application is complete except for the answers. */
  applicant(): Promise<Borrower>;
  /** Gives the answers and sends the application. */
  send(person: Borrower): Promise<Order>;
}

async function startCollecting(engine: Engine): Promise<Collecting> {
  const clock = testClock();
  const store = await engine.open(clock);
  const rail = createHostileRail(
    () => 0.99,
    (arrived) => lending.railCallback(arrived),
  );
  const lending: Lending = createLending(store, clock, rail, lendingConfig);
  return {
    store,
    clock,
    lending,
    collection: createCollection(store, clock, secret),
    async applicant() {
      const borrower = await newBorrower(store, clock.now());
      await giveEverything(store, borrower.userId, borrower.msisdn, clock.now());
      const { orderNo } = await lending.open(borrower.userId, APPLY);
      return { ...borrower, orderNo };
    },
    send: ({ userId, orderNo }) =>
      lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
      }),
  };
}

/** Call it once in a suite. @returns the fixture; its members exist from the first test on. */
export function setCollecting(engine: Engine): Collecting {
  const fixture = {} as Collecting;
  beforeAll(async () => {
    Object.assign(fixture, await startCollecting(engine));
  });
  return fixture;
}
