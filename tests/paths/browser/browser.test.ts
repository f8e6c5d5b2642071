/** A sample of the online test in a real browser on the built app; `npm run paths -- --browser` runs the whole test. */
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import { printFigures } from '../../support/console.ts';
import { explore } from '../explore.ts';
import { verdictOf } from '../verdict.ts';
import { happyPath } from '../happyPath.ts';
import { testInBrowser } from './runInBrowser.ts';

const graph = explore(journeyMachine, happyPath());

/** Complaints of an online test with these obligations. */
async function complaintsOf(wanted: readonly RegExp[], mutate?: (context: BrowserContext) => Promise<unknown>): Promise<string[]> {
  const coverable = [...graph.edges.values()].flat().flatMap(({ covers }) => [...covers]);
  const obligations = new Set(coverable.filter((name) => wanted.some((pattern) => pattern.test(name))));
  expect(obligations.size).toBeGreaterThanOrEqual(wanted.length);
  const report = await testInBrowser(
    journeyMachine,
    { obligations, mostPaths: 4, mostMismatches: 1, ...(mutate ? { mutate } : {}) },
    graph,
  );
  printFigures(`${report.paths.length} paths with ${report.steps} steps, in ${report.took}`);
  return verdictOf(graph, report, []).complaints;
}

const LOGS_IN = /^tabs --login\.requested-->/;
const ABOUT_US = /^aboutUs --back\.requested/;

describe('online test in a browser', () => {
  it('online test in a browser, built app: every obligation is reached by pressing controls, and address and title match each state', async () => {
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

  it('online test in a browser, button removed: reports the event of the button as uncovered', async () => {
    const gone = (context: BrowserContext) =>
      context.addInitScript(() => {
        new MutationObserver(() => {
          for (const button of document.querySelectorAll<HTMLElement>('main button'))
            if (/^(log|sign) in$/i.test(button.textContent?.trim() ?? '')) button.style.display = 'none';
        }).observe(document, { childList: true, subtree: true });
      });
    const [complaint, ...others] = await complaintsOf([LOGS_IN, ABOUT_US], gone);
    expect(complaint).toMatch(/^not covered: tabs --login\.requested--> .*nothing that can be pressed sends "login\.requested"/);
    expect(others).toEqual([]);
  });

  it('online test in a browser, wrong address: reports the difference', async () => {
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

  it('online test in a browser, title of another page: reports the difference', async () => {
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
