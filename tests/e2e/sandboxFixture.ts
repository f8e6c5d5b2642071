/** The fixture of this folder: a browser, a real lender, a phone in the sandbox page. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Cents } from '#machines/model/money.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { SandboxOrder } from '#src/api/sandbox.ts';
import { firstLoan } from '#src/market/products.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { printFigures } from '../support/console.ts';
import { startLender, type LenderOptions, type TestLender } from '../support/testLender.ts';
import { amountsShown, atRest, described, expectAccessible, openPhone, panel, type Phone } from '../support/sandboxPhone.ts';
import { debtIn, expectDerived, missingFrom, orderAmounts, productAmounts, termAmounts, type Allowed, type Debt } from './amounts.ts';

/** A lender's sandbox and a phone. The checks of a page read both. */
export interface Watched {
  readonly lender: Pick<TestLender, 'sandbox'>;
  readonly phone: Phone;
}

/** The lender and the phone of the running test. */
export interface Stage extends Watched {
  readonly lender: TestLender;
}

/**
 * Errors of requests while a lender is killed and started again; and the refusal of a clerk whose session a jump of the clock has
 * ended, who is signed in again by the page.
 */
const TOLERATED = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|\b401\b.*\/desk\/api\//;

/**
 * Call it once at the top of a test file. Every test gets a lender without borrowers and a phone with an empty storage.
 * @param process whether the lender runs in a process of its own, which a test can kill; it takes seconds to start.
 * @param reads whether it recognises text and faces.
 */
export function setStage({ process = false, reads = false }: Pick<LenderOptions, 'process' | 'reads'> = {}): Stage {
  let browser: Browser;
  let lender: TestLender;
  let phone: Phone;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    lender = await startLender({ process, reads, pages: true });
    phone = await openPhone(browser, lender.url, { tolerated: TOLERATED });
  });
  afterEach(async ({ task }) => {
    const { errors } = phone;
    if (task.result?.state === 'fail') printFigures(await described(phone));
    await phone.close();
    await lender.stop();
    expect(errors, 'errors on the pages').toEqual([]);
  });

  return {
    get lender() {
      return lender;
    },
    get phone() {
      return phone;
    },
  };
}

/** Waits until the sandbox page shows every text message that was sent over the wire, so that the next one is recognised as new. */
export async function caughtUp({ lender, phone }: Stage): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const { sms } = await lender.sandbox.state();
    return panel(phone, 'Text messages').getByText(`${sms.length} received`, { exact: true }).isVisible();
  };
  await expect.poll(isThere, { message: 'the tool page with every text message' }).toBe(true);
}

/** The newest order as the desk lists it. */
export async function newestOrder({ lender }: Watched): Promise<SandboxOrder> {
  const [newest] = (await lender.sandbox.state()).orders;
  if (!newest) throw new Error('the lender has no order');
  return newest;
}

/** The debt of the newest order, from the journal. */
export const debtOf = async (stage: Watched): Promise<Debt> =>
  debtIn(await stage.lender.sandbox.ledger((await newestOrder(stage)).orderNo));

export async function walletOf({ lender }: Watched, mobile: string): Promise<Cents> {
  const { wallets } = await lender.sandbox.state();
  const wallet = wallets.find(({ msisdn }) => msisdn === toMsisdn(mobile));
  if (!wallet) throw new Error(`no wallet of ${mobile}`);
  return wallet.balance;
}

/** The amounts that a page may show now. Before there is an order: those of the product and of the present choice. */
async function allowed({ lender }: Watched, chosen: Cents): Promise<Allowed> {
  const [newest] = (await lender.sandbox.state()).orders;
  if (newest) return new Map([...termAmounts(chosen), ...(await orderAmounts(lender, newest.orderNo, newest.principal))]);
  return new Map([...productAmounts(), ...termAmounts(firstLoan.firstLoanMax), ...termAmounts(chosen)]);
}

export interface Expected {
  /** Amounts that the page must show, by name. */
  wanted?: Readonly<Record<string, Cents>>;
  /** Principal whose terms may be shown beside the order's own. */
  chosen?: Cents;
}

/** Expects every amount on the page to be derivable from the ledger, and the page to show the wanted amounts. */
export async function checkAmounts(
  stage: Watched,
  where: string,
  { wanted = {}, chosen = firstLoan.firstLoanMax }: Expected = {},
): Promise<void> {
  const { phone } = stage;
  await atRest(phone);
  await expect.poll(async () => missingFrom(await amountsShown(phone), wanted), { message: `amounts missing on ${where}` }).toEqual([]);
  expectDerived(await amountsShown(phone), await allowed(stage, chosen), where);
}

/** Checks amounts and accessibility of the page. */
export async function checkPage(stage: Stage, where: string, expected: Expected = {}): Promise<void> {
  await checkAmounts(stage, where, expected);
  await expectAccessible(stage.phone, where);
}

/** Kills the lender with SIGKILL and starts it again. Expects the sandbox page to report it and to reconnect. */
export async function killAndStartAgain({ lender, phone }: Stage): Promise<void> {
  const trouble = phone.page.getByRole('alert').filter({ hasText: 'The lender does not answer' });
  await lender.kill();
  await trouble.waitFor();
  await lender.again();
  await trouble.waitFor({ state: 'hidden' });
}
