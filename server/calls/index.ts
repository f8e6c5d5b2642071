/** Every call of the contract has exactly one handler here; the compiler checks it. One file for each feature of the chart. */
import type { Handlers } from '#server/wire/handler.ts';
import type { CallName } from '#src/api/contract.ts';
import { applyCalls } from './apply.ts';
import { borrowCalls } from './borrow.ts';
import { collectionCalls } from './collection.ts';
import type { CallDeps } from './deps.ts';
import { feedbackCalls } from './feedback.ts';
import { policiesCalls } from './policies.ts';
import { promotionCalls } from './promotion.ts';
import { repayCalls } from './repay.ts';
import { tabsCalls } from './tabs.ts';
import { userCalls } from './user.ts';
import { userCenterCalls } from './userCenter.ts';

export function createHandlers(deps: CallDeps): Handlers {
  const handlers = {
    ...userCalls(deps),
    ...tabsCalls(deps),
    ...applyCalls(deps),
    ...borrowCalls(deps),
    ...repayCalls(deps),
    ...userCenterCalls(deps),
    ...policiesCalls(deps),
    ...promotionCalls(deps),
    ...feedbackCalls(deps),
    ...collectionCalls(deps),
  };
  // A handler the contract does not name would never be reached: that does not compile either.
  const exactly: Handlers & { readonly [K in keyof typeof handlers]: K extends CallName ? unknown : never } = handlers;
  return exactly;
}
