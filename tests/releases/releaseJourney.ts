/**
 * The test that a release contains: one borrower from the registration to the repaid loan, with the client of that release,
 * against the lender at an address. `npm run release` bundles the test with the lender and the pages, and later releases run
 * it (docs/decisions/0103). The test may import modules of the page only, and none of the lender.
 */
import type { Page } from 'playwright-core';
import { STATUS } from '#machines/model/orderStatus.ts';
import { filled as additionalInfo } from '#screens/apply/additionalInfo/examples.ts';
import { filled as bankAccount } from '#screens/apply/bankAccount/examples.ts';
import { filled as loanQuestion } from '#screens/apply/loanQuestion/examples.ts';
import { filled as personalInfo } from '#screens/apply/personalInfo/examples.ts';
import { createApi } from '#src/api/client.ts';
import { SANDBOX_API, specimenPath, type SandboxCommands, type SandboxLedger, type SandboxState } from '#src/api/sandbox.ts';

const MINUTE = 60_000;
/** Longest wait in ms, far longer than a busy machine needs. */
const PATIENCE = 60_000;

/**
 * Asks until there is an answer. Where two lenders share a database, the other one may not have sent the text or the payment
 * yet.
 * @throws Error with `what` when there is no answer within {@link PATIENCE}
 */
