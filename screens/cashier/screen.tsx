import type { ReactElement } from 'react';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SlipSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';
import { Paid } from './paid.tsx';
import { Paybill } from './paybill.tsx';
import { Refused, Unknown, Waiting } from './prompt.tsx';
import { text } from './strings.ts';

/** One payment. Paid is only what the lender says; no answer is said as no answer; the paybill is always in sight. */
export default function Cashier(props: ScreenProps) {
  const { state, send } = props;
  const { language, payment, problem } = state.context;
  const t = text(language);
  const at = (place: 'requesting' | 'asking' | 'unknown' | 'waiting' | 'checking' | 'closing' | 'paid' | 'refused' | 'payingByPaybill') =>
    state.matches({ places: { repay: { cashier: place } } });

  const page = (title: string, content: ReactElement, actions: ReactElement) => (
    <Screen language={language} title={title} onBack={() => send({ type: 'back.requested' })} actions={<Actions>{actions}</Actions>}>
      {content}
    </Screen>
  );

  if (at('paid'))
    return page(
      payment ? t('titlePaid') : t('titlePaybill'),
      <Paid state={state} />,
      <Button onPress={() => send({ type: 'receipt.closed' })}>{t('done')}</Button>,
    );
  if (at('payingByPaybill')) {
    return page(
      t('titlePaybill'),
      <Paybill {...props} reason="chosen" />,
      <>
        <Button onPress={() => send({ type: 'refresh.requested' })}>{t('iPaid')}</Button>
        <Button kind="quiet" onPress={() => send({ type: 'receipt.closed' })}>
          {t('later')}
        </Button>
      </>,
    );
  }
  if (at('refused')) {
    return page(
      t('title'),
      <Refused {...props} />,
      <>
        <Button onPress={() => send({ type: 'payment.retried' })}>{t('tryAgain')}</Button>
        <Button kind="quiet" onPress={() => send({ type: 'payment.otherWayRequested' })}>
          {t('otherWay')}
        </Button>
      </>,
    );
  }
  if (at('unknown'))
    return page(t('title'), <Unknown {...props} />, <Button onPress={() => send({ type: 'retry.requested' })}>{t('askAgain')}</Button>);
  if ((at('waiting') || at('checking')) && payment) return <Waiting {...props} payment={payment} isChecking={at('checking')} />;

  return (
    <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
      <p className="muted" role="status">
        {at('requesting') ? t('sendingRequest') : at('asking') ? t('askingLender') : t('readingBalance')}
      </p>
      <SlipSkeleton language={language} />
      <ProblemNote language={language} problem={problem} />
    </Screen>
  );
}
