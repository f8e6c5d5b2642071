/**
 * Builds `src/app/startPage.tsx` for Node. It renders home as HTML, in the build and in the lender, which loads the built file
 * from beside the pages.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { HomeData } from '../../machines/model/order.ts';
import { firstTermOf, termsFor } from '../../machines/model/terms.ts';
import { firstLoan } from '../../src/market/products.ts';
import { bundleForNode } from './bundleForNode.ts';

export type StartPage = typeof import('../../src/app/startPage.tsx');

/** An example of a visitor's home. The build renders it to find the styles that such a home needs. */
export const exampleHome: HomeData = {
  serverTime: 0,
  product: firstLoan,
  limit: firstLoan.firstLoanMax,
  limitTerms: termsFor(firstLoan, firstLoan.firstLoanMax, firstTermOf(firstLoan)),
  firstName: null,
  order: null,
};

/** Name of the folder, beside the folder of the pages. */
export const START_PAGE_FOLDER = 'page';
const NAME = 'startPage';

/** Writes the built file and loads it. @param folder is emptied. */
export async function buildStartPage(root: string, folder: string): Promise<StartPage> {
  await bundleForNode(root, folder, { name: NAME, path: 'src/app/startPage.tsx', plugins: [react()] });
  return (await import(`${pathToFileURL(join(folder, `${NAME}.js`)).href}?${Date.now()}`)) as StartPage;
}
