/** Links to the PDF of an agreement: who can open one, and for how long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { LINK_VALID_FOR, writeFileLink, type FileLink } from '#server/borrow/agreement/fileLink.ts';
import { createSecret } from '#server/store/secret.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import { pdfText } from '#tests/support/pdfText.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { person, signInAgain, type Person } from '#tests/support/twoBorrowers.ts';

let lender: TestLender;
let debtor: Person;

beforeAll(async () => {
  lender = await startLender();
  debtor = await person(lender, 'debtor');
});
afterAll(() => lender?.stop());

async function pathOf({ phone, orderNo }: Person): Promise<string> {
  const { accepted } = await phone.call('loanAgreement', { orderNo });
  if (!accepted?.file) throw new Error('there is no file');
  return accepted.file;
}
const follow = (path: string, init?: RequestInit): Promise<Response> => fetch(lender.url + path, init);
/** A link with this lender's signature. */
const signed = (change: Partial<FileLink> = {}): string => {
  const { store, clock } = lender.inside();
  const link = { userId: Number(debtor.userId), orderNo: debtor.orderNo, language: 'sw', issuedAt: clock.now() } as const;
  return writeFileLink(secretOf(store.db), { ...link, ...change });
};

describe('application that was just opened', () => {
  it.each(['loanAgreement', 'getMoneyContract', 'confirmProductInfo'] as const)(
    'application without personal information, %s: is refused, because nobody can be named in an agreement',
    async (call) => {
      const phone = lender.phone();
      await phone.signIn(`2547119900${['loanAgreement', 'getMoneyContract', 'confirmProductInfo'].indexOf(call)}0`);
      const { product } = await phone.call('latestOrder', {});
      const termDays = product.termDays[0] as number;
      const { orderNo } = await phone.call('applyMarket', { productId: product.id, amount: product.minPrincipal, termDays });
      await expect(phone.call(call, { orderNo })).rejects.toMatchObject({ code: CODE.orderRefused });
    },
  );
});

describe('link to the PDF', () => {
  it("link, no header of a session: downloads the PDF under the lender's file name, and no cache stores it", async () => {
    const path = await pathOf(debtor);
    const response = await follow(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="loan-agreement-${debtor.orderNo}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(pdfText(bytes)).toContain(debtor.orderNo);
    expect(bytes.equals(Buffer.from(await (await follow(await pathOf(debtor))).arrayBuffer())), 'the same bytes every time').toBe(true);
  });

  it('link, HEAD request of a download manager: is answered with the size', async () => {
    const path = await pathOf(debtor);
    const { status, headers } = await follow(path, { method: 'HEAD' });
    const { byteLength } = await (await follow(path)).arrayBuffer();
    expect([status, headers.get('content-length')]).toEqual([200, String(byteLength)]);
  });

  it('link, open offer: does not exist', async () => {
    const applicant = await person(lender, 'applicant');
    const { accepted } = await applicant.phone.call('loanAgreement', { orderNo: applicant.orderNo });
    expect(accepted ?? null).toBeNull();
  });

  it('link, signed by another or changed in any part: opens nothing', async () => {
    const path = await pathOf(debtor);
    const [, folder = '', token = '', name = ''] = path.split('/');
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify([Number(debtor.userId) + 1, debtor.orderNo, 'en', lender.inside().clock.now()])).toString(
      'base64url',
    );
    const foreign = createSecret(Buffer.alloc(32, 7));
    const forged = writeFileLink(foreign, {
      userId: Number(debtor.userId),
      orderNo: debtor.orderNo,
      language: 'en',
      issuedAt: lender.inside().clock.now(),
    });
    for (const wrong of [
      `/${folder}/${other}.${signature}/${name}`,
      `/${folder}/${payload}.${signature.slice(0, -4)}AAAA/${name}`,
      `/${folder}/${payload}/${name}`,
      `/${folder}/${payload}./${name}`,
      `/${folder}/.${signature}/${name}`,
      `/${folder}/${token}/loan-agreement-L000000000.pdf`,
      forged,
    ]) {
      const response = await follow(wrong);
      expect(response.status, wrong).toBe(404);
      expect(await response.text()).toMatch(/^There is no agreement at this address/);
    }
  });

  it('link, signed for an order of somebody else: opens nothing', async () => {
    const applicant = await person(lender, 'applicant');
    expect((await follow(signed({ userId: Number(applicant.userId) }))).status).toBe(404);
  });

  it('link, an hour old: the answer, in the language of the borrower, says to open the agreement again', async () => {
    const now = lender.inside().clock.now();
    expect(LINK_VALID_FOR).toBe(HOUR);
    const response = await follow(signed({ issuedAt: now - HOUR }));
    expect(response.status).toBe(410);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toMatch(/^Kiungo hiki hakifanyi kazi tena/);
    expect((await follow(signed({ issuedAt: now + HOUR }))).status, 'from the future').toBe(410);
  });

  it('link, session ended since: opens nothing, also after the borrower signed in again', async () => {
    const path = await pathOf(debtor);
    const { token } = debtor.phone;
    await debtor.phone.call('logOut', { token: token ?? '' });
    expect((await follow(path)).status).toBe(410);
    await lender.sandbox.advance(1_000);
    await signInAgain(lender, debtor);
    expect((await follow(path)).status).toBe(410);
    expect((await follow(await pathOf(debtor))).status).toBe(200);
  });
});
