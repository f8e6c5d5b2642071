import { formatKsh } from '#machines/model/money.ts';
import type { Order } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { orderOf, payoutAccountOf } from '#machines/required.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { error } from '#src/ui/icon/primaryIcons.ts';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
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
      <Screen language={language} title={t('notSent')} onBack={onBack}>
        <PayFail state={state} send={send} order={order} />
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

function PayFail({ state, send, order }: ScreenProps & { order: Order }) {
  const { language } = state.context;
  const t = text(language);
  const account = payoutAccountOf(order);
  return (
    <StatusCard label={t('notSent')} kind="plain">
      <StatusPart status={t('notSent')} tone="overdue" icon={error}>
        <h2>{t('notAccepted', { account: account.holderName })}</h2>
        {order.disbursement?.failure && <p>{order.disbursement.failure}</p>}
        <p className="muted">{t('nothingOwed', { amount: formatKsh(order.terms.sent), account: account.masked })}</p>
      </StatusPart>
      <StatusCardPart>
        <Button onPress={() => send({ type: 'payoutAccount.opened' })}>{account.kind === 'bank' ? t('editBank') : t('editMpesa')}</Button>
      </StatusCardPart>
    </StatusCard>
  );
}
