/**
 * Written into each measured page before its own scripts: says when something is painted, and counts long tasks. It looks
 * at the page only after something has changed in it. It is one function that uses nothing but its argument, in the
 * language of Chromium 80.
 */
declare global {
  interface Window {
    bench: PageWatch;
    /** Of the DevTools protocol: the driver gets this text. */
    benchSaw?: (text: string) => void;
  }
}

export interface Seen {
  name: string;
  /** ms since the navigation began. */
  at: number;
  /** Middle of what is pressed next, in CSS pixels. */
  x: number;
  y: number;
}

export interface PageWatch {
  /** Reports once when this is painted. */
  watch: (name: string) => void;
  /** [start, duration] in ms. */
  longTasks: [number, number][];
  /** ms of the last touch, by the clock of the browser's input. */
  pressedAt: number;
  /** Callbacks of timers and frames since it was set to 0. */
  timers: number;
  firstPaint: () => number;
}

export function watchPage(framework: boolean): void {
  const main = (): string => {
    let text = '';
    for (const one of Array.from(document.querySelectorAll('main, .van-form, .van-radio-group, .adm-form, .adm-list'))) {
      if (one.getClientRects().length > 0) text += ` ${one.textContent ?? ''}`;
    }
    return text.replace(/\s+/g, ' ');
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  /** Innermost last: the smallest element that says exactly this. */
  const named = (words: RegExp, selector: string): Element | undefined =>
    Array.from(document.querySelectorAll(selector))
      .filter((one) => words.test((one.textContent ?? '').trim()) && isShown(one))
      .pop();
  const button = (words: RegExp): Element | undefined => named(words, 'button, [role=button]');
  const field = (): HTMLInputElement | undefined =>
    (Array.from(document.querySelectorAll('input:not([type=radio]):not([type=checkbox]):not([readonly])')) as HTMLInputElement[]).find(
      isShown,
    );
  /** An element of the page's HTML has no properties of its own; every framework keeps some on what it has drawn. */
  const isLive = (element: Element): boolean =>
    !framework || Object.getOwnPropertyNames(element).length + Object.getOwnPropertySymbols(element).length > 0;

  /** What is pressed next once this is seen; undefined: not seen. */
  const sights: Record<string, () => Element | undefined> = {
    content: () => {
      const floor = document.querySelector('main > h1 + button');
      if (floor) return floor;
      return /borrow up to.*KSh ?[\d,]+.*You pay back.*KSh ?[\d,]+/.test(main()) ? button(/^Apply$/) || document.body : undefined;
    },
    usable: () => {
      const pressed = button(/^Apply$/) || document.querySelector('main > h1 + button') || undefined;
      return pressed && isLive(pressed) ? pressed : undefined;
    },
    owed: () => (/Left to pay by.*KSh ?[\d,]+/.test(main()) ? button(/^Pay$/) || document.body : undefined),
    pay: () => (/Another amount/.test(main()) ? named(/^Another amount/, 'label, .van-cell, .adm-list-item') : undefined),
    amount: field,
    field,
    letter: () => {
      const typed = field();
      return typed && typed.value !== '' ? typed : undefined;
    },
  };

  const waiting: string[] = [];
  const { port1, port2 } = new MessageChannel();
  /** Runs as the first task after a frame: the layout is computed by then, so reading it costs no second layout. */
  port1.addEventListener('message', () => {
    isPlanned = false;
    const at = performance.now();
    for (const name of waiting.slice()) {
      const next = sights[name]?.();
      if (!next) continue;
      waiting.splice(waiting.indexOf(name), 1);
      const { left, top, width, height } = next.getBoundingClientRect();
      window.benchSaw?.(JSON.stringify({ name, at, x: left + width / 2, y: top + height / 2 }));
    }
  });
  port1.start();
  const nextFrame = window.requestAnimationFrame.bind(window);
  let isPlanned = false;
  /** A page that does not change is not looked at, so what the watcher costs is not counted as the page's own. */
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    nextFrame(() => port2.postMessage(null));
  };
  new MutationObserver(plan).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  // What is shown without a change of the document: a stylesheet that came, the end of a movement, a typed letter, a target.
  for (const type of ['load', 'transitionend', 'animationend', 'input', 'hashchange']) window.addEventListener(type, plan, true);

  const bench: PageWatch = {
    longTasks: [],
    pressedAt: 0,
    timers: 0,
    watch(name) {
      waiting.push(name);
      plan();
    },
    firstPaint: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  };
  window.bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push([startTime, duration]);
  }).observe({ entryTypes: ['longtask'] });
  document.addEventListener('touchstart', ({ timeStamp }) => void (bench.pressedAt = timeStamp), { capture: true, passive: true });
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
    const original = window[name].bind(window) as (task: unknown, ...rest: unknown[]) => number;
    Object.assign(window, {
      [name]: (task: unknown, ...rest: unknown[]) =>
        typeof task === 'function'
          ? original(
              (...args: unknown[]) => {
                bench.timers++;
                return (task as (...given: unknown[]) => unknown)(...args);
              },
              ...rest,
            )
          : original(task, ...rest),
    });
  }
}
