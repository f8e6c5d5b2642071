/** What an operator does with the address to which M-PESA sends payments at the paybill. */
import { callbackAddress } from './rail/callbacks.ts';
import type { CallbackSecret } from './rail/callbackSecret.ts';
import type { SecurityLog } from './store/securityLog.ts';

export type CallbackCommand = 'show' | 'rotate' | 'retire';

export interface CallbackCommandOptions {
  secret: CallbackSecret;
  security: SecurityLog;
  /** Of the lender as the rail reaches it, without a trailing slash. */
  baseUrl: string;
  /** Registers the address with the rail; null: the lender does so when it starts, with the simulated rail. */
  register: ((secret: string) => Promise<void>) | null;
}

/** @returns a function that carries out a command and returns what to tell the operator, line by line. */
export const createCommandOf =
  ({ secret, security, baseUrl, register }: CallbackCommandOptions) =>
  async (command: CallbackCommand): Promise<string[]> => {
    const address = async (): Promise<string> => baseUrl + callbackAddress(await secret.present(), 'paybill');
    if (command === 'show') return [await address()];
    if (command === 'retire') {
      if (!(await secret.retireOld())) return ['There is no old address; nothing changed.'];
      await security.record({ kind: 'keys.rotated', subject: 'callbackAddress.retired' });
      return ['The old address is not accepted any more.'];
    }
    const present = await secret.rotate();
    await security.record({ kind: 'keys.rotated', subject: 'callbackAddress' });
    const told = [`The new address is ${await address()}`, 'The old one is accepted too until `npm run callback-address -- retire`.'];
    if (register === null) return told;
    try {
      await register(present);
      return [...told, 'M-PESA has registered the new address.'];
    } catch (error) {
      return [
        ...told,
        `M-PESA did not register it (${error instanceof Error ? error.message : String(error)}). Delete the old address in the URL management of the Daraja portal, and start the lender again: it registers the new one.`,
      ];
    }
  };
