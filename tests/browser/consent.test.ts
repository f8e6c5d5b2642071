/** Consent to collected data, and the end of a session, in the built app with a shell and a real lender. */
import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import type { DataKind } from '#machines/model/collection.ts';
import type { ShellRequest } from '#src/bridge/messages.ts';
import { givenEverything, keptAnswers, type Applicant } from '#tests/support/applying.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { storedText } from './storedText.ts';
import type { WebView } from './webViewFixture.ts';

const fixture = setBrowserFixture();

interface Listening {
  received: ShellRequest[];
  AndroidBridge: { postMessage: (json: string) => void };
  onLoanShellMessage: (json: string) => void;
}

/** Plays a shell that collects data and records the app's requests. It must not use anything but the page. */
function collectingShell(): void {
  const page = window as unknown as Listening;
  const inner = page.AndroidBridge;
  page.received = [];
  page.AndroidBridge = {
    postMessage: (json) => {
      const request = JSON.parse(json) as ShellRequest & { bridge: string; v: number };
      page.received.push(request);
      if (request.action !== 'timeSDK') return inner.postMessage(json);
      const { kinds, upload } = request.payload;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${upload.token}` };
      void Promise.all(kinds.map((kind) => fetch(`${upload.address}/${kind}`, { method: 'POST', headers, body: '{"made":"up"}' }))).then(
        () =>
          page.onLoanShellMessage(
            JSON.stringify({ bridge: request.bridge, v: request.v, id: request.id, ok: true, result: { status: 0 } }),
          ),
      );
    },
  };
}

const receivedOf = ({ page }: WebView, action: string) =>
  page.evaluate((name) => (window as unknown as Listening).received.filter((one) => one.action === name), action);

/** Opens the review of a complete application. @param kinds of data that the desk requests. */
async function reviewing(kinds: DataKind[]): Promise<{ view: WebView; applicant: Applicant }> {
  const applicant = await givenEverything(fixture.lender, fixture.newMobile());
  if (kinds.length > 0) await fixture.lender.sandbox.do(`/orders/${applicant.orderNo}/collection`, { kinds });
  const view = await fixture.open({
    hash: '#/auth/loan_question',
    shell: { session: applicant.session },
    before: async (context) => {
      await context.addInitScript(collectingShell);
      await context.addInitScript<[string, string]>(([key, text]) => {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
      }, keptAnswers(applicant));
    },
  });
  await view.heading('Check your answers');
  return { view, applicant };
}

const press = ({ page }: WebView, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('consents for data of the phone', () => {
  it('application about to be sent: each kind is asked separately, and the shell collects only what was agreed to', async () => {
    const { view, applicant } = await reviewing(['contact', 'location']);
    const { page } = view;
    expect(await receivedOf(view, 'timeSDK')).toEqual([]);
    await press(view, 'Send application');
    await view.heading('What your phone may share');
    await page.getByRole('heading', { name: 'Your contacts' }).waitFor();
    await page.getByText(/^What you share is deleted when your application is answered/).waitFor();

    await page.goBack();
    await view.heading('Check your answers');
    await press(view, 'Send application');
    await press(view, 'Do not share');
    await page.getByRole('heading', { name: 'Where you are now' }).waitFor();
    expect(await receivedOf(view, 'timeSDK')).toEqual([]);
    await press(view, 'Share');

    await view.heading('Your application');
    await page.getByText('With the lender').waitFor();
    const [asked] = await receivedOf(view, 'timeSDK');
    expect(asked?.payload).toMatchObject({ orderNo: applicant.orderNo, kinds: ['location'], packages: [] });
    const seen = (await fixture.lender.sandbox.state()).orders.find(({ orderNo }) => orderNo === applicant.orderNo)?.collection;
    expect(seen).toEqual({ asked: ['contact', 'location'], agreed: ['location'], refused: ['contact'], held: ['location'], status: 0 });
  });
});

describe('session ended by the lender', () => {
  it('session ended by the lender, next call: one message, the shell logs out, nothing stays stored, home is shown', async () => {
    const { view, applicant } = await reviewing([]);
    await fixture.lender.sandbox.do('/sessions/end', { mobile: applicant.session.mobile, code: CODE.loggedInElsewhere });
    await press(view, 'Send application');
    await view.heading(/^Hello/);
    await view.page.getByText('The account is logged in from another device').first().waitFor();
    await expect.poll(async () => (await receivedOf(view, 'logout')).length).toBe(1);
    expect(await storedText(view.page)).not.toContain(applicant.session.token);
    expect(view.path()).toBe('/');
  });
});
