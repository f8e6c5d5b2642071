/** A new lender for every path. Creating a database takes seconds, so a prepared one is copied. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { savePhoto } from '#server/apply/applicant.ts';
import { startLender, type TestLender } from '../../support/testLender.ts';

/** The borrower of the samples, who has an account from the start. */
export const KNOWN_MOBILE = '0712345678';

/** The phone on which this borrower registered, which the account trusts. */
export const KNOWN_DEVICE = 'known-device-of-the-samples';

export interface FreshLenders {
  /** A lender with the account of {@link KNOWN_MOBILE} and two sides of the borrower's card, and without an order. */
  open(options?: { pages?: boolean }): Promise<TestLender>;
  remove(): Promise<void>;
}

/** The session must outlive the 91 days of a loan. */
const ENV = { TOKEN_DAYS: '365' } as const;

export async function freshLenders(): Promise<FreshLenders> {
  const folder = await mkdtemp(join(tmpdir(), 'paths-'));
  const first = join(folder, 'first');
  const lender = await startLender({ env: { ...ENV, DATA_DIR: first } });
  try {
    await registerBorrower(lender);
  } finally {
    await lender.stop();
  }
  let copies = 0;
  return {
    async open({ pages = false } = {}) {
      const dataDir = join(folder, `copy-${++copies}`);
      await cp(first, dataDir, { recursive: true });
      const opened = await startLender({ pages, env: { ...ENV, DATA_DIR: dataDir } });
      return {
        ...opened,
        async stop() {
          await opened.stop();
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** As in the samples: the lender has front and back already, so that one photo is left to take. */
async function registerBorrower(lender: TestLender): Promise<void> {
  const phone = lender.phone({ device: () => KNOWN_DEVICE });
  await phone.signIn(toMsisdn(KNOWN_MOBILE) ?? '');
  const { basicInfo } = await phone.call('getUserInfo', {});
  await storeCardPhotos(lender, Number(basicInfo.userId));
  await lender.sandbox.do('/decision', { mode: 'desk' });
  // The code of this sign-in must not count against those of the path.
  await lender.sandbox.advance(24 * 60 * 60_000);
}

/** Stores front and back of the card, as if from an earlier loan. */
export async function storeCardPhotos(lender: TestLender, userId: number): Promise<void> {
  const { store, clock } = lender.inside();
  await store.tx(async (tx) => {
    for (const side of ['front', 'back'] as const)
      await savePhoto(tx, {
        user_id: userId,
        side,
        order_id: null,
        storage_ref: `known-${side}`,
        mime: 'image/jpeg',
        width: 800,
        height: 600,
        saved_at: clock.now(),
      });
  });
}
