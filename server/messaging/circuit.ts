/** Circuit of a provider of texts. After several failures in a row it is open: for a while the provider is asked last. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';

/** Failures in a row after which a provider is asked last. */
const MOST_FAILURES = 3;
/** For so many ms a failed provider is asked last. Then the next text tries it first again. */
const PAUSE = MINUTE;

export interface Circuit {
  isOpen(): boolean;
  worked(): void;
  /** @param isSure true for wrong credentials or no balance: one failure opens the circuit. */
  failed(isSure: boolean): void;
}

export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen() {
      // More than a pause is left only if the clock was set back, as in the sandbox. Then the circuit closes.
      const left = openUntil - clock.now();
      return left > 0 && left <= PAUSE;
    },
    worked() {
      failures = 0;
      openUntil = 0;
    },
    failed(isSure) {
      failures = isSure ? MOST_FAILURES : failures + 1;
      if (failures >= MOST_FAILURES) openUntil = clock.now() + PAUSE;
    },
  };
}
