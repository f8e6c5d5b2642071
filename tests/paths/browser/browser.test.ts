/** A sample of the paths in a real browser on the built app; all of them are walked by `npm run paths -- --browser`. */
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import { printFigures } from '../../support/console.ts';
import { explore } from '../explore.ts';
import { judge } from '../verdict.ts';
import { street } from '../happyPath.ts';
import { walkInBrowser } from './run.ts';

const graph = explore(journeyMachine, street());

/** Complaints of a walk that heads for these. */
async function complaintsOf(wanted: readonly RegExp[], plant?: (context: BrowserContext) => Promise<unknown>): Promise<string[]> {
  const provable = [...graph.edges.values()].flat().flatMap(({ proves }) => [...proves]);
  const goals = new Set(provable.filter((name) => wanted.some((pattern) => pattern.test(name))));
  expect(goals.size).toBeGreaterThanOrEqual(wanted.length);
  const report = await walkInBrowser(journeyMachine, { goals, mostPaths: 4, mostMismatches: 1, ...(plant ? { plant } : {}) }, graph);
  printFigures(`${report.paths.length} paths with ${report.steps} steps, in ${report.took}`);
  return judge(graph, report, []).complaints;
}

const LOGS_IN = /^tabs --login\.requested-->/;
const ABOUT_US = /^aboutUs --back\.requested/;

describe('the paths in a browser', () => {
  it('are made by what a person can press, and address and title agree with the state all the way', async () => {
    expect(
      await complaintsOf([
        LOGS_IN,
        ABOUT_US,
        /--logout\.requested-->/,
        /--agreement\.opened-->/,
        /--agreement\.ticked-->/,
        /--offer\.accepted\[\d\]-->/,
        /actor\.(drawLoan|requestPayment|refreshBalance)-->/,
      ]),
    ).toEqual([]);
  });

  it('find a button that is gone', async () => {
    const gone = (context: BrowserContext) =>
      context.addInitScript(() => {
        new MutationObserver(() => {
          for (const button of document.querySelectorAll<HTMLElement>('main button'))
            if (/^(log|sign) in$/i.test(button.textContent?.trim() ?? '')) button.style.display = 'none';
        }).observe(document, { childList: true, subtree: true });
      });
    const [complaint, ...others] = await complaintsOf([LOGS_IN, ABOUT_US], gone);
    expect(complaint).toMatch(/^not proved: tabs --login\.requested--> .*nothing that can be pressed sends "login\.requested"/);
    expect(others).toEqual([]);
  });

  it('find an address that is wrong', async () => {
    const wrong = (context: BrowserContext) =>
      context.addInitScript(
        ([right, other]) => {
          for (const name of ['pushState', 'replaceState'] as const) {
            const write = history[name];
            history[name] = function (state: unknown, title: string, url?: string | URL | null) {
              write.call(this, state, title, typeof url === 'string' ? url.replace(`#${right}`, `#${other}`) : url);
            };
          }
        },
        [ROUTES.aboutUs, ROUTES.faq] as const,
      );
    const complaints = await complaintsOf([ABOUT_US], wrong);
    expect(complaints).toContainEqual(expect.stringContaining(`the address shows ${ROUTES.faq}, not ${ROUTES.aboutUs}`));
  });

  it('find a page with the title of another', async () => {
    const titled = (context: BrowserContext) =>
      context.addInitScript((path) => {
        new MutationObserver(() => {
          const title = document.querySelector('h1');
          if (location.hash === `#${path}` && title && title.textContent !== 'Help') title.textContent = 'Help';
        }).observe(document, { childList: true, subtree: true });
      }, ROUTES.aboutUs);
    expect(await complaintsOf([ABOUT_US], titled)).toContainEqual(expect.stringContaining('the title is "Help", not '));
  });
});
