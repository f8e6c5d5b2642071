/** `npm run dev`: the lender from its sources, with pages from Vite and hot reload. It is no part of the build. */
import { runLender } from './runLender.ts';
import { devPages } from './simulation/devPages.ts';

await runLender(() => ({ options: { extend: (app) => devPages(app) }, hasPage: () => true }));
