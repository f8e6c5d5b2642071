/** Every call of the contract has exactly one handler here; the compiler counts. */
import type { CallName } from '#src/api/contract.ts';
import { afterDisbursementCalls } from './afterDisbursement.ts';
import { applicationCalls } from './apply.ts';
import { cancellationCalls } from './policies.ts';
import { collectionCalls } from './collection.ts';
import { countryCalls } from './country.ts';
import type { CallDeps } from './deps.ts';
import { feedbackCalls } from './feedback.ts';
import type { Handlers } from '#server/wire/handler.ts';
import { identityCalls } from './user.ts';
import { loanCalls } from './borrow.ts';
import { marketLinkCalls } from './market-links.ts';
import { marketCalls } from './tabs.ts';
import { promotionCalls } from './promotion.ts';
import { repaymentCalls } from './repay.ts';

export function createHandlers(deps: CallDeps): Handlers {
  const handlers = {
    ...identityCalls(deps),
    ...countryCalls(),
    ...promotionCalls(deps),
    ...marketLinkCalls(deps),
    ...applicationCalls(deps),
    ...loanCalls(deps),
    ...repaymentCalls(deps),
    ...afterDisbursementCalls(deps),
    ...marketCalls(deps),
    ...collectionCalls(deps),
    ...feedbackCalls(deps),
    ...cancellationCalls(deps),
  };
  // A handler the contract does not name would never be reached: that does not compile either.
  const exactly: Handlers & { readonly [K in keyof typeof handlers]: K extends CallName ? unknown : never } = handlers;
  return exactly;
}
