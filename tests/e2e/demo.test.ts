/**
 * The demonstration that `npm run demo` starts, used as a person does it: the app on a static server, with the adapter of
 * the example back end, in the example shell.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatKsh, shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { termsFor } from '#machines/model/terms.ts';
import { statusWords, upperFirst } from '#machines/words.ts';
import { firstLoan } from '#src/market/products.ts';
import { axeComplaints } from '../support/axe.ts';
import {
  amina,
  answerQuestions,
  approve,
  bindMpesa,
  chooseMost,
  drawLoan,
  fillAdditionalInformation,
  fillName,
  fillRestOfPersonalInformation,
  sendApplication,
  signInByShell,
  takePhotos,
} from '../support/borrowerSteps.ts';
import { launch } from '../support/chromium.ts';
import { printFigures } from '../support/console.ts';
import { until } from '../support/patience.ts';
import {
  button,
  choose,
  codeAfter,
  described,
  enterPin,
  field,
  moveClock,
  onScreen,
  openPhone,
  panel,
  press,
  pressIn,
  type,
  type Phone,
} from '../support/sandboxPhone.ts';
import { createPhone, sandboxClient } from '../support/testLender.ts';
import { checkAmounts, debtOf, newestOrder, walletOf, type Watched } from './sandboxFixture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRINCIPAL = shillings(5_000);
const PART = shillings(2_000);
const terms = termsFor(firstLoan, PRINCIPAL, 91);
/**
 * Refusals that are expected. This back end answers a refusal with a status of its own (422): a page is refused once after
 * the lender's clock was moved, and then corrects its own clock. Moving the clock also ends the desk's session, which the desk
 * learns by a refused call (401).
 */
const REFUSED = /the server responded with a status of (422|401)/;
/** Balance of a new wallet. */
const OPENING_BALANCE = shillings(20_000);

interface Running {
  process: ChildProcess;
  output: () => string;
}

/** `npm run demo`, without npm. */
function runDemo(port: number): Running {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return { process: child, output: () => output };
}

/** The first value in the output line that begins with this word. */
function printed({ output }: Running, word: string): string {
  const found = new RegExp(`^${word} +([^,; ]+)`, 'm').exec(output())?.[1];
  if (found === undefined) throw new Error(`the demonstration printed no ${word}: ${output()}`);
  return found;
}

interface Stage extends Watched {
  page: string;
  backEnd: string;
  lenderUrl: string;
  /** Requests of the pages, each with the path of the page that sent it. */
  asked: { url: URL; by: string; isCall: boolean }[];
}

