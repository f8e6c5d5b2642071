/** Counts the work of a page in the page itself, because a count is the same on every machine and a time is not. */
import type { Frame, Page } from 'playwright-core';

export interface Work {
  /** Number of React commits. */
  commits: number;
  /** Nodes of the document that were added, removed or changed. */
  nodes: number;
}

declare global {
  interface Window {
    work: Work;
  }
}

/** Runs in every document before its own scripts. React reports to this hook as it does to its developer tools. */
function count(): void {
  const work = { commits: 0, nodes: 0 };
  Object.assign(window, {
    work,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => void work.commits++,
      onCommitFiberUnmount: () => undefined,
    },
  });
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) work.nodes += Math.max(1, addedNodes.length + removedNodes.length);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Installs the counters. Call it before the page is opened. */
export const countWork = (page: Page): Promise<unknown> => page.addInitScript(count);

/** The work since the last call of this function. */
export const workDone = (frame: Page | Frame): Promise<Work> =>
  frame.evaluate(() => {
    const done = { ...window.work };
    Object.assign(window.work, { commits: 0, nodes: 0 });
    return done;
  });
