/**
 * The app's side of the bridge: one request, at most one answer, and every wait has a deadline. A shell may be missing, be
 * late, answer nothing or answer twice. Each of these cases ends in a result or a Problem.
 */
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { request, type PayloadOf, type ResultOf, type ShellAction, type ShellInfo, type ShellMessage } from './messages.ts';
import { findTransport, listenToShell, type HostWindow, type Transport } from './transports.ts';

/** Milliseconds. */
export interface Deadlines {
  /** How long a framed app waits for the host's answer to `hello`. */
  hello: number;
  /** How long a shell may take to answer, or to report that a person is busy with the request. */
  answer: number;
  /** How long the person may take after that report. */
  person: number;
}

export const DEADLINES: Deadlines = { hello: 1_500, answer: 6_000, person: 10 * 60_000 };

/** Interval of `hello`, ms. A host that is not ready for the first `hello` answers a later one. */
const HELLO_EVERY = 150;

export interface Bridge {
  /** True once a shell is known to exist. Never waits. */
  isPresent: () => boolean;
  /**
   * Sends a request to the shell. @throws Problem `shellMissing`, `shellSilent` or `shellRefused`.
   * @param deadlines shorter deadlines, for a caller that must not wait.
   */
  ask: <A extends ShellAction>(
    action: A,
    payload: PayloadOf<A>,
    options?: { deadlines?: Partial<Deadlines>; signal?: AbortSignal },
  ) => Promise<ResultOf<A>>;
  /** Sends a message to the shell, if there is one, and expects no answer. */
  notify: <A extends ShellAction>(action: A, payload: PayloadOf<A>) => void;
  close: () => void;
}

export interface BridgeOptions {
  host: HostWindow;
  hostOrigin: string;
  /** Must be unguessable, so that another page cannot answer in the shell's place. */
  newId: () => string;
  deadlines?: Partial<Deadlines>;
  /**
   * Called with a message about the shell's session that no request waits for: an answer to `getLoginInfo` or `toLogin` after
   * its deadline, or a {@link ShellLogin}.
   */
  onLogin?: (message: unknown) => void;
  /** Called when the shell passes on a push message: the lender's data have changed. */
  onPush?: () => void;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (problem: Problem) => void;
  onPending: () => void;
}

const problem = (code: Problem['code']): Problem => ({ code, message: '' });

export function createBridge(options: BridgeOptions): Bridge {
  const { host, hostOrigin, newId } = options;
  const deadlines: Deadlines = { ...DEADLINES, ...options.deadlines };
  const waiting = new Map<string, Waiting>();
  /** The host of a framed app; null: it has not answered `hello` yet. */
  let greeted: ShellInfo | null = null;
  let onGreeted: (() => void)[] = [];

  function greet(info: ShellInfo): void {
    greeted = info;
    for (const listener of onGreeted.splice(0)) listener();
  }

  function receiveLate(action: ShellAction, result: unknown): void {
    if (action === 'hello') greet(result as ShellInfo);
    if (action === 'getLoginInfo' || (action === 'toLogin' && (result as ResultOf<'toLogin'> | null)?.ok === true))
      options.onLogin?.(result);
  }

  function receive(message: ShellMessage): void {
    if ('ready' in message) return greet(message.ready);
    if ('push' in message) return options.onPush?.();
    if ('login' in message) return options.onLogin?.(message.login);
    const one = waiting.get(message.id);
    if (!one) return;
    if ('pending' in message) return one.onPending();
    waiting.delete(message.id);
    if (message.ok) one.resolve(message.result);
    else one.reject(problem(LOCAL.shellRefused));
  }
  const stopListening = listenToShell(host, hostOrigin, receive);

  /** Sends the request and waits for one answer. */
  function exchange<A extends ShellAction>(
    transport: Transport,
    action: A,
    payload: PayloadOf<A>,
    limits: Deadlines,
    signal?: AbortSignal,
  ): Promise<ResultOf<A>> {
    const id = newId();
    return new Promise<ResultOf<A>>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      const giveUp = (): void => {
        end();
        reject(problem(LOCAL.shellSilent));
      };
      const stopWaiting = (): void => {
        giveUp();
        waiting.set(id, { resolve: (result) => receiveLate(action, result), reject: () => undefined, onPending: () => undefined });
      };
      let timer = setTimeout(stopWaiting, limits.answer);
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.set(id, {
        resolve: (result) => {
          end();
          resolve(result as ResultOf<A>);
        },
        reject: (why) => {
          end();
          reject(why);
        },
        onPending: () => {
          clearTimeout(timer);
          timer = setTimeout(stopWaiting, limits.person);
        },
      });
      try {
        transport.send(request(id, action, payload));
      } catch {
        end();
        reject(problem(LOCAL.shellRefused));
      }
    });
  }

  /** Sends `hello` until the host answers. @throws Problem `shellMissing` */
  function findHost(transport: Transport, limits: Deadlines): Promise<void> {
    return new Promise((resolve, reject) => {
      const say = (): void => {
        exchange(transport, 'hello', null, { ...limits, answer: limits.hello }).then(greet, () => undefined);
      };
      const repeat = setInterval(say, HELLO_EVERY);
      const giveUp = setTimeout(() => {
        clearInterval(repeat);
        onGreeted = onGreeted.filter((one) => one !== found);
        reject(problem(LOCAL.shellMissing));
      }, limits.hello);
      function found(): void {
        clearInterval(repeat);
        clearTimeout(giveUp);
        resolve();
      }
      onGreeted.push(found);
      say();
    });
  }

  const ask: Bridge['ask'] = async (action, payload, { deadlines: own, signal } = {}) => {
    const limits = { ...deadlines, ...own };
    const transport = findTransport(host, hostOrigin);
    if (!transport) throw problem(LOCAL.shellMissing);
    if (!transport.isCertain && !greeted) await findHost(transport, limits);
    if (greeted && !greeted.actions.includes(action)) throw problem(LOCAL.shellRefused);
    return exchange(transport, action, payload, limits, signal);
  };

  return {
    ask,
    isPresent: () => greeted !== null || findTransport(host, hostOrigin)?.isCertain === true,
    notify: (action, payload) => {
      ask(action, payload).catch(() => undefined);
    },
    close: () => {
      stopListening();
      for (const one of [...waiting.values()]) one.reject(problem(LOCAL.shellMissing));
    },
  };
}
