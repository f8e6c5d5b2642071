/**
 * Drives Chromium 80 by roles and names of the accessibility tree, and by real taps. Current drivers do not support so old a
 * browser, so this module uses the DevTools protocol itself, over a pair of pipes (a zero byte ends each message).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium80Files } from './chromium80Files.ts';
import { deadline, PATIENCE } from './patience.ts';

type Reply = { id?: number; method?: string; result?: unknown; error?: { message: string }; params?: unknown };
export type Send = <T>(method: string, params?: object) => Promise<T>;
type Connection = <T>(method: string, params?: object, sessionId?: string) => Promise<T>;
type AccessibilityNode = {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  backendDOMNodeId?: number;
};

/** An element of the accessibility tree. `role` is the engine's name of it, e.g. `button`, `heading`, `dialog`. */
export type Perceived = { role: string; name: string };

export type Chromium80 = {
  /** For example `HeadlessChrome/80.0.3987.0`. */
  version: string;
  /** Errors of the page so far: uncaught exceptions, console errors, and violations of its policy. */
  errors: string[];
  open: (url: string) => Promise<void>;
  /** Value of an expression in the page; it must be JSON. */
  evaluate: <T>(expression: string) => Promise<T>;
  perceived: () => Promise<Perceived[]>;
  /** Waits until the element exists. @throws when it does not appear, with all elements that exist instead. */
  find: (role: string, name: RegExp) => Promise<Perceived>;
  /** Finds the element and taps its middle. */
  tap: (role: string, name: RegExp) => Promise<void>;
  /** Taps the field and types into it. */
  fill: (role: string, name: RegExp, text: string) => Promise<void>;
  /** A message of the DevTools protocol to the page. */
  send: Send;
  /** PNG of the viewport, 360x740. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};

/** Far longer than any answer takes on a busy machine: a crashed page is reported and not waited for. */
const ANSWER_MS = PATIENCE;
/** The engine's errors about an element that has left the page. */
const GONE = /Could not compute box model|[Nn]o node|not find (?:node|object)/;
const START_MS = 30_000;
const MOST_STARTS = 3;
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
  '--window-size=360,740',
];

const sleep = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/**
 * @param say is called with a sentence when the browser has to be fetched first, or when a start failed.
 * @throws when the browser does not answer at the third start.
 */
export async function launchChromium80(say: (line: string) => void): Promise<Chromium80> {
  const files = await chromium80Files(say);
  for (let start = 1; ; start++) {
    const launched = await launchOnce(files);
    if (launched) return launched;
    if (start === MOST_STARTS) throw new Error(`Chromium 80 did not answer within ${START_MS / 1_000} s, ${MOST_STARTS} times`);
    say('Chromium 80 did not answer and is started again');
  }
}

/** @returns null when the browser starts but does not answer. So old a browser sometimes fails so on a busy machine. */
async function launchOnce({ folder, executable }: { folder: string; executable: string }): Promise<Chromium80 | null> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-80-profile-'));
  const browser = spawn(executable, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const errors: string[] = [];
  const connection = connect(browser, (method, params) => errors.push(...pageErrors(method, params)));
  const end = async (patience: number): Promise<void> => {
    await Promise.race([gone, sleep(patience).then(() => browser.kill('SIGKILL'))]);
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  };

  const page = await Promise.race([openPage(connection), sleep(START_MS)]).catch(async (error: unknown) => {
    await end(0);
    throw error;
  });
  if (!page) {
    await end(0);
    return null;
  }
  return {
    version: page.product,
    errors,
    ...pageOf(page.send),
    send: page.send,
    close: async () => {
      // The browser may close the connection before it answers. Either way it ends.
      connection('Browser.close').catch(() => undefined);
      await end(3_000);
    },
  };
}

async function openPage(connection: Connection): Promise<{ product: string; send: Send }> {
  const { product } = await connection<{ product: string }>('Browser.getVersion');
  const { targetId } = await connection<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const send: Send = (method, params) => connection(method, params, sessionId);
  // The accessibility domain stays off: with it on, the engine updates its tree continuously, and the page sometimes crashes.
  await Promise.all(['Page.enable', 'Runtime.enable', 'Inspector.enable', 'DOM.enable', 'Log.enable'].map((domain) => send(domain)));
  return { product, send };
}

function connect(browser: ChildProcess, onEvent: (method: string, params: unknown) => void): Connection {
  const outgoing = browser.stdio[3] as Writable;
  const incoming = browser.stdio[4] as Readable;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let unread = '';

  /** The reason why the page answers no more; undefined: it answers. */
  let lost: string | undefined;

  const giveUp = (why: string): void => {
    lost = why;
    for (const call of waiting.values()) call.reject(new Error(why));
    waiting.clear();
  };

  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (unread + chunk).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply;
      if (reply.method === 'Inspector.targetCrashed') giveUp('the page has crashed');
      if (reply.method) onEvent(reply.method, reply.params);
      const call = reply.id === undefined ? undefined : waiting.get(reply.id);
      if (reply.id === undefined || !call) continue;
      waiting.delete(reply.id);
      if (reply.error) call.reject(new Error(reply.error.message));
      else call.resolve(reply.result);
    }
  });
  browser.once('exit', (code) => giveUp(`Chromium 80 ended (exit code ${code})`));
  // Writing to a browser that has just exited fails. The exit is handled above.
  outgoing.on('error', () => undefined);

  return <T>(method: string, params: object = {}, sessionId?: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (lost && sessionId) return reject(new Error(lost));
      const id = ++lastId;
      const impatient = setTimeout(() => reject(new Error(`${method} was not answered within ${ANSWER_MS / 1_000} s`)), ANSWER_MS);
      waiting.set(id, {
        resolve: (value) => {
          clearTimeout(impatient);
          resolve(value as T);
        },
        reject: (error) => {
          clearTimeout(impatient);
          reject(error);
        },
      });
      outgoing.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
}

