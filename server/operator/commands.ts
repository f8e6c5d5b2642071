/** The commands of an operator. They run in the process of a verb, or in a running lender. */
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import type { LoadedKeys } from '#server/store/keyRing.ts';
import { createSecurityLog, type LoggedSecurityEvent, type SecurityLogQuery } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { changeCallbackAddress, type CallbackAddressAction, type PaybillAddress } from './callbackAddress.ts';
import { backUp } from './backup/backup.ts';
import type { PostgresAccess } from './backup/postgresTools.ts';
import { carryOutPayouts, type DecidedPayouts, type readPayoutsRequest } from './payouts.ts';
import { prune, type PruneRequest } from './prune.ts';
import { returnPayment, type ReturnedPayments } from './returnPayment.ts';
import { importBureau } from './importBureau.ts';
import { rotateKeys } from './rotateKeys.ts';
import { showTexts, type ShownTexts } from './showTexts.ts';
import { changeStaff, type StaffDesk, type StaffRequest } from './staff.ts';

export type Command =
  | { is: 'keys:rotate' }
  | { is: 'security-log'; query: SecurityLogQuery }
  | { is: 'callback-address'; action: CallbackAddressAction }
  | { is: 'return-payment'; receipt: string | null }
  | { is: 'text-log'; number: Msisdn | null }
  | { is: 'bureau-import'; file: string }
  | { is: 'payouts'; request: ReturnType<typeof readPayoutsRequest> }
  | { is: 'staff'; request: StaffRequest }
  | { is: 'prune'; request: PruneRequest }
  | { is: 'backup'; file: string };
export type Outcome = { is: 'lines'; lines: string[] } | { is: 'events'; events: LoggedSecurityEvent[] };
export type CommandRun = (command: Command, say: (line: string) => void, isStopped: () => boolean) => Promise<Outcome>;

/** One sentence about an error, for the operator. */
export const describeOutcome = (error: unknown): string =>
  error instanceof CannotStart ? error.message : `It failed: ${error instanceof Error ? error.message : String(error)}`;

export interface CommandOptions {
  store: Store;
  clock: Clock;
  keys: LoadedKeys;
  paybill: PaybillAddress;
  reversals: ReturnedPayments;
  texts: ShownTexts;
  payouts: DecidedPayouts;
  staff: StaffDesk;
  /** The release of the program, for the manifest of a backup. */
  release: string;
  postgres: PostgresAccess | null;
}

export function createCommands({
  store,
  clock,
  keys,
  paybill,
  reversals,
  texts,
  payouts,
  staff,
  release,
  postgres,
}: CommandOptions): CommandRun {
  const securityLog = () => createSecurityLog(store, clock, keys.secret);
  let isRotating = false;

  async function rotateOnce(say: (line: string) => void, isStopped: () => boolean): Promise<string> {
    if (isRotating) throw new CannotStart('A rotation is running already: wait for its end.');
    isRotating = true;
    try {
      return await rotateKeys({ store, clock, keys, say, isStopped });
    } finally {
      isRotating = false;
    }
  }

  return async (command, say, isStopped) => {
    switch (command.is) {
      case 'security-log':
        return { is: 'events', events: await securityLog().read(command.query) };
      case 'callback-address':
        return { is: 'lines', lines: await changeCallbackAddress(command.action, paybill, securityLog()) };
      case 'return-payment':
        return { is: 'lines', lines: await returnPayment(command.receipt, reversals) };
      case 'text-log':
        return { is: 'lines', lines: await showTexts(command.number, texts, clock) };
      case 'bureau-import':
        return { is: 'lines', lines: await importBureau(command.file, store, clock) };
      case 'payouts':
        return {
          is: 'lines',
          lines: await carryOutPayouts(command.request, { store, now: clock.now(), payouts, security: securityLog() }),
        };
      case 'staff':
        return { is: 'lines', lines: await changeStaff(command.request, store, staff) };
      case 'backup':
        return { is: 'lines', lines: await backUp({ store, clock, release, postgres }, command.file) };
      case 'prune':
        return { is: 'lines', lines: [await prune(command.request, { store, clock, say, isStopped })] };
      case 'keys:rotate':
        return { is: 'lines', lines: [await rotateOnce(say, isStopped)] };
    }
  };
}
