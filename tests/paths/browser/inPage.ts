/**
 * What stands in the page beside the app: it looks on, holds the long timers until the path ends them, and finds the
 * control that a person would press. It runs in the page, so it uses nothing but its argument.
 */

/** What the page tells after each step of the journey. */
export interface Seen {
  value: unknown;
  context: unknown;
  children: string[];
  /** Types of what the journey heard since the last time. */
  heard: string[];
}

/** A control as the page found it, and what pressing it sends. */
export interface Found {
  /** Index of the control among those that can be pressed now. */
  index: number;
  /** Its words, for the report. */
  words: string;
  sends: { type: string; [key: string]: unknown }[];
}

export interface InPage {
  /** Presses everything of the kind that can be pressed, and lets none of it happen. Choosing changes what is offered. */
  look(kind: 'controls' | 'choices'): Promise<Found[]>;
  /** Index of the button that sends the form; -1 where there is none. */
  submitter(): number;
  /** Chooses a file as large as this. @returns false where none can be chosen. */
  choose(selector: string, bytes: number): boolean;
  /** Brings the control into view. @returns where a finger would press it; null where something lies over it. */
  aim(index: number): Promise<{ x: number; y: number } | null>;
  /** Ends the timers of this length. @returns how many there were. */
  fire(milliseconds: number): number;
  /** So long nobody does anything. */
  pass(milliseconds: number): void;
  /** Fills what is empty with what a form like that takes. @returns how many fields. */
  fill(): number;
  /** The storage of the phone takes things again. */
  heal(): void;
  /** Ends when whatever was set off has had its turn, however busy the machine is. */
  rest(): Promise<void>;
}

export interface Options {
  /** What the phone's clock shows when the page opens. */
  now: number;
  /** Timers from this length on are ended by the path. */
  held: number;
}

declare global {
  interface Window {
    paths: InPage;
    watchJourney?: (journey: never) => void;
    tellSeen: (seen: string) => Promise<void>;
    tellProved: (names: string[]) => Promise<void>;
    tellShell: (message: string) => Promise<void>;
  }
}