describe('demonstration', () => {
  let browser: Browser;
  let demo: Running;
  let stage: Stage;
  let phone: Phone;

  beforeAll(async () => {
    browser = await launch();
    demo = runDemo(0);
    await until(
      () => demo.output().includes('ready;') || demo.process.exitCode !== null,
      () => `the demonstration did not start: ${demo.output()}`,
    );
  });
  afterAll(async () => {
    await browser?.close();
    if (demo.process.exitCode === null) {
      demo.process.kill('SIGINT');
      await once(demo.process, 'exit');
    }
  });

  beforeEach(async () => {
    const [shell, backEnd, lenderUrl] = ['shell', 'back end', 'lender'].map((word) => printed(demo, word)) as [string, string, string];
    const { origin: page } = new URL(shell);
    const asked: Stage['asked'] = [];
    const note = (request: Request): void => {
      const isCall = ['fetch', 'xhr'].includes(request.resourceType());
      // A request of the worker that keeps the page belongs to no frame.
      const frame = isCall && !request.serviceWorker() ? request.frame() : null;
      asked.push({ url: new URL(request.url()), by: frame ? new URL(frame.url()).pathname : '', isCall });
    };
    phone = await openPhone(browser, page, { at: '/', tolerated: REFUSED, before: (context) => void context.on('request', note) });
    stage = { page, backEnd: new URL(backEnd).origin, lenderUrl, asked, phone, lender: { sandbox: sandboxClient(page) } };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') printFigures(`${await described(phone)}\n${demo.output()}`);
    await phone.close();
    expect(phone.errors, 'errors on the pages').toEqual([]);
  });

  /** Expects requests to page and back end only, and some calls of the app. */
  function expectOnlyBackEnd({ asked, page, backEnd }: Stage): void {
    expect([...new Set(asked.filter(({ url }) => url.protocol === 'http:').map(({ url }) => url.origin))].toSorted()).toEqual(
      [page, backEnd].toSorted(),
    );
    const calls = asked.filter(({ by, isCall }) => isCall && by === '/loan/');
    const elsewhere = calls.filter(({ url }) => url.origin !== backEnd || !url.pathname.startsWith('/v1/'));
    expect(elsewhere.map(({ url }) => url.href).filter((href) => !href.startsWith(`${page}/loan/assets/`))).toEqual([]);
    expect(calls.length).toBeGreaterThan(20);
  }

  it('first loan, signed in by the shell: is applied for, drawn and repaid through the example back end alone', async () => {
    expect(await axeComplaints(phone.page), 'the page of the shell').toEqual([]);
    await signInByShell(phone, amina);
    await panel(phone, 'Native app').getByText('+254712345678 is signed in to Shillings.').waitFor();
    await chooseMost(phone);
    await checkAmounts(stage, 'choosing', { wanted: { sent: terms.sent, owed: terms.owed } });
    await press(phone, `Apply for ${formatKsh(PRINCIPAL)}`);
    await fillName(phone, amina);
    await fillRestOfPersonalInformation(phone);
    await press(phone, 'Continue');
    await fillAdditionalInformation(phone);
    await press(phone, 'Continue');
    await takePhotos(phone);
    await bindMpesa(phone, amina);
    await answerQuestions(phone);
    await sendApplication(phone);
    await onScreen(phone, 'Your application');

    await approve(phone);
    // The push tells the app to load the order again.
    await pressIn(phone, 'Native app', 'Send a push');
    await press(phone, 'See your offer');
    await onScreen(phone, 'Your loan offer');
    const { sent, owed } = terms;
    await checkAmounts(stage, 'offer', { wanted: { sent, owed, principal: PRINCIPAL } });
    // The session began in the native app, so the page's installation is new to it and the draw needs a code.
    await moveClock(phone, '+10 min');
    const code = await codeAfter(phone, () => drawLoan(phone, sent));
    await onScreen(phone, 'Enter the verification code');
    await type(phone, 'Verification code', code);
    await press(phone, `Get ${formatKsh(sent)}`);
    await phone.app.getByText('On its way').first().waitFor();
    await moveClock(phone, '+10 min');
    await button(phone, 'Pay').waitFor();
    expect(await debtOf(stage)).toMatchObject({ disbursed: sent, left: owed, paid: 0 });
    expect(await walletOf(stage, amina.mobile)).toBe(OPENING_BALANCE + sent);
    await checkAmounts(stage, 'home, repaying', { wanted: { owed } });

    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    await choose(phone, 'How much do you want to pay?', /^Another amount/);
    await field(phone, 'Amount to pay').fill(String(PART / 100));
    await press(phone, `Pay ${formatKsh(PART)}`);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    await checkAmounts(stage, 'receipt', { wanted: { paid: PART, left: owed - PART } });
    expect(await debtOf(stage), 'the part payment, once').toMatchObject({ paid: PART, left: owed - PART, payments: [PART] });
    await press(phone, 'Done');

    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    await press(phone, /^Pay KSh/);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    await phone.app.getByRole('heading', { name: 'Your loan is repaid' }).waitFor();
    expect((await newestOrder(stage)).status).toBe(STATUS.finish);
    const { left, paid } = await debtOf(stage);
    expect(left).toBe(0);
    expect(await walletOf(stage, amina.mobile)).toBe(OPENING_BALANCE + sent - paid);
    expectOnlyBackEnd(stage);
    for (const path of ['customers/lookup', 'security/register', 'user/saveFaceImage', 'loan/get-money', 'repay/mpesa/repay-link'])
      expect(demo.output(), 'answered by the back end').toMatch(new RegExp(`^200 (GET|POST) /v1/${path}$`, 'm'));
  });

  it('example shell, checked by /shell-check: does everything as documented', async () => {
    const borrower = createPhone(stage.lenderUrl, { packageName: () => 'ke.shillings.app' });
    await borrower.signIn('254712000933');
    await borrower.call('applyMarket', { productId: firstLoan.id, amount: PRINCIPAL, termDays: 91 });
    await panel(phone, "Lender's desk")
      .getByText(upperFirst(statusWords(STATUS.basicInfo)))
      .waitFor();
    await pressIn(phone, 'Web view', 'Check this shell');
    await press(phone, 'Start');
    await phone.page.getByRole('dialog', { name: 'Choose a contact' }).getByRole('button', { name: 'Mary Njeri' }).click();
    await phone.page.getByRole('dialog', { name: 'Sign in to the phone' }).getByRole('button', { name: 'Close' }).click();
    await phone.app.getByText('Send this phone a push message about a loan.').waitFor();
    await pressIn(phone, 'Native app', 'Send a push');
    await phone.app.getByText('Sign in to the native app outside this page, or out of it.').waitFor();
    await pressIn(phone, 'Native app', 'Sign in to the native app');
    const sheet = phone.page.getByRole('dialog', { name: 'Sign in to the phone' });
    await sheet.getByRole('textbox', { name: 'Mobile number' }).fill('0712 000 944');
    const code = await codeAfter(phone, () => sheet.getByRole('button', { name: 'Send the code' }).click());
    await sheet.getByRole('textbox', { name: /^Code sent to/ }).fill(code);
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await phone.app.getByText('Everything that was checked is as documented.').waitFor();
    const report = await phone.app.getByLabel('Report').inputValue();
    const verdicts = report.split('\n').filter((line) => /^[A-Z]+ +\w/.test(line));
    expect(verdicts.filter((line) => !line.startsWith('GOOD'))).toEqual(['SKIPPED    timeSDK']);
  });

  it('native app, invalid number and wrong code: are refused with a reason, and the login continues', async () => {
    await onScreen(phone, 'Hello');
    await press(phone, 'Apply');
    const sheet = phone.page.getByRole('dialog', { name: 'Sign in to the phone' });
    expect(await axeComplaints(phone.page), 'the page of the shell with its login').toEqual([]);
    await sheet.getByRole('textbox', { name: 'Mobile number' }).fill('12345');
    await sheet.getByRole('button', { name: 'Send the code' }).click();
    await sheet.getByText('Enter a Kenyan mobile number, like 0712 345 678.').waitFor();
    await sheet.getByRole('textbox', { name: 'Mobile number' }).fill('0712 000 955');
    const code = await codeAfter(phone, () => sheet.getByRole('button', { name: 'Send the code' }).click());
    await sheet.getByRole('textbox', { name: /^Code sent to/ }).fill(code === '000000' ? '000001' : '000000');
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => sheet.getByRole('alert').textContent()).not.toBe('');
    await sheet.getByRole('textbox', { name: /^Code sent to/ }).fill(code);
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await onScreen(phone, 'Choose your loan');
    await pressIn(phone, 'Native app', 'Sign out of the native app');
    await phone.app.getByRole('heading', { name: 'You were signed out' }).waitFor();
  });

  it('demonstration, Ctrl+C: every process ends with exit code 0, and no data is left', async () => {
    const folder = printed(demo, 'data');
    expect(existsSync(folder)).toBe(true);
    const exited = once(demo.process, 'exit');
    demo.process.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    expect(existsSync(folder)).toBe(false);
    for (const address of [stage.page, stage.backEnd, stage.lenderUrl]) await expect(fetch(address), address).rejects.toThrow();
    // The page is still open, and its calls fail now: these errors are expected.
    phone.errors.splice(0);
  });
});

it('demonstration, port in use: names the port and what to do, and exits with 1', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { process: child, output } = runDemo(port);
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program: stop it, or choose another with PORT.`);
  other.close();
});
