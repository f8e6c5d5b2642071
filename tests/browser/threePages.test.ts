/** The pages of two clerks and of one borrower at once, with a real lender: each shows the acts of the others. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import type { Role } from '#src/api/desk.ts';
import { givenEverything } from '#tests/support/applying.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { setBrowserFixture } from './browserFixture.ts';

const fixture = setBrowserFixture();
const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A desk of the sandbox with a signed-in clerk of this role. */
async function desk(role: Role, place: string): Promise<Page> {
  const context = await fixture.browser.newContext({ viewport: { width: 1440, height: 900 } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${fixture.lender.url}/desk?clerk=${role}#${place}`);
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Opens the case that stands first in a queue. */
const openFirst = (page: Page) => page.getByRole('table').getByRole('button').first().click();
const take = async (page: Page): Promise<void> => {
  await press(page, 'Take the case');
  await page.getByText('You have taken this case.').waitFor();
};

it('referred application and a payment of no loan: one clerk decides, a second person confirms, and the borrower sees the offer', async () => {
  const { lender } = fixture;
  const { session, orderNo, phone } = await givenEverything(lender, fixture.newMobile());
  await phone.call('saveQuestionnaire', { orderNo, values: { ...GOOD_ANSWERS, 2: 'yes' } });
  await lender.sandbox.advance(11 * MINUTE);
  const { page: borrower } = await fixture.open({ shell: { session } });
  const reviewer = await desk('reviewer', `case/applications:${orderNo}`);
  await take(reviewer);

  const payer = '254799000111';
  await lender.sandbox.do(`/wallets/${payer}`, { balance: shillings(1_000) });
  const { paybill } = await lender.sandbox.state();
  await lender.sandbox.do('/paybill', { msisdn: payer, businessNumber: paybill, accountNumber: 'NOBODY', amount: shillings(300) });
  await lender.sandbox.advance(MINUTE);
  const payments = await desk('payments', 'queue/unplacedMoney');
  await openFirst(payments);
  await take(payments);
  await press(payments, 'Send it back');
  await press(payments, 'Ask for its return');
  await payments.getByText('A second person has to confirm it before anything happens.').waitFor();

  await press(reviewer, 'Approve');
  await press(reviewer, 'Approve the application');
  await reviewer.getByText('Done, and written to the log.').waitFor();
  await borrower.reload();
  await borrower
    .getByText(/approved/i)
    .first()
    .waitFor();

  const second = await desk('administrator', 'queue/approvals');
  await openFirst(second);
  await second.getByText('Send the payment back').waitFor();
  await press(second, 'Confirm');
  await second.getByText('Done, and written to the log.').waitFor();
  await lender.sandbox.advance(MINUTE);
  const balance = async () => (await lender.sandbox.state()).wallets.find(({ msisdn }) => msisdn === payer)?.balance;
  await expect.poll(balance).toBe(shillings(1_000));
});
