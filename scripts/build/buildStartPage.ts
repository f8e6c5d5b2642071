/**
 * Builds `src/app/startPage.tsx` for Node. It renders home as HTML, in the build and in the lender, which loads the built file
 * from beside the pages.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { bundleForNode } from './bundleForNode.ts';

export type StartPage = typeof import('../../src/app/startPage.tsx');

/** Name of the folder, beside the folder of the pages. */
export const START_PAGE_FOLDER = 'page';
const NAME = 'startPage';

/** Writes the built file and loads it. @param folder is emptied. */
export async function buildStartPage(root: string, folder: string): Promise<StartPage> {
  await bundleForNode(root, folder, { name: NAME, path: 'src/app/startPage.tsx', plugins: [react()] });
  return (await import(`${pathToFileURL(join(folder, `${NAME}.js`)).href}?${Date.now()}`)) as StartPage;
}
