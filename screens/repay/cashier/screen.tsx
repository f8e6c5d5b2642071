import { payingOf, promptOf } from '#machines/required.ts';
import type { ReactElement } from 'react';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { uiText } from '#src/ui/strings.ts';
import type { ScreenProps } from '../../props.ts';
import { NotArrived } from './notArrived.tsx';
import { Paid } from './paid.tsx';
import { Paybill } from './paybill.tsx';
import { Refused, Unknown, Waiting } from './prompt.tsx';
import { text } from './strings.ts';

type Place =
  | 'requesting'
  | 'reconciling'
  | 'unknown'
  | 'waiting'
  | 'polling'
  | 'verifying'
  | 'refreshingBalance'
  | 'paid'
  | 'refused'
  | 'openingAccount'
  | 'payingByPaybill'
  | 'searchingPayment'
  | 'notArrived';

/** Texts for states with a running call that have no page of their own. */
const WAITING = [
  ['requesting', 'sendingRequest'],
  ['reconciling', 'askingLender'],
  ['openingAccount', 'openingAccount'],
] as const;

/** One payment, paid only when the lender has confirmed it. An unknown outcome is shown as unknown. Paybill is always offered. */
export default function Cashier(props: ScreenProps) {
  const { state, send } = props;
  const { language, problem } = state.context;
  const { channel } = payingOf(state.context);
  const t = text(language);
  const at = (place: Place) => state.matches({ places: { repay: { cashier: place } } });
  const byHand = t(channel === 'dedicated' ? 'titleAccount' : 'titlePaybill');

  const page = (key: Place, title: string, content: ReactElement, actions: ReactElement) => (
    <Screen
      key={key}
      language={language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      actions={<Actions>{actions}</Actions>}
    >
      {content}
    </Screen>
  );

  if (at('paid'))
    return page(
      'paid',
      t('titlePaid'),
      <Paid state={state} />,
      <Button onPress={() => send({ type: 'receipt.closed' })}>{t('done')}</Button>,
    );
  if (at('payingByPaybill') || at('searchingPayment')) {
    return page(
      'payingByPaybill',
      byHand,
      <>
        <ProblemNote language={language} problem={problem} />
        <Paybill {...props} reason="chosen" />
      </>,
      <>
        <Button busy={at('searchingPayment') && t('looking')} onPress={() => send({ type: 'refresh.requested' })}>
          {t('iPaid')}
        </Button>
        <Button kind="quiet" onPress={() => send({ type: 'receipt.closed' })}>
          {t('later')}
        </Button>
      </>,
    );
  }
  if (at('notArrived')) {
    return page(
      'notArrived',
      byHand,
      <NotArrived {...props} />,
      <>
        <Button onPress={() => send({ type: 'refresh.requested' })}>{t('lookAgain')}</Button>
        <Button kind="quiet" onPress={() => send({ type: 'receipt.closed' })}>
          {t('later')}
        </Button>
      </>,
    );
  }
  if (at('refused')) {
    return page(
      'refused',
      t('title'),
      <Refused {...props} />,
      <>
        <Button onPress={() => send({ type: 'payment.retried' })}>{uiText(language)('tryAgain')}</Button>
        <Button kind="quiet" onPress={() => send({ type: 'payment.otherWayRequested' })}>
          {t('otherWay')}
        </Button>
      </>,
    );
  }
  if (at('unknown'))
    return page(
      'unknown',
      t('title'),
      <Unknown {...props} />,
      <Button onPress={() => send({ type: 'retry.requested' })}>{t('askAgain')}</Button>,
    );
  const isAsking = at('polling') || at('verifying');
  if (at('waiting') || isAsking) return <Waiting {...props} payment={promptOf(state.context)} isChecking={isAsking} />;

  return (
    <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
      <p className="muted" role="status">
        {t(WAITING.find(([place]) => at(place))?.[1] ?? 'readingBalance')}
      </p>
      <StatusCardSkeleton language={language} />
      <ProblemNote language={language} problem={problem} />
    </Screen>
  );
}