export function lookOn({ now, held }: Options): void {
  // The clock of the examples, and timers that wait for the path.
  let ahead = now - Date.now();
  const RealDate = Date;
  class PathDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [RealDate.now() + ahead] : given) as []));
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  }
  window.Date = PathDate as DateConstructor;
  type Timer = { delay: number; run: () => void; repeats: boolean };
  const timers = new Map<number, Timer>();
  let lastTimer = 1_000_000;
  const { setTimeout: realTimeout, clearTimeout: realClear, setInterval: realInterval, clearInterval: realClearInterval } = window;
  const hold =
    (real: typeof window.setTimeout, repeats: boolean) =>
    (run: TimerHandler, delay = 0, ...args: unknown[]): number => {
      if (delay < held || typeof run !== 'function') return real(run, delay, ...args);
      timers.set(++lastTimer, { delay, run: () => (run as (...given: unknown[]) => void)(...args), repeats });
      return lastTimer;
    };
  Object.assign(window, {
    setTimeout: hold(realTimeout.bind(window) as typeof window.setTimeout, false),
    setInterval: hold(realInterval.bind(window) as unknown as typeof window.setTimeout, true),
    clearTimeout: (id?: number) => (timers.delete(id ?? 0) ? undefined : realClear(id)),
    clearInterval: (id?: number) => (timers.delete(id ?? 0) ? undefined : realClearInterval(id)),
  });

  // The shell, which answers when the path says so.
  Object.assign(window, { AndroidBridge: { postMessage: (json: string) => void window.tellShell(json) } });

  // The journey, seen from beside.
  type Node = { id: string; always?: unknown[]; transitions: Map<string, unknown[]> };
  type Transition = { source: Node; eventType: string; target?: { id: string }[] };
  type Journey = {
    send: (event: { type: string }) => void;
    subscribe: (hear: (snapshot: Snapshot) => void) => unknown;
    system: { inspect: (hear: (inspected: Inspected) => void) => unknown };
  };
  type Snapshot = { value: unknown; context: unknown; children: Record<string, unknown>; _nodes: { id: string }[] };
  type Inspected = { type: string; actorRef: unknown; event: { type: string }; _transitions: Transition[]; snapshot: Snapshot };
  const nameOf = (transition: Transition): string => {
    const { source, eventType, target = [] } = transition;
    const group = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
    const position = group.length > 1 ? `[${group.indexOf(transition)}]` : '';
    const to = target.map(({ id }) => id).join(', ');
    return `${source.id} --${eventType === '' ? 'always' : eventType}${position}--> ${to === '' ? 'stays' : to}`;
  };
  let dry: { type: string }[] | null = null;
  const heard: string[] = [];
  window.watchJourney = (given) => {
    const journey = given as Journey;
    const send = journey.send;
    journey.send = (event) => (dry ? void dry.push(event) : send.call(journey, event));
    journey.system.inspect((inspected) => {
      if (inspected.actorRef !== journey) return;
      if (inspected.type === '@xstate.event') heard.push(inspected.event.type);
      if (inspected.type !== '@xstate.microstep') return;
      void window.tellProved([...inspected._transitions.map(nameOf), ...inspected.snapshot._nodes.map(({ id }) => `state ${id}`)]);
    });
    journey.subscribe(({ value, context, children }) => {
      const seen: Seen = { value, context, children: Object.keys(children).filter((id) => children[id]), heard: heard.splice(0) };
      void window.tellSeen(JSON.stringify(seen));
    });
  };

  // What a person sees and can press.
  const soon = () =>
    new Promise<void>((done) => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done());
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  const settled = async (): Promise<void> => {
    for (let hops = 0; hops < 4; hops++) await soon();
  };
  const frame = () => new Promise<void>((done) => requestAnimationFrame(() => realTimeout(done, 5)));
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const top = (): ParentNode => [...document.querySelectorAll('dialog[open]')].pop() ?? document;
  const pressable = (): HTMLElement[] =>
    [
      ...top().querySelectorAll<HTMLElement>(
        'button, a[href^="#"], input[type=checkbox], input[type=radio], [role=button], [role=radio], [role=switch]',
      ),
    ].filter(
      (element) => !element.matches(':disabled, [aria-disabled=true], .paths-gone') && isVisible(element.closest('label') ?? element),
    );
  const wordsOf = (element: HTMLElement): string =>
    (element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60);
  const PLAUSIBLE: readonly [string, string][] = [
    ['input[autocomplete=one-time-code]', '123456'],
    ['input[autocomplete=cc-number]', '4242424242424242'],
    ['input[autocomplete=cc-exp]', '12/30'],
    ['input[type=tel]', '712345678'],
    ['input[type=email]', 'amina@gmail.com'],
    ['input[inputmode=numeric]', '123456'],
    ['textarea', 'My payment of yesterday does not show in the app.'],
    ['input[type=text], input:not([type])', 'Something'],
  ];
  const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    field.focus();
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  /** What can be pressed, as it stood when it was looked at: choosing in between moves it. */
  let looked: HTMLElement[] = [];
  const boxes = (): HTMLInputElement[] => [...top().querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')];
  const boxId = ({ id, name, value }: HTMLInputElement): string => [id, name, value].join(' ');
  const { setItem } = Storage.prototype;

  window.paths = {
    async look(kind) {
      const found: Found[] = [];
      const chosen = boxes().map((box) => ({ id: boxId(box), checked: box.checked }));
      looked = pressable();
      for (const [index, element] of looked.entries()) {
        const isChoice = element.matches('input, [role=radio], [role=switch]');
        if (isChoice !== (kind === 'choices')) continue;
        dry = [];
        element.click();
        await settled();
        if (dry.length > 0) found.push({ index, words: wordsOf(element), sends: JSON.parse(JSON.stringify(dry)) as Found['sends'] });
        dry = null;
      }
      // What was chosen on the page itself is chosen again.
      dry = [];
      for (const { id, checked } of chosen) {
        const box = boxes().find((one) => boxId(one) === id);
        if (!box || box.checked === checked || (box.type === 'radio' && !checked)) continue;
        box.click();
        await settled();
      }
      dry = null;
      return found;
    },
    submitter() {
      looked = pressable();
      return looked.findIndex((element) => element.matches('button[type=submit]'));
    },
    choose(selector, bytes) {
      const input = document.querySelector<HTMLInputElement>(selector);
      if (!input) return false;
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'photo.jpeg', { type: 'image/jpeg' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    async aim(index) {
      const element = looked[index];
      if (!element?.isConnected) return null;
      // What is folded away is unfolded first.
      element.closest('details:not([open])')?.querySelector<HTMLElement>('summary')?.click();
      // What is drawn for a box or a file is its label.
      const { width, height } = element.getBoundingClientRect();
      const drawn = width > 1 && height > 1 ? element : (element.closest('label') ?? element);
      drawn.scrollIntoView({ block: 'center', behavior: 'auto' });
      await frame();
      let box = drawn.getBoundingClientRect();
      // What slides in is not there yet.
      for (let frames = 0, before = ''; frames < 40 && before !== `${box.left} ${box.top}`; frames++) {
        before = `${box.left} ${box.top}`;
        await frame();
        box = drawn.getBoundingClientRect();
      }
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      return hit && (drawn.contains(hit) || hit.contains(element)) ? { x, y } : null;
    },
    fire(milliseconds) {
      const due = [...timers].filter(([, { delay }]) => delay === milliseconds);
      for (const [id, { run, repeats }] of due) {
        if (!repeats) timers.delete(id);
        run();
      }
      return due.length;
    },
    pass(milliseconds) {
      ahead += milliseconds;
    },
    fill() {
      let filled = 0;
      for (const { name } of boxes()) {
        const group = boxes().filter((box) => box.type === 'radio' && box.name === name && isVisible(box.closest('label') ?? box));
        if (group.length === 0 || group.some((box) => box.checked)) continue;
        group[0]?.click();
        filled++;
      }
      for (const [selector, text] of PLAUSIBLE)
        for (const field of top().querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(selector)) {
          if (
            field.value !== '' ||
            !isVisible(field) ||
            field.matches(':disabled, [type=file], [type=checkbox], [type=radio], [type=range]')
          )
            continue;
          type(field, text);
          filled++;
        }
      return filled;
    },
    heal() {
      Storage.prototype.setItem = setItem;
    },
    async rest() {
      for (let frames = 0; frames < 12; frames++) await frame();
    },
  };
}
