import type { ReactElement } from 'react';
import { homeDisplayOf, isIncomplete } from '#machines/model/orderStatus.ts';
import type { Rejection } from '#machines/model/order.ts';
import { RejectionCard } from '#src/ui/rejectionCard/RejectionCard.tsx';
import type { ScreenProps } from '../../props.ts';
import { PayoutFailed } from '../../shared/payoutFailed.tsx';
import { Approved } from './approved.tsx';
import { Application } from './openApplication.tsx';
import { Overdue, Repaying } from './runningLoan.tsx';
import { HomeFrame } from './homeFrame.tsx';
import { CanLoan } from './canLoan.tsx';
import { UnknownStatus } from './unknownStatus.tsx';
import { Assessing, Lending } from './inProgress.tsx';

/** Home: one amount, one date and one button, which depend on the order's status. */
export default function Home(props: ScreenProps) {
  return <HomeFrame {...props}>{drawn(props) ?? <UnknownStatus {...props} />}</HomeFrame>;
}

/** @returns null for an unknown status, and for an order without the data that belong to its status, such as a balance. */
function drawn(props: ScreenProps): ReactElement | null {
  const { order } = props.state.context;
  if (!order) return <CanLoan {...props} />;
  const { status, rejection, balance } = order;
  if (isIncomplete(status)) return <Application {...props} order={order} />;
  switch (homeDisplayOf(status)) {
    case 'assessing':
      return <Assessing {...props} order={order} />;
    case 'success':
      return <Approved {...props} order={order} />;
    case 'lending':
      return <Lending {...props} order={order} />;
    case 'failed':
      return <PayoutFailed {...props} order={order} />;
    case 'rejected':
      return rejection && <Rejected {...props} rejection={rejection} />;
    case 'repaying':
      return balance && <Repaying {...props} order={order} balance={balance} />;
    case 'overdue':
      return balance && <Overdue {...props} order={order} balance={balance} />;
    case 'unknown':
      return null;
    case 'canLoan':
      return <CanLoan {...props} />;
  }
}

const Rejected = ({ state, send, rejection }: ScreenProps & { rejection: Rejection }) => (
  <RejectionCard
    language={state.context.language}
    now={state.context.now}
    rejection={rejection}
    onApply={() => send({ type: 'application.opened' })}
    onAskReview={() => send({ type: 'review.requested' })}
  />
);
