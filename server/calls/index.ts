/** Every call of the contract has exactly one handler here, or stands in `notAvailableYet.ts`; the compiler counts. */
import type { CallName } from '#src/api/contract.ts';
import { afterDisbursementCalls } from './afterDisbursement.ts';
import { applicationCalls } from './application.ts';
import { cancellationCalls } from './cancellation.ts';
import { collectionCalls } from './collection.ts';
import { countryCalls } from './country.ts';
import type { CallDeps } from './deps.ts';
import { feedbackCalls } from './feedback.ts';
import type { Handler, Handlers } from './handler.ts';
import { identityCalls } from './identity.ts';
import { loanCalls } from './loan.ts';
import { marketLinkCalls } from './market-links.ts';
import { marketCalls } from './market.ts';
import { NOT_AVAILABLE_YET, refuseAsNotAvailable, type NotAvailableYet } from './notAvailableYet.ts';
import { promotionCalls } from './promotion.ts';
import { repaymentCalls } from './repayment.ts';

type Implemented = Exclude<CallName, NotAvailableYet>;

export function createHandlers(deps: CallDeps): Handlers {
  const implemented = {
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
  // A call that stands on the list although it has a handler would never be reached: that does not compile either.
  const exactly: Handlers<Implemented> & { readonly [K in keyof typeof implemented]: K extends Implemented ? unknown : never } =
    implemented;
  const later = Object.fromEntries(
    NOT_AVAILABLE_YET.map((name): [NotAvailableYet, Handler<NotAvailableYet>] => [name, refuseAsNotAvailable]),
  );
  return { ...exactly, ...(later as Handlers<NotAvailableYet>) };
}
