/** `npm run callback-address`: shows and replaces the address to which M-PESA reports payments at the paybill. */
import { callbackAddress } from '#server/rail/callbacks.ts';
import type { CallbackSecret } from '#server/rail/callbackSecret.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import { verbCommand } from '#server/store/verbCommand.ts';

/** `rotate` creates and registers a new address. The old address is accepted too until `retire`. */
const ACTIONS = ['show', 'rotate', 'retire'] as const;
export type CallbackAddressAction = (typeof ACTIONS)[number];

export interface PaybillAddress {
  secret: CallbackSecret;
  /** Address of the lender for the rail, without a trailing slash; null: it is not set. */
  baseUrl(): string | null;
  /** Registers the address with the rail; null: only the lender can do it, at its start. */
  register: ((secret: string) => Promise<void>) | null;
}

/** @throws CannotStart with the choices. */
export function readAction(given: readonly string[]): CallbackAddressAction {
  const action = ACTIONS.find((one) => one === given[0]);
  if (!action || given.length > 1) throw new CannotStart(`Say what to do with the callback address: ${ACTIONS.join(', ')}.`);
  return action;
}

async function rotate({ secret, register }: PaybillAddress, address: () => Promise<string>): Promise<string[]> {
  const present = await secret.rotate();
  const lines = [
    `The new address is ${await address()}`,
    `The old one is accepted too until ${verbCommand('callback-address', 'retire')}.`,
  ];
  if (register === null) return [...lines, 'The lender registers the new address with M-PESA when it starts next.'];
  try {
    await register(present);
    return [...lines, 'M-PESA has registered the new address.'];
  } catch (error) {
    return [
      ...lines,
      `M-PESA did not register it (${error instanceof Error ? error.message : String(error)}). Delete the old address in the URL management of the Daraja portal, and start the lender again: it registers the new one.`,
    ];
  }
}

/** @returns lines for the operator. */
export async function changeCallbackAddress(
  action: CallbackAddressAction,
  paybill: PaybillAddress,
  security: SecurityLog,
): Promise<string[]> {
  const { secret, baseUrl } = paybill;
  const address = async (): Promise<string> => {
    const path = callbackAddress(await secret.present(), 'paybill');
    const base = baseUrl();
    return base === null ? `${path} behind the lender's own address (DARAJA_CALLBACK_BASE_URL is not set)` : base + path;
  };
  if (action === 'show') return [await address()];
  if (action === 'rotate') {
    const lines = await rotate(paybill, address);
    await security.record({ kind: 'keys.rotated', subject: 'callbackAddress' });
    return lines;
  }
  if (!(await secret.retireOld())) return ['There is no old address; nothing changed.'];
  await security.record({ kind: 'keys.rotated', subject: 'callbackAddress.retired' });
  return ['The old address is not accepted any more.'];
}
