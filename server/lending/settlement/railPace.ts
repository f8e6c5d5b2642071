/**
 * Limits the concurrent requests of each kind that this process sends to the rail. The rail allows each call a number of
 * transactions a second that no document names. It answers "busy" to a request above that limit, and refuses more after errors
 * in a row (`docs/daraja.md`). So after such an answer one request at a time is sent. Each accepted request doubles the number.
 */
import type { Instant } from '#machines/model/calendar.ts';
import type { RailIntent, SendAnswer } from '#server/rail/rail.ts';

type Kind = RailIntent['kind'];
const KINDS: readonly Kind[] = ['STK', 'B2C', 'B2B'];

/** Concurrent requests. Each waits for the rail's answer, which may take a second. */
const MOST = 8;
/** ms without requests after "busy": the rail counts transactions by the second. */
const PAUSE = 1_000;

/** The kinds of requests that may be sent now, and their number in total. */
export interface Room {
  kinds: readonly Kind[];
  most: number;
}

export interface Pace {
  room(now: Instant): Room;
  began(kind: Kind): void;
  /** Runs the work after all earlier work, so that no other work takes the free room between the check and the claim. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** @param answer null: the rail did not answer. */
  ended(kind: Kind, answer: SendAnswer | null, now: Instant): void;
}

export function createPace(): Pace {
  const states = new Map(KINDS.map((kind) => [kind, { most: MOST, underWay: 0, from: -Infinity }]));
  const stateOf = (kind: Kind) => states.get(kind) as { most: number; underWay: number; from: Instant };
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
    room(now) {
      const left = MOST - KINDS.reduce((sum, kind) => sum + stateOf(kind).underWay, 0);
      const leftOf = (kind: Kind): number => stateOf(kind).most - stateOf(kind).underWay;
      const kinds = KINDS.filter((kind) => leftOf(kind) > 0 && now >= stateOf(kind).from);
      return { kinds, most: kinds.length === 0 ? 0 : Math.min(left, ...kinds.map(leftOf)) };
    },
    began: (kind) => void stateOf(kind).underWay++,
    ended(kind, answer, now) {
      const state = stateOf(kind);
      state.underWay--;
      if (answer?.is === 'accepted') state.most = Math.min(2 * state.most, MOST);
      else if (answer?.isBusy) {
        state.most = 1;
        // Prompts do not pause, because borrowers wait for them. The pause is for payouts, which are retried.
        if (kind !== 'STK') state.from = now + PAUSE;
      }
    },
  };
}
