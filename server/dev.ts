/** `npm run dev`: the lender from its sources, with pages from Vite and hot reload. The build does not contain this file. */
import { runLender } from './runLender.ts';
import { devPages } from './simulation/devPages.ts';

await runLender(() => ({ options: { extend: (app) => devPages(app) }, hasPage: () => true }));
