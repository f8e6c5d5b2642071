import { homeDisplayOf, stepOf } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import type { Rejection } from '#machines/model/order.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { help } from '#src/ui/icon/paths.ts';
import { IconLink } from '#src/ui/iconButton/IconButton.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { RejectionCard } from '#src/ui/rejectionCard/RejectionCard.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SlipSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { Slip, SlipPart } from '#src/ui/slip/Slip.tsx';
import { uiText } from '#src/ui/strings.ts';
import type { ScreenProps } from '../props.ts';
import { Approved } from './answer.tsx';
import { Overdue, Repaying } from './debt.tsx';
import { Failed, SignedOut, Unknown } from './seldom.tsx';
import { Application, CanLoan } from './offer.tsx';
import { text } from './strings.ts';
import { Assessing, Lending } from './waiting.tsx';

/** One number, one date, one button: what the order's status allows. */
export default function Home({ state, send }: ScreenProps) {
  const { language, firstName, session, lostSession, problem } = state.context;
  const t = text(language);
  const isRead = state.matches({ places: { tabs: 'home' } }) && state.context.product !== null;
  const isUnreachable = state.matches({ places: { syncing: 'failed' } });

  return (
    <Screen
      language={language}
      title={firstName ? t('helloName', { name: firstName }) : t('hello')}
      tab="home"
      busy={!isRead && !isUnreachable}
      aside={
        session ? (
          <IconLink path={help} label={t('help')} href={`#${ROUTES.customerServices}`} />
        ) : (
          <IconLink path={help} label={t('questions')} href={`#${ROUTES.faq}`} />
        )
      }
    >
      {isUnreachable && <Unreachable state={state} send={send} />}
      {isRead && <ProblemNote language={language} problem={problem} />}
      {isRead && lostSession && <SignedOut state={state} send={send} />}
      {isRead && <Display state={state} send={send} />}
      {!isRead && !isUnreachable && <SlipSkeleton language={language} />}
    </Screen>
  );
}

function Display(props: ScreenProps) {
  const { order } = props.state.context;
  if (!order) return <CanLoan {...props} />;
  if (stepOf(order.status) >= 0) return <Application {...props} order={order} />;
  switch (homeDisplayOf(order.status)) {
    case 'assessing':
      return <Assessing {...props} order={order} />;
    case 'success':
      return <Approved {...props} order={order} />;
    case 'lending':
      return <Lending {...props} order={order} />;
    case 'failed':
      return <Failed {...props} />;
    case 'rejected':
      return order.rejection ? <Rejected {...props} rejection={order.rejection} /> : <CanLoan {...props} />;
    case 'repaying':
    case 'overdue':
      return order.balance ? <Debt {...props} order={{ ...order, balance: order.balance }} /> : <CanLoan {...props} />;
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

function Unreachable({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <Slip label={t('unreachable')} kind="plain">
      <SlipPart spacing="snug">
        <h2>{t('unreachable')}</h2>
        <p className="muted">{t('unreachableText')}</p>
        <ProblemNote language={language} problem={problem} />
      </SlipPart>
      <SlipPart>
        <Button onPress={() => send({ type: 'retry.requested' })}>{uiText(language)('tryAgain')}</Button>
      </SlipPart>
    </Slip>
  );
}
