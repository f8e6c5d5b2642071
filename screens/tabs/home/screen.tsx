import type { ReactElement } from 'react';
import { homeDisplayOf, isIncomplete } from '#machines/model/orderStatus.ts';
import type { Rejection } from '#machines/model/order.ts';
import { RejectionCard } from '#src/ui/rejectionCard/RejectionCard.tsx';
import type { ScreenProps } from '../../props.ts';
import { Approved } from './approved.tsx';
import { Application } from './openApplication.tsx';
import { Overdue, Repaying } from './runningLoan.tsx';
import { HomeFrame } from './homeFrame.tsx';
import { CanLoan } from './canLoan.tsx';
import { Failed, Unknown } from './rareStatuses.tsx';
import { Assessing, Lending } from './inProgress.tsx';

/** One number, one date, one button: what the order's status allows. */
export default function Home(props: ScreenProps) {
  return (
    <HomeFrame {...props}>
      <Display {...props} />
    </HomeFrame>
  );
}

function Display(props: ScreenProps): ReactElement {
  const { order } = props.state.context;
  if (!order) return <CanLoan {...props} />;
  if (isIncomplete(order.status)) return <Application {...props} order={order} />;
  switch (homeDisplayOf(order.status)) {
    case 'assessing':
      return <Assessing {...props} order={order} />;
    case 'success':
      return <Approved {...props} order={order} />;
    case 'lending':
      return <Lending {...props} order={order} />;
    case 'failed':
      return <Failed {...props} order={order} />;
    case 'rejected':
      return order.rejection ? <Rejected {...props} rejection={order.rejection} /> : <Unknown {...props} />;
    case 'repaying':
    case 'overdue':
      return order.balance ? <Debt {...props} order={{ ...order, balance: order.balance }} /> : <Unknown {...props} />;
    case 'unknown':
      return <Unknown {...props} />;
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

const Debt = (props: Parameters<typeof Repaying>[0]) =>
  homeDisplayOf(props.order.status) === 'overdue' ? <Overdue {...props} /> : <Repaying {...props} />;
