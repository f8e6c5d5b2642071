/** Limits that are checked before a handler does its work. Installations known to an account are exempt from limits by address. */
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Counters, Limit } from './counters.ts';
import type { Limits } from './limitTable.ts';
import { networkOf } from './network.ts';

export interface CallerOf {
  address: string;
  /** Hash of the installation's id; null when it sent none. */
  device: string | null;
}

export interface CallerLimits {
  /** Counts the lookup of a number. @throws Refusal tooManyRequests. */
  lookup(caller: CallerOf): Promise<void>;
  /** Counts a typed code, right or wrong. @param userId borrower of the session, if any. @throws Refusal tooManyRequests. */
  codeTry(caller: CallerOf, userId: number | null): Promise<void>;
  /** Hash of a caller that requests a code before signing in: of the installation, or of the address if there is no id. */
  askerOf(caller: CallerOf): string;
  /** The account of this number, if it was signed in on this installation before; else null. */
  knownAs(caller: CallerOf, mobile: Msisdn): Promise<number | null>;
  /** Whether this borrower has a loan to repay. */
  owesLoan(userId: number): Promise<boolean>;
}

export function createCallerLimits(store: Store, secret: Secret, counters: Counters, limits: Limits): CallerLimits {
  const isKnown = async (device: string): Promise<boolean> =>
    (await store.db.selectFrom('account_device').select('user_id').where('device_mac', '=', device).limit(1).executeTakeFirst()) !==
    undefined;

  /** Counts by address, except known installations: a carrier has thousands of phones behind one address. */
  async function countAddress(limit: Limit, { address, device }: CallerOf, network?: Limit): Promise<void> {
    if (device !== null && (await isKnown(device))) return;
    await counters.refuseAbove(limit, address);
    if (network) await counters.refuseAbove(network, networkOf(address));
  }

  return {
    async lookup(caller) {
      if (caller.device !== null) await counters.refuseAbove(limits.lookupsOfDevice, caller.device);
      await countAddress(limits.lookupsOfAddress, caller, limits.lookupsOfNetwork);
    },
    async codeTry(caller, userId) {
      if (userId !== null) await counters.refuseAbove(limits.triesOfAccount, String(userId));
      if (caller.device !== null) await counters.refuseAbove(limits.triesOfDevice, caller.device);
      await countAddress(limits.triesOfAddress, caller);
    },
    askerOf: ({ address, device }) => device ?? secret.mac('device', `address ${address}`).toString('hex'),
    async knownAs({ device }, mobile) {
      if (device === null) return null;
      const account = await store.db
        .selectFrom('account_device as d')
        .innerJoin('app_user as u', 'u.id', 'd.user_id')
        .select('u.id')
        .where('u.msisdn', '=', mobile)
        .where('d.device_mac', '=', device)
        .executeTakeFirst();
      return account?.id ?? null;
    },
    async owesLoan(userId) {
      const loan = await store.db
        .selectFrom('loan_order')
        .select('id')
        .where('user_id', '=', userId)
        .where('disbursed_on', 'is not', null)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return loan !== undefined;
    },
  };
}
