/**
 * A script in each measured page, before the page's own scripts. It reports when sights are painted, and records long tasks. It
 * reads the page only after a change. It is one function that uses only its argument, in the language of Chromium 80.
 */
declare global {
  interface Window {
    bench: PageWatch;
    /** Sends text to the driver, through the DevTools protocol. */
    benchSaw?: (text: string) => void;
  }
}

export interface Seen {
  name: string;
  /** ms since the navigation began. */
  at: number;
  /** Middle of the element to press next, in CSS pixels. */
  x: number;
  y: number;
}

export interface PageWatch {
  /** Reports once when this sight is painted. */
  watch: (name: string) => void;
  /** [start, duration] in ms. */
  longTasks: [number, number][];
  /** Time of the last touch, ms, by the timestamp of its event. */
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
  /** The innermost visible element with exactly this text. */
  const named = (words: RegExp, selector: string): Element | undefined =>
    Array.from(document.querySelectorAll(selector))
      .filter((one) => words.test((one.textContent ?? '').trim()) && isShown(one))
      .pop();
  const button = (words: RegExp): Element | undefined => named(words, 'button, [role=button]');
  const field = (): HTMLInputElement | undefined =>
    (Array.from(document.querySelectorAll('input:not([type=radio]):not([type=checkbox]):not([readonly])')) as HTMLInputElement[]).find(
      isShown,
    );
  /** Whether a framework has drawn the element: then it has own properties, which an element of the page's HTML has not. */
  const isLive = (element: Element): boolean =>
    !framework || Object.getOwnPropertyNames(element).length + Object.getOwnPropertySymbols(element).length > 0;

  /** Sights by name: each returns the element to press next; undefined: the sight is not painted. */
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
  /** Runs as the first task after a frame. The layout is computed then, so reading it causes no further layout. */
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
  /** Plans one reading for the next frame. It is called only after changes, so that an idle page is not charged for the watcher. */
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    nextFrame(() => port2.postMessage(null));
  };
  new MutationObserver(plan).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  // Visible changes without a change of the document: a loaded stylesheet, the end of an animation, a typed letter, a link target.
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
