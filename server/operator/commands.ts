/** What an operator may have done, by a verb of its own or in a lender that runs. */
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import type { LoadedKeys } from '#server/store/keyRing.ts';
import { createSecurityLog, type LoggedSecurityEvent, type SecurityLogQuery } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { rotateKeys } from './rotateKeys.ts';

export type Command = { is: 'keys:rotate' } | { is: 'security-log'; query: SecurityLogQuery };
export type Outcome = { is: 'keys:rotate'; last: string } | { is: 'security-log'; events: LoggedSecurityEvent[] };
export type CommandRun = (command: Command, say: (line: string) => void, isStopped: () => boolean) => Promise<Outcome>;

/** One sentence for whoever asked; the lender's log has the rest. */
export const describeOutcome = (error: unknown): string =>
  error instanceof CannotStart ? error.message : `It failed: ${error instanceof Error ? error.message : String(error)}`;

export function createCommands(store: Store, clock: Clock, keys: LoadedKeys): CommandRun {
  let isRotating = false;
  return async (command, say, isStopped) => {
    if (command.is === 'security-log') {
      const events = await createSecurityLog(store, clock, keys.secret).read(command.query);
      return { is: command.is, events };
    }
    if (isRotating) throw new CannotStart('A rotation is running already: wait for its end.');
    isRotating = true;
    try {
      return { is: command.is, last: await rotateKeys({ store, clock, keys, say, isStopped }) };
    } finally {
      isRotating = false;
    }
  };
}
