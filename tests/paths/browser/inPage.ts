/**
 * The test's script in the page: observes the journey, holds long timers until the path ends them, and locates controls
 * by a dry run. It is serialised into the page, so it uses nothing but its argument.
 */

/** The page's report after each step of the journey. */
export interface Seen {
  value: unknown;
  context: unknown;
  children: string[];
  /** Types of the events received since the last report. */
  received: string[];
}

/** A control, and the events that pressing it sends. */
export interface Found {
  /** Index among the controls that can be pressed now. */
  index: number;
  /** Text of the control, for the report. */
  words: string;
  sends: { type: string; [key: string]: unknown }[];
}

export interface InPage {
  /** Presses every control of the kind and suppresses the events. Choices are restored. */
  dryRun(kind: 'controls' | 'choices'): Promise<Found[]>;
  /** Index of the submit button; -1 where there is none. */
  submitter(): number;
  /** Chooses a file of this size. @returns false where no file can be chosen. */
  choose(selector: string, bytes: number): boolean;
  /** Scrolls the control into view. @returns where to press it; null where something covers it. */
  aim(index: number): Promise<{ x: number; y: number } | null>;
  /** Ends the timers of this length. @returns their number. */
  fire(milliseconds: number): number;
  /** Advances the page's clock. */
  pass(milliseconds: number): void;
  /** Fills empty fields with plausible values. @returns their number. */
  fill(): number;
  /** Makes the storage of the phone writable again. */
  heal(): void;
  /** Answers the page's request for the camera. @returns false where none is pending. */
  camera(says: 'open' | 'refused' | 'missing'): boolean;
  /** Takes the camera away, as another app does. @returns false where the camera is not open. */
  takeCamera(): boolean;
  /** Reports half of each file that is being sent as sent. @returns the number of files. */
  sendHalf(): number;
  /** Resolves when all tasks that were started have run, however busy the machine is. */
  rest(): Promise<void>;
}

export interface Options {
  /** Initial time of the phone's clock. */
  now: number;
  /** Timers of at least this length are ended by the path. ms. */
  held: number;
}

declare global {
  interface Window {
    paths: InPage;
    watchJourney?: (journey: never) => void;
    reportState: (seen: string) => Promise<void>;
    reportCovered: (names: string[]) => Promise<void>;
    reportShellMessage: (message: string) => Promise<void>;
  }
}

