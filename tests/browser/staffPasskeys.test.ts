/** The desk's cookie and passkeys in a real browser with a virtual authenticator, which the tests of the lender imitate. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CSRF_HEADER, DESK_API } from '#src/api/desk.ts';
import { launch } from '#tests/support/chromium.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let browser: Browser;
let lender: TestLender;
let origin: string;
beforeAll(async () => {
  [browser, lender] = await Promise.all([launch(), startLender()]);
  // A passkey needs a host name.
  origin = lender.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await browser?.close();
  await lender?.stop();
});

/** A blank page at the address of the desk, and a built-in authenticator that verifies its user. */
async function openDesk(): Promise<Page> {
  const page = await browser.newPage();
  const headers = { 'permissions-policy': 'publickey-credentials-get=(self)' };
  await page.route(`${origin}/desk`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Desk</title>', headers }));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${origin}/desk`);
  return page;
}

interface Called {
  status: number;
  data: Record<string, unknown>;
}

const call = (page: Page, name: string, input: object = {}, csrf = ''): Promise<Called> =>
  page.evaluate(
    async ([address, body, header, value]) => {
      const headers = { 'content-type': 'application/json', [header]: value };
      const response = await fetch(address, { method: 'POST', headers, body });
      const { data = {} } = (await response.json()) as { data?: Record<string, unknown> };
      return { status: response.status, data };
    },
    [`${DESK_API}/${name}`, JSON.stringify(input), CSRF_HEADER, csrf] as const,
  );

/** The browser's answer to the lender's options. */
const answerOf = (page: Page, kind: 'create' | 'get', { data }: Called): Promise<object> =>
  page.evaluate(
    async ([what, options]) => {
      const made =
        what === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
            });
      return (made as PublicKeyCredential).toJSON() as object;
    },
    [kind, data['options']] as const,
  );

it('passkey made in a browser: signs in there again and again, and no script reads the cookie', async () => {
  const page = await openDesk();
  const { data: session } = await call(page, 'sandboxClerk', { role: 'support' });
  const csrf = String(session['csrf']);
  const created = await answerOf(page, 'create', await call(page, 'passkeyRegistration', { password: '' }, csrf));
  expect(await call(page, 'addPasskey', { answer: created, label: 'This device' }, csrf)).toEqual({
    status: 200,
    data: { hasPasskey: true },
  });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await call(page, 'signOut', {}, csrf)).toMatchObject({ status: 200 });
  expect(await page.context().cookies(`${origin}/desk`)).toEqual([]);

  for (let n = 0; n < 2; n++) {
    const got = await answerOf(page, 'get', await call(page, 'passkeyChallenge'));
    expect(await call(page, 'passkeySignIn', { answer: got })).toMatchObject({ status: 200, data: { name: 'Cynthia Chebet' } });
  }
  expect(await page.context().cookies(`${origin}/desk`)).toEqual([
    expect.objectContaining({ name: 'desk-session', path: '/desk', httpOnly: true, sameSite: 'Strict' }),
  ]);
  expect(await page.context().cookies(origin), 'the borrower’s page never carries it').toEqual([]);
  await page.close();
});
