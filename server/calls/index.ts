/** Every call of the contract has exactly one handler here; the compiler counts. */
import type { CallName } from '#src/api/contract.ts';
import { afterDisbursementCalls } from './afterDisbursement.ts';
import { applicationCalls } from './application.ts';
import { cancellationCalls } from './cancellation.ts';
import { collectionCalls } from './collection.ts';
import { countryCalls } from './country.ts';
import type { CallDeps } from './deps.ts';
import { feedbackCalls } from './feedback.ts';
import type { Handlers } from './handler.ts';
import { identityCalls } from './identity.ts';
import { loanCalls } from './loan.ts';
import { marketLinkCalls } from './market-links.ts';
import { marketCalls } from './market.ts';
import { promotionCalls } from './promotion.ts';
import { repaymentCalls } from './repayment.ts';

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