export function observePage({ now, held }: Options): void {
  // The clock of the samples, and timers that wait for the path. The clock goes slowly, because data is old after a minute and
  // a busy machine needs a minute for a few steps.
  const RealDate = Date;
  const began = RealDate.now();
  let passed = 0;
  const pathNow = (): number => now + passed + Math.floor((RealDate.now() - began) / 100);
  class PathDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [pathNow()] : given) as []));
    }
    static override now(): number {
      return pathNow();
    }
  }
  window.Date = PathDate as DateConstructor;
  // oxlint-disable-next-line local/no-measured-time -- The clock of the page is the path's, like its date.
  const sinceStart = performance.now.bind(performance);
  // oxlint-disable-next-line local/no-measured-time -- As above.
  performance.now = () => sinceStart() + passed;
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

  // A camera that the path opens or refuses. Its picture always changes, so the page never takes a photo by itself.
  type Asked = { resolve: (stream: MediaStream) => void; reject: (why: DOMException) => void };
  let cameraAsked: Asked | null = null;
  let lens: MediaStream | null = null;
  const openLens = (): MediaStream => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 360];
    const brush = canvas.getContext('2d');
    let drawn = 0;
    const drawing = realInterval(() => {
      if (!brush) return;
      drawn += 1;
      for (let x = 0; x < canvas.width; x += 40) {
        brush.fillStyle = (x / 40 + drawn) % 2 === 0 ? '#333' : '#ccc';
        brush.fillRect(x, 0, 40, canvas.height);
      }
    }, 80);
    const stream = canvas.captureStream(12);
    const [track] = stream.getTracks();
    const stop = track?.stop.bind(track);
    if (track && stop)
      track.stop = () => {
        realClearInterval(drawing);
        stop();
      };
    return stream;
  };
  const { mediaDevices } = navigator;
  if (mediaDevices) mediaDevices.getUserMedia = () => new Promise<MediaStream>((resolve, reject) => (cameraAsked = { resolve, reject }));

  // Files that are being sent. A request that the test answers has no progress events.
  const sending = new Set<XMLHttpRequest>();
  const { send: sendRequest } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    sending.add(this);
    this.addEventListener('loadend', () => sending.delete(this));
    sendRequest.call(this, body);
  };

  // The shell: its messages go to the test.
  Object.assign(window, { AndroidBridge: { postMessage: (json: string) => void window.reportShellMessage(json) } });

  // Observes the journey.
  type Node = { id: string; always?: unknown[]; transitions: Map<string, unknown[]> };
  type Transition = { source: Node; eventType: string; target?: { id: string }[] };
  type Journey = {
    send: (event: { type: string }) => void;
    subscribe: (listener: (snapshot: Snapshot) => void) => unknown;
    system: { inspect: (listener: (inspected: Inspected) => void) => unknown };
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
  const received: string[] = [];
  window.watchJourney = (given) => {
    const journey = given as Journey;
    const send = journey.send;
    journey.send = (event) => (dry ? void dry.push(event) : send.call(journey, event));
    journey.system.inspect((inspected) => {
      if (inspected.actorRef !== journey) return;
      if (inspected.type === '@xstate.event') received.push(inspected.event.type);
      if (inspected.type !== '@xstate.microstep') return;
      void window.reportCovered([...inspected._transitions.map(nameOf), ...inspected.snapshot._nodes.map(({ id }) => `state ${id}`)]);
    });
    journey.subscribe(({ value, context, children }) => {
      const seen: Seen = { value, context, children: Object.keys(children).filter((id) => children[id]), received: received.splice(0) };
      void window.reportState(JSON.stringify(seen));
    });
  };

  // Controls that a person can see and press.
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
      (element) =>
        !element.matches(':disabled, [aria-disabled=true], .paths-gone') &&
        isVisible(element.closest('label') ?? element) &&
        // The shutter sends its event when the picture is ready, after the dry run.
        !(element.closest('footer') && element.closest('dialog')?.querySelector('video')),
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

  /** The controls of the last dry run: choices may change which ones exist. */
  let located: HTMLElement[] = [];
  const boxes = (): HTMLInputElement[] => [...top().querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')];
  const boxId = ({ id, name, value }: HTMLInputElement): string => [id, name, value].join(' ');
  const { setItem } = Storage.prototype;

  window.paths = {
    async dryRun(kind) {
      const found: Found[] = [];
      const chosen = boxes().map((box) => ({ id: boxId(box), checked: box.checked }));
      located = pressable();
      for (const [index, element] of located.entries()) {
        const isChoice = element.matches('input, [role=radio], [role=switch]');
        if (isChoice !== (kind === 'choices')) continue;
        dry = [];
        element.click();
        await settled();
        if (dry.length > 0) found.push({ index, words: wordsOf(element), sends: JSON.parse(JSON.stringify(dry)) as Found['sends'] });
        dry = null;
      }
      // Choices that the dry run changed are restored.
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
      located = pressable();
      return located.findIndex((element) => element.matches('button[type=submit]'));
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
      const element = located[index];
      if (!element?.isConnected) return null;
      // A closed disclosure is opened first.
      element.closest('details:not([open])')?.querySelector<HTMLElement>('summary')?.click();
      // The visible part of a checkbox or a file field is its label.
      const { width, height } = element.getBoundingClientRect();
      const drawn = width > 1 && height > 1 ? element : (element.closest('label') ?? element);
      drawn.scrollIntoView({ block: 'center', behavior: 'auto' });
      await frame();
      let box = drawn.getBoundingClientRect();
      // Waits until the control has stopped moving.
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
      passed += milliseconds;
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
    camera(says) {
      if (!cameraAsked) return false;
      const { resolve, reject } = cameraAsked;
      cameraAsked = null;
      if (says === 'open') resolve((lens = openLens()));
      else reject(new DOMException(says, says === 'refused' ? 'NotAllowedError' : 'NotFoundError'));
      return true;
    },
    takeCamera() {
      const [track] = lens?.getTracks() ?? [];
      if (!track || track.readyState === 'ended') return false;
      track.dispatchEvent(new Event('ended'));
      return true;
    },
    sendHalf() {
      for (const request of sending)
        request.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 500, total: 1_000 }));
      return sending.size;
    },
    async rest() {
      for (let frames = 0; frames < 12; frames++) await frame();
    },
  };
}
