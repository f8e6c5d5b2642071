/** Signs a borrower in on the page of a sandbox, as a person does. */
import type { Page } from 'playwright-core';
import type { Lender } from '#server/startLender.ts';
import { sandboxEvents } from '../conformance/outsideEvents.ts';
import { addBorrowers } from './manyBorrowers.ts';

/** `borrower`: an account with a running loan, shown at home. `applicant`: a new account, shown at the personal form. */
export type SignedIn = 'borrower' | 'applicant';

const LOCAL_NUMBERS: Readonly<Record<SignedIn, string>> = { borrower: '700000001', applicant: '700000900' };

/** @param page at home, of a lender that has neither of the two accounts. */
export async function signInOnPage(page: Page, { url, store }: Pick<Lender, 'url' | 'store'>, who: SignedIn): Promise<void> {
  if (who === 'borrower') await addBorrowers(store, { stage: 'lent', count: 1, first: 1, now: Date.now() - 3_600_000 });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Apply');
  await page.getByLabel(/^Mobile number/).fill(LOCAL_NUMBERS[who]);
  await press('Send me a code');
  if (who === 'applicant') {
    await page.getByRole('checkbox').check();
    await press('Send me a code');
  }
  const code = page.getByLabel(/^Verification code/);
  await code.waitFor();
  await code.fill(await sandboxEvents(url, fetch).code(`254${LOCAL_NUMBERS[who]}`));
  await press('Confirm the code');
  if (who === 'borrower') return page.getByText(/Left to pay by/).waitFor();
  await page.getByRole('button', { name: /^Apply for KSh/ }).click();
  await page.getByLabel(/^First name/).waitFor();
}
