/**
 * Limits the requests that run at once. Other requests wait in the queue of their kind; requests about money are served first.
 * A request is refused when its queue is full, when it would wait too long, or when it has waited too long. The refusal comes
 * before any work is done, while the phone still waits for an answer.
 */
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Call, CallName } from '#src/api/contract.ts';
import { createPace, LONGEST_INTERVAL } from './pace.ts';

export const REQUEST_KINDS = ['money', 'change', 'read', 'upload'] as const;
/**
 * `money`: callbacks of the rail, and calls that move money or query whether it moved. They are served before all others, which
 * are served in the order of their arrival. `upload`: calls with pictures, after the pictures have arrived.
 */
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Calls of the kind `money`. */
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
  /** Requests that run at once: twice the connections to the database, because a call uses one for a part of its time. */
  running: number;
  /** The number of `running` that is reserved for calls about money. */
  forMoney: number;
  waiting: Readonly<Record<RequestKind, number>>;
  /**
   * The longest wait in ms while others are answered. A request is refused at once if it would wait longer at the present speed
   * of its queue, and later if it has waited so long. Otherwise every request of an overload would wait too long.
   */
  longestWait: number;
  /** The longest wait in ms in an outage of the database, when no request is answered. */
  patience: number;
}

export const ADMISSION_LIMITS: AdmissionLimits = {
  running: 24,
  forMoney: 6,
  waiting: { money: 500, change: 200, read: 200, upload: 20 },
  longestWait: 500,
  patience: 10_000,
};

/** Requests that may wait in any case, because the speed of a queue is only a mean. */
const SHORTEST_QUEUE = 4;

/** The place of a running request. */
export interface Place {
  /**
   * Releases the place while the request waits for something that needs no work here, such as a provider of texts that hangs, or
   * an equal request that is running. Afterwards the request goes on at once, without waiting for a place.
   */
  without<T>(wait: () => Promise<T>): Promise<T>;
}

export interface Admission {
  /** Call it before a request is read. @throws Refusal tryLater when the request would be refused now. */
  refuseFull(kind: RequestKind): void;
  /** Runs the work when its turn has come. @throws Refusal tryLater when the work was not begun. */
  run<T>(kind: RequestKind, work: (place: Place) => Promise<T>): Promise<T>;
  /** Present numbers of requests by kind. */
  counts(): Readonly<Record<RequestKind, { running: number; waiting: number }>>;
}

interface Waiting {
  /** Sequence number of arrival. */
  number: number;
  /** Value of `moved` at arrival, ms. */
  since: number;
  begin(): void;
  refuse(): void;
}

/** @param refused called for every refused request. @param now ms of a clock that only moves forward. */
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

  // Requests about money have a pace of their own, because they are served first. The others are served in one sequence.
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

  /** The next request: one about money, else the one that arrived first, so that no other kind starves. */
  function first(): [RequestKind, Waiting] | undefined {
    const heads = REQUEST_KINDS.flatMap((kind): [RequestKind, Waiting][] => {
      const [head] = queues[kind];
      return head ? [[kind, head]] : [];
    });
    return heads.sort(([a, one], [b, other]) => Number(b === 'money') - Number(a === 'money') || one.number - other.number)[0];
  }

  /** ms in which requests were answered. Long times without any answer do not count, so an outage makes no request overdue. */
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
    // A request does not overtake an earlier one in its queue.
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
      const leave = (): void => {
        running[kind]--;
        next();
      };
      const place: Place = {
        async without(wait) {
          leave();
          try {
            return await wait();
          } finally {
            running[kind]++;
          }
        },
      };
      try {
        return await work(place);
      } finally {
        leave();
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