async function eventually<T>(ask: () => Promise<T | undefined>, what: () => string): Promise<T> {
  for (const end = Date.now() + PATIENCE; ;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(what());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const PACKAGE_NAME = 'ke.example.loan';

/** The phone network, M-PESA and the clock of a sandbox. */
function openSandbox(url: string) {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(url + SANDBOX_API + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const state = (): Promise<SandboxState> => ask('/state');
  /** Ids of the texts whose code was used. */
  const read = new Set<number>();
  const command = <P extends keyof SandboxCommands>(path: P, body: SandboxCommands[P]): Promise<unknown> =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    state,
    command,
    ledger: (): Promise<SandboxLedger> => ask('/ledger'),
    pass: (ms: number): Promise<unknown> => command('/clock', { advance: ms }),
    async photo(orderNo: string, side: Parameters<typeof specimenPath>[1]): Promise<Blob> {
      const response = await fetch(url + specimenPath(orderNo, side));
      if (!response.ok) throw new Error(`no specimen of the ${side}: ${response.status}`);
      return response.blob();
    },
    /** The code of a text that was not read before. */
    async codeTo(mobile: string): Promise<string> {
      const text = await eventually(
        async () => (await state()).sms.find(({ id, to, text: words }) => to === mobile && /^\d{6} /.test(words) && !read.has(id)),
        () => `no code was sent to ${mobile}`,
      );
      read.add(text.id);
      return text.text.slice(0, 6);
    },
  };
}

function openPhone(url: string) {
  let ahead = 0;
  let token: string | null = null;
  const deviceId = crypto.randomUUID();
  const { call } = createApi({
    fetch: (...request) => fetch(...request),
    baseUrl: url,
    packageName: () => PACKAGE_NAME,
    appName: () => 'Example Loan',
    now: () => Date.now() + ahead,
    random: Math.random,
    session: () => token,
    language: () => 'en',
    afid: () => '',
    device: () => deviceId,
    onServerTime: (time) => (ahead = time - Date.now()),
  });
  return { call, signedIn: (grant: { token: string }) => void (token = grant.token) };
}

export interface Borrowed {
  orderNo: string;
  status: number;
  /** Cents of the whole ledger. */
  ledgerSum: number;
  /** Cents that the borrower owes. */
  owed: number;
  /** Cents of each payment that the statement lists. */
  payments: number;
}

/**
 * @param url of a sandbox whose reader is off.
 * @param mobile `254…`, without an account.
 * @throws Error or Problem at the first step that this release's page could not take.
 */
export async function borrowAndRepay(url: string, mobile: string): Promise<Borrowed> {
  const sandbox = openSandbox(url);
  const { call, signedIn } = openPhone(url);
  await call('productList', {});
  const { exists } = await call('existsByMobile', { mobile });
  if (exists) throw new Error(`${mobile} is registered already`);
  await call('getVerifyCode', { mobile, purpose: 'register' });
  signedIn(await call('register', { mobile, code: await sandbox.codeTo(mobile), acceptedTerms: true }));

  const { product } = await call('latestOrder', {});
  const amount = product.firstLoanMax;
  const { orderNo } = await call('applyMarket', { productId: product.id, amount, termDays: product.termDays[0] ?? 0 });
  // One ID number has one borrower.
  const values = { ...personalInfo, nationalId: mobile.slice(-8), whatsappNo: mobile.slice(3) };
  await call('saveBasicInfoMarket', { orderNo, values, basedOn: null });
  await call('saveAdditionInfoMarket', { orderNo, values: additionalInfo, basedOn: null });
  await call('uploadIdFront', { orderNo }, { files: { file: await sandbox.photo(orderNo, 'front') } });
  await call('uploadIdBack', { orderNo }, { files: { file: await sandbox.photo(orderNo, 'back') } });
  await call('saveFaceImage', { orderNo }, { files: { file: await sandbox.photo(orderNo, 'face') } });
  await call('finishUploadAllImg', { orderNo });

  await sandbox.pass(10 * MINUTE);
  await call('getVerifyCode', { mobile, purpose: 'bindCard' });
  const account = { ...bankAccount, mobile: mobile.slice(3), verificationCode: await sandbox.codeTo(mobile) };
  await call('bindBankCard', { orderNo, values: account });
  await call('saveQuestionnaire', { orderNo, values: loanQuestion });
  // The rules decide, because a lender of another release may have another desk, or none.
  await sandbox.command('/decision', { mode: 'time' });
  await sandbox.pass(10 * MINUTE);
  const statusIs = (status: number): Promise<number> =>
    eventually(
      async () => {
        const { order } = await call('latestOrder', {});
        return order?.status === status ? status : undefined;
      },
      () => `the order did not come to status ${status}`,
    );
  await statusIs(STATUS.confirm);

  const { terms, agreementVersion, needsCode } = await call('confirmProductInfo', { orderNo });
  if (needsCode) {
    await sandbox.pass(10 * MINUTE);
    await call('getVerifyCode', { mobile, purpose: 'draw' });
  }
  const drawn = { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed, amount: terms.principal, termDays: terms.termDays };
  await call('getMoney', { ...drawn, ...(needsCode ? { code: await sandbox.codeTo(mobile) } : {}) });
  for (let minute = 0; minute < 10; minute++) await sandbox.pass(MINUTE);
  await statusIs(STATUS.repaying);

  await sandbox.command(`/wallets/${mobile}`, { balance: terms.owed * 2 });
  const { pin } = (await sandbox.state()).wallets.find(({ msisdn }) => msisdn === mobile) ?? { pin: '' };
  const before = (await call('repayOrderDetail', { orderNo })).balance.settleToday;
  const part = Math.floor(before / 200_00) * 100_00;
  const { payOrderId } = await call('mpesaRepayLink', { orderNo, amount: part, requestId: crypto.randomUUID() });
  await sandbox.pass(1_000);
  const prompt = await eventually(
    async () => (await sandbox.state()).prompts.find(({ to }) => to === mobile),
    () => 'M-PESA shows no prompt',
  );
  await sandbox.command(`/prompts/${prompt.id}`, { pin });
  await sandbox.pass(MINUTE);
  await call('portalRepaymentDetail', { payOrderId });

  const left = before - part;
  const balance = await eventually(
    async () => {
      const answer = await call('repayOrderDetail', { orderNo });
      return answer.balance.settleToday === left ? answer.balance : undefined;
    },
    () => `${part} of ${before} was paid, and ${left} is not what is owed`,
  );
  const { businessNumber, accountNumber } = await call('dedicatedAccountCreate', { orderNo });
  await sandbox.command('/paybill', { msisdn: mobile, businessNumber, accountNumber, amount: balance.settleToday });
  await sandbox.pass(MINUTE);

  const status = await statusIs(STATUS.finish);
  const { rows } = await call('orderListMarket', {});
  if (!rows.some((row) => row.orderNo === orderNo)) throw new Error('the records do not list the loan');
  const statement = await call('lendingRecord', { orderNo });
  return {
    orderNo,
    status,
    ledgerSum: (await sandbox.ledger()).sum,
    owed: statement.left,
    payments: part + balance.settleToday,
  };
}

export const REPAID: number = STATUS.finish;

/** A borrower's first steps on the pages of this release, from home to an application. */
export async function registerOnPage(page: Page, url: string, mobile: string): Promise<void> {
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();
  await page.goto(url);
  await page.getByRole('heading', { name: /Hello/ }).first().waitFor();
  await press('Apply');
  await page.getByRole('heading', { name: 'Sign in' }).first().waitFor();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(mobile.slice(3));
  await press('Send me a code');
  await page.getByRole('heading', { name: 'Register' }).first().waitFor();
  await page.getByRole('checkbox').check();
  await press('Send me a code');
  // The stored release has the shorter heading and the second label.
  await page
    .getByRole('heading', { name: /^Enter the (verification )?code$/ })
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: /^(Verification code|Code from our SMS)/ }).fill(await openSandbox(url).codeTo(mobile));
  await press('Confirm the code');
  await page.getByRole('heading', { name: 'Choose your loan' }).first().waitFor();
  await page
    .getByRole('button', { name: /^Apply for KSh/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Personal information' }).first().waitFor();
}