function pageErrors(method: string, params: unknown): string[] {
  if (method === 'Runtime.exceptionThrown') {
    const { exceptionDetails } = params as { exceptionDetails: { text: string; exception?: { description?: string } } };
    return [exceptionDetails.exception?.description ?? exceptionDetails.text];
  }
  if (method === 'Runtime.consoleAPICalled') {
    const { type, args } = params as { type: string; args: { value?: unknown; description?: string }[] };
    return type === 'error' ? [args.map((arg) => arg.description ?? JSON.stringify(arg.value)).join(' ')] : [];
  }
  if (method === 'Log.entryAdded') {
    // Messages of the engine itself, such as violations of the policy. The tests that cause failed requests check those.
    const { entry } = params as { entry: { source: string; level: string; text: string } };
    return entry.source === 'security' && entry.level === 'error' ? [entry.text] : [];
  }
  return [];
}

function pageOf(send: Send): Omit<Chromium80, 'version' | 'errors' | 'send' | 'close'> {
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{ result: { value: T }; exceptionDetails?: { text: string } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };

  const nodes = async () => {
    const tree = await send<{ nodes: AccessibilityNode[] }>('Accessibility.getFullAXTree');
    return tree.nodes
      .filter((node) => !node.ignored)
      .map((node) => ({ role: node.role?.value ?? '', name: node.name?.value ?? '', dom: node.backendDOMNodeId }));
  };

  const findNode = async (role: string, name: RegExp) => {
    const isOver = deadline();
    for (;;) {
      const there = await nodes();
      const found = there.find((node) => node.role === role && name.test(node.name));
      if (found) return found;
      if (isOver()) {
        const instead = there.filter((node) => node.name).map((node) => `${node.role} "${node.name}"`);
        throw new Error(`no ${role} ${name}; there is ${instead.join(', ') || 'nothing'}`);
      }
      await sleep(100);
    }
  };

  /** Corners of an element after it has stopped moving: a sheet slides in. */
  const restingBox = async (backendNodeId: number | undefined): Promise<number[]> => {
    let before = '';
    for (;;) {
      const { model } = await send<{ model: { content: number[] } }>('DOM.getBoxModel', { backendNodeId });
      if (model.content.join() === before) return model.content;
      before = model.content.join();
      await sleep(60);
    }
  };

  /** Scrolls an element into sight. @returns its corners, when it rests and takes taps. */
  const bringIntoSight = async (role: string, name: RegExp): Promise<number[]> => {
    const { dom } = await findNode(role, name);
    const { object } = await send<{ object: { objectId: string } }>('DOM.resolveNode', { backendNodeId: dom });
    await send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: 'function () { this.scrollIntoView({ block: "center" }); }',
    });
    const box = await restingBox(dom);
    // A sheet that has just opened ignores taps for a moment, because a finger may be aiming at the control below it.
    const takesTaps = async () => {
      const { result } = await send<{ result: { value: boolean } }>('Runtime.callFunctionOn', {
        objectId: object.objectId,
        functionDeclaration: 'function () { return getComputedStyle(this).pointerEvents !== "none"; }',
        returnByValue: true,
      });
      return result.value;
    };
    while (!(await takesTaps())) await sleep(60);
    return box;
  };

  const tap = async (role: string, name: RegExp) => {
    const isOver = deadline();
    // The application replaces the start page, so an element that was found there may disappear a moment later.
    const box = async (): Promise<number[]> => {
      try {
        return await bringIntoSight(role, name);
      } catch (error) {
        if (isOver() || !GONE.test(String(error))) throw error;
        await sleep(60);
        return box();
      }
    };
    const [left = 0, top = 0, , , right = 0, bottom = 0] = await box();
    const at = { x: (left + right) / 2, y: (top + bottom) / 2, button: 'left', clickCount: 1 };
    await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  };

  return {
    evaluate,
    tap,
    fill: async (role, name, text) => {
      await tap(role, name);
      await send('Input.insertText', { text });
    },
    open: async (url) => {
      await send('Page.navigate', { url });
      const isOver = deadline();
      while ((await evaluate<string>('document.readyState')) !== 'complete') {
        if (isOver()) throw new Error(`${url} did not load`);
        await sleep(50);
      }
    },
    perceived: async () => (await nodes()).map(({ role, name }) => ({ role, name })),
    find: async (role, name) => {
      const found = await findNode(role, name);
      return { role: found.role, name: found.name };
    },
    screenshot: async () => {
      const { data } = await send<{ data: string }>('Page.captureScreenshot');
      return Buffer.from(data, 'base64');
    },
  };
}
