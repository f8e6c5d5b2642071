/** The calls whose feature comes with a later release. They answer `notAvailableYet`; a release empties its part of this list. */
import { CODE } from '#machines/model/codes.ts';
import type { CallName } from '#src/api/contract.ts';
import { CallRefused } from './refused.ts';

export const NOT_AVAILABLE_YET = [
  // checking an account, naming branches
  'getBankBranch',
  'validateVerifyCode',

  // marketplace
] as const satisfies readonly CallName[];

export type NotAvailableYet = (typeof NOT_AVAILABLE_YET)[number];

export const refuseAsNotAvailable = (): Promise<never> => Promise.reject(new CallRefused(CODE.notAvailableYet, 'notAvailableYet'));
