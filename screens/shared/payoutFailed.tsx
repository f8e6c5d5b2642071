import { formatKsh } from '#machines/model/money.ts';
import type { Order } from '#machines/model/order.ts';
import { payoutAccountOf } from '#machines/required.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { error } from '#src/ui/icon/primaryIcons.ts';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './payoutFailedStrings.ts';

/** The account refused the money. Nothing is owed, and the account can be corrected. @param note a sentence of the page */
export function PayoutFailed({ state, send, order, note }: ScreenProps & { order: Order; note?: string }) {
  const t = text(state.context.language);
  const account = payoutAccountOf(order);
  return (
    <StatusCard label={t('notSent')} kind="plain">
      <StatusPart status={t('notSent')} tone="overdue" icon={error}>
        <h2>{t('notAccepted', { account: account.holderName })}</h2>
        <p className="muted">
          {note && `${note} `}
          {t('stillWithUs', { amount: formatKsh(order.terms.sent), account: account.masked })}
        </p>
        {order.disbursement?.failure && <p className="muted">{order.disbursement.failure}</p>}
      </StatusPart>
      <StatusCardPart>
        <Button onPress={() => send({ type: 'payoutAccount.opened' })}>{t(account.kind === 'bank' ? 'editBank' : 'editMpesa')}</Button>
      </StatusCardPart>
    </StatusCard>
  );
}
