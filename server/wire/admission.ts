/**
 * How much the lender does at once. What it cannot begin waits in a queue of its kind, money first; what finds its queue
 * full, would wait for too long, or has waited too long, is sent away before anything is done, while the phone still waits
 * for an answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Call, CallName } from '#src/api/contract.ts';
import { createPace, LONGEST_INTERVAL } from './pace.ts';

export const REQUEST_KINDS = ['money', 'change', 'read', 'upload'] as const;
/**
 * `money`: served before the others, which are served as they came: callbacks of the rail, and calls that move money or ask
 * whether it moved. `upload`: pictures, once they have arrived.
 */
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Calls of the first kind. */
export const MONEY: readonly CallName[] = [
  'getMoney',
  'mpesaRepayLink',
  'portalRepaymentDetail',
  'portalRepaymentConfirm',
  'confirmExtensionOrder',
];

export const kindOf = (name: CallName, { encoding, retry }: Call): RequestKind =>
  MONEY.includes(name) ? 'money' : encoding === 'multipart' ? 'upload' : retry ? 'read' : 'change';

export interface AdmissionLimits {
  /** Requests at once: twice the connections to the database, because a call uses one for a part of its time. */
  running: number;
  /** How many of those are kept free for calls about money. */
  forMoney: number;
  waiting: Readonly<Record<RequestKind, number>>;
  /**
   * The longest wait in ms while others are answered. A request is refused at once if its queue, at its present speed, would
   * take longer, and later if it has waited for so long. Otherwise every request of an overload would wait too long.
   */
  longestWait: number;
  /** The same in an outage of the database, when nobody is answered. */
  patience: number;
}

export const ADMISSION_LIMITS: AdmissionLimits = {
  running: 24,
  forMoney: 6,
  waiting: { money: 500, change: 200, read: 200, upload: 20 },
  longestWait: 500,
  patience: 10_000,
};

/** So many may wait in any case: how quickly a queue moves is a mean. */
const SHORTEST_QUEUE = 4;

export interface Admission {
  /** Before a request is read. @throws Refusal tryLater when it would be sent away now. */
  refuseFull(kind: RequestKind): void;
  /** Runs the work when its turn has come. @throws Refusal tryLater when it was not begun. */
  run<T>(kind: RequestKind, work: () => Promise<T>): Promise<T>;
  /** Now, by kind. */
  counts(): Readonly<Record<RequestKind, { running: number; waiting: number }>>;
}

interface Waiting {
  /** Counts up: who came first. */
  number: number;
  /** How long others had been answered when it came, ms. */
  since: number;
  begin(): void;
  refuse(): void;
}

interface Place {
  leave(): void;
  comeBack(): void;
}

/** The place of the request that runs. */
const places = new AsyncLocalStorage<Place>();

/**
 * Gives the request's place to others while it waits for somebody else: a provider of texts that hangs, or an equal
 * request that is at work, must not keep everybody out. It goes on without waiting for another place.
 */
export async function withoutPlace<T>(wait: () => Promise<T>): Promise<T> {
  const place = places.getStore();
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.comeBack();
  }
}

/** @param refused called for every request that is sent away. @param now ms of a clock that only moves forward. */
export function createAdmission(
  limits: AdmissionLimits,
  refused: (kind: RequestKind) => void = () => undefined,
  now: () => number = () => performance.now(),
): Admission {
  const running: Record<RequestKind, number> = { money: 0, change: 0, read: 0, upload: 0 };
  const queues: Readonly<Record<RequestKind, Set<Waiting>>> = { money: new Set(), change: new Set(), read: new Set(), upload: new Set() };
  const atWork = (): number => REQUEST_KINDS.reduce((sum, kind) => sum + running[kind], 0);
  const hasRoom = (kind: RequestKind): boolean => atWork() < limits.running - (kind === 'money' ? 0 : limits.forMoney);

  const busy = (kind: RequestKind): Refusal => {
    refused(kind);
    return new Refusal(CODE.tryLater, 'busy');
  };

  // Money is served first; the others share one order.
  const paces = { money: createPace(now), others: createPace(now) };
  const paceOf = (kind: RequestKind) => (kind === 'money' ? paces.money : paces.others);
  const ahead = (kind: RequestKind): number =>
    REQUEST_KINDS.reduce((sum, one) => sum + ((one === 'money') === (kind === 'money') ? queues[one].size : 0), 0);

  function isFull(kind: RequestKind): boolean {
    if (queues[kind].size >= limits.waiting[kind]) return true;
    const count = ahead(kind);
    return count >= SHORTEST_QUEUE && paceOf(kind).waitBehind(count + 1) > limits.longestWait;
  }
  const isAdmitted = (kind: RequestKind): boolean => queues[kind].size === 0 && hasRoom(kind);

  let came = 0;

  /** Whose turn it is: money first, then who came first, so that no kind starves another. */
  function first(): [RequestKind, Waiting] | undefined {
    const heads = REQUEST_KINDS.flatMap((kind): [RequestKind, Waiting][] => {
      const [head] = queues[kind];
      return head ? [[kind, head]] : [];
    });
    return heads.sort(([a, one], [b, other]) => Number(b === 'money') - Number(a === 'money') || one.number - other.number)[0];
  }

  /** How long others have been answered, ms: without the time in which nobody was. */
  let moved = 0;
  let leftAt = now();

  function refuseOverdue(): void {
    for (const kind of REQUEST_KINDS)
      for (const waiting of queues[kind]) {
        if (moved - waiting.since <= limits.longestWait) break;
        waiting.refuse();
      }
  }

  function next(): void {
    const at = now();
    moved += Math.min(at - leftAt, LONGEST_INTERVAL);
    leftAt = at;
    refuseOverdue();
    for (let turn = first(); turn && hasRoom(turn[0]); turn = first()) {
      const [kind, waiting] = turn;
      queues[kind].delete(waiting);
      paceOf(kind).left(ahead(kind) > 0);
      running[kind]++;
      waiting.begin();
    }
  }

  function turn(kind: RequestKind): Promise<void> {
    const queue = queues[kind];
    // A later request does not overtake.
    if (isAdmitted(kind)) {
      running[kind]++;
      return Promise.resolve();
    }
    if (isFull(kind)) return Promise.reject(busy(kind));
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        clearTimeout(timer);
        queue.delete(waiting);
        reject(busy(kind));
      };
      const timer = setTimeout(refuse, limits.patience);
      const waiting: Waiting = {
        number: came++,
        since: moved,
        refuse,
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.add(waiting);
    });
  }

  return {
    refuseFull(kind) {
      if (!isAdmitted(kind) && isFull(kind)) throw busy(kind);
    },
    async run(kind, work) {
      await turn(kind);
      const place: Place = {
        leave() {
          running[kind]--;
          next();
        },
        comeBack() {
          running[kind]++;
        },
      };
      try {
        return await places.run(place, work);
      } finally {
        running[kind]--;
        next();
      }
    },
    counts: () => ({
      money: { running: running.money, waiting: queues.money.size },
      change: { running: running.change, waiting: queues.change.size },
      read: { running: running.read, waiting: queues.read.size },
      upload: { running: running.upload, waiting: queues.upload.size },
    }),
  };
}
