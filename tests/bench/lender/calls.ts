/** The measured calls, and the borrowers who make them. */
import { sql } from 'kysely';
import { agreementVersion } from '#server/borrow/agreement/agreementText.ts';
import { readPayee } from '#server/borrow/drawing.ts';
import type { Config } from '#server/config.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { complete } from '../../forms/sectionSamples.ts';
import { addBorrowers, type SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';
import { requestOf, type Request } from './closedLoop.ts';
import type { Place } from './copiedDatabases.ts';

export const CALLS = ['home', 'save', 'draw', 'repay'] as const;
export type MeasuredCall = (typeof CALLS)[number];

/** Whether a borrower can make the call only once, so that each measurement needs other borrowers. */
export const isConsumed = (call: MeasuredCall): boolean => call === 'draw' || call === 'repay';

/** Number of borrowers for calls that can be repeated. */
const REGULARS = 64;

/** Functions that return the next request of each call; null: no borrower is left for it. */
export type Requests = Readonly<Record<MeasuredCall, () => Request | null>>;

export interface Crowd {
  applying: SeededBorrower[];
  offered: (SeededBorrower & { consent: object })[];
  home: SeededBorrower[];
  lent: SeededBorrower[];
}

const openPlace = async (place: Place, config: Config): Promise<Store> => {
  const store = await openStore({ ...place, clock: systemClock, mode: config.mode });
  store.useSecret((await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: place.dataDir }, store)).secret);
  return store;
};

/** @param drawing number of borrowers who draw. @param paying number of borrowers who repay. Each does so once. */
export async function addCrowd(place: Place, config: Config, { drawing, paying }: { drawing: number; paying: number }): Promise<Crowd> {
  const store = await openPlace(place, config);
  try {
    const now = Date.now();
    const [applying, offered, home, lent] = [
      await addBorrowers(store, { stage: 'applying', count: REGULARS, first: 10_000_000, now }),
      await addBorrowers(store, { stage: 'offered', count: drawing, first: 20_000_000, now }),
      await addBorrowers(store, { stage: 'lent', count: REGULARS, first: 30_000_000, now }),
      await addBorrowers(store, { stage: 'lent', count: paying, first: 40_000_000, now }),
    ];
    // A database that has been in use for an hour has statistics too.
    await sql`analyze`.execute(store.db);
    return { applying, home, lent, offered: await withConsents(store, offered, config) };
  } finally {
    await store.close();
  }
}

/** Adds borrowers with a running loan. */
export async function addLoans(place: Place, config: Config, count: number): Promise<SeededBorrower[]> {
  const store = await openPlace(place, config);
  try {
    return await addBorrowers(store, { stage: 'lent', count, first: 30_000_000, now: Date.now() });
  } finally {
    await store.close();
  }
}

async function withConsents(store: Store, offered: readonly SeededBorrower[], config: Config): Promise<Crowd['offered']> {
  const paybill = config.daraja?.shortcode ?? '';
  const consenting: Crowd['offered'] = [];
  for (const one of offered) {
    const row = await store.db.selectFrom('loan_order').selectAll().where('order_no', '=', one.orderNo).executeTakeFirstOrThrow();
    const { contract } = row;
    const { borrower } = await readPayee(store.db, row);
    if (!borrower) throw new Error(`order ${one.orderNo} has no party`);
    const version = agreementVersion({ row, contract, borrower, config: { lender: config.support, paybill } });
    const { sent, owed } = contract.terms;
    consenting.push({ ...one, consent: { orderNo: one.orderNo, agreementVersion: version, sent, owed } });
  }
  return consenting;
}

function turns<T>(of: readonly T[]): () => T {
  let next = 0;
  return () => of[next++ % of.length] as T;
}

function once<T>(of: readonly T[]): () => T | null {
  let next = 0;
  return () => of[next++] ?? null;
}

export function requestsOf({ applying, offered, home, lent }: Crowd): Requests {
  const [nextHome, nextApplying, nextOffered, nextLent] = [turns(home), turns(applying), once(offered), once(lent)];
  let saves = 0;
  return {
    home: () => requestOf('latestOrder', {}, nextHome()),
    save() {
      const borrower = nextApplying();
      // Each request differs, because a repeated one would get the stored answer.
      const values = { ...complete.personalInfo, nationalId: borrower.msisdn.slice(-8), address: `${++saves} Moi Avenue` };
      return requestOf('saveBasicInfoMarket', { orderNo: borrower.orderNo, values }, borrower);
    },
    draw() {
      const borrower = nextOffered();
      return borrower && requestOf('getMoney', borrower.consent, borrower);
    },
    repay() {
      const borrower = nextLent();
      return (
        borrower && requestOf('mpesaRepayLink', { orderNo: borrower.orderNo, amount: 100_000, requestId: borrower.deviceId }, borrower)
      );
    },
  };
}
