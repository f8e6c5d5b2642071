/** The handlers of all calls, one file for each feature of the chart. The compiler checks that each call has one handler. */
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
  // A handler without a call in the contract could never run. This type makes the compiler refuse it.
  const exactly: Handlers & { readonly [K in keyof typeof handlers]: K extends CallName ? unknown : never } = handlers;
  return exactly;
}
