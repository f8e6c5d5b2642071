import { formatKsh } from '#machines/model/money.ts';
import { payoutAccountOf } from '#machines/required.ts';
import type { Order } from '#machines/model/order.ts';
import { Waiting } from '#src/ui/art/waiting.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { error } from '#src/ui/icon/primaryIcons.ts';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './rareStrings.ts';

/** A status that this version of the app does not know. It offers no action. */
export function Unknown({ state }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <>
      <Waiting />
      <StatusCard label={t('news')} kind="plain">
        <StatusCardPart spacing="snug">
          <h2>{t('news')}</h2>
          <p className="muted">{t('newsText')}</p>
        </StatusCardPart>
      </StatusCard>
    </>
  );
}

export function Failed({ state, send, order }: ScreenProps & { order: Order }) {
  const { language } = state.context;
  const t = text(language);
  const account = payoutAccountOf(order);
  return (
    <StatusCard label={t('notSent')} kind="plain">
      <StatusPart status={t('notSent')} tone="overdue" icon={error}>
        <h2>{t('notAccepted', { account: account.holderName })}</h2>
        <p className="muted">{t('stillWithUs', { amount: formatKsh(order.terms.sent), account: account.masked })}</p>
        {order.disbursement?.failure && <p className="muted">{order.disbursement.failure}</p>}
      </StatusPart>
      <StatusCardPart>
        <Button onPress={() => send({ type: 'payoutAccount.opened' })}>{account.kind === 'bank' ? t('editBank') : t('editMpesa')}</Button>
      </StatusCardPart>
    </StatusCard>
  );
}
