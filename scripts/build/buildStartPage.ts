/**
 * Builds `src/app/startPage.tsx` for Node: what draws home as HTML, for the build and for the lender, which loads the
 * built file beside the pages.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { HomeData } from '../../machines/model/order.ts';
import { firstTermOf, termsFor } from '../../machines/model/terms.ts';
import { firstLoan } from '../../src/market/products.ts';
import { bundleForNode } from './bundleForNode.ts';

export type StartPage = typeof import('../../src/app/startPage.tsx');

/** An answer to a visitor: the build draws it to learn which styles it needs. */
export const exampleHome: HomeData = {
  serverTime: 0,
  product: firstLoan,
  limit: firstLoan.firstLoanMax,
  limitTerms: termsFor(firstLoan, firstLoan.firstLoanMax, firstTermOf(firstLoan)),
  firstName: null,
  order: null,
};

/** Beside the folder of the pages. */
export const START_PAGE_FOLDER = 'page';
const NAME = 'startPage';

/** Writes it, and loads it. @param folder is emptied. */
export async function buildStartPage(root: string, folder: string): Promise<StartPage> {
  await bundleForNode(root, folder, { name: NAME, path: 'src/app/startPage.tsx', plugins: [react()] });
  return (await import(`${pathToFileURL(join(folder, `${NAME}.js`)).href}?${Date.now()}`)) as StartPage;
}
