import { STATUS } from '#machines/model/orderStatus.ts';
import { orderOf } from '#machines/required.ts';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { PayoutFailed } from '../../shared/payoutFailed.tsx';
import { text as payoutFailedText } from '../../shared/payoutFailedStrings.ts';
import { CardForm } from './cardForm.tsx';
import { PayForm } from './payForm.tsx';
import { text } from './strings.ts';

/** The debt and the ways to pay it. After a failed payout nothing is owed, and the account can be corrected. */
export default function RepayDetail({ state, send }: ScreenProps) {
  const { language, repayment, problem } = state.context;
  const order = orderOf(state.context);
  const t = text(language);
  const onBack = () => send({ type: 'back.requested' });

  if (order.status === STATUS.payFail) {
    return (
      <Screen language={language} title={payoutFailedText(language)('notSent')} onBack={onBack}>
        <PayoutFailed state={state} send={send} order={order} note={t('nothingToPay')} />
      </Screen>
    );
  }
  if (repayment.is !== 'loaded') {
    const isFailed = repayment.is === 'failed';
    return (
      <Screen language={language} title={t('title')} onBack={onBack} busy={!isFailed}>
        {isFailed ? (
          <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
        ) : (
          <StatusCardSkeleton language={language} />
        )}
      </Screen>
    );
  }
  if (state.matches({ places: { repay: { repayDetail: 'card' } } }) && repayment.value.coupon)
    return <CardForm state={state} send={send} coupon={repayment.value.coupon} />;
  return <PayForm state={state} send={send} repayment={repayment.value} />;
}
