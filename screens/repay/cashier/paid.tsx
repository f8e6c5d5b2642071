import { formatKsh } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { orderOf, paymentOf } from '#machines/required.ts';
import { ROUTES } from '#machines/routes.ts';
import { formatDeadline, formatMoment } from '#src/i18n/dates.ts';
import { Confirmed } from '#src/ui/art/confirmed.tsx';
import { Repaid } from './repaid.tsx';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The receipt, the part of the payment above the debt, and the rest of the loan. */
export function Paid({ state }: Pick<ScreenProps, 'state'>) {
  const { language, problem } = state.context;
  const payment = paymentOf(state.context);
  const order = orderOf(state.context);
  const t = text(language);
  const isRepaid = order.status === STATUS.finish && problem === null;
  const balance = problem === null ? order.balance : null;

  return (
    <>
      {isRepaid ? <Repaid /> : <Confirmed />}
      <StatusCard label={t('paid')} kind="plain">
        <StatusPart status={t('paid')} tone="approved" icon={check} announced>
          <Money amount={payment.amount} />
          <Lines>
            {payment.receipt && <Line label={t('receipt')}>{payment.receipt}</Line>}
            {payment.paidAt !== null && <Line label={t('paidAt')}>{formatMoment(language, payment.paidAt)}</Line>}
          </Lines>
        </StatusPart>
        <StatusCardPart spacing="snug">
          {isRepaid && (
            <>
              <h2>{t('repaid')}</h2>
              <p className="muted">{t('repaidText')}</p>
            </>
          )}
          {!isRepaid && balance && (
            <StatusCardFigure label={balance.daysLate > 0 ? t('leftNow') : t('left', { date: formatDeadline(language, balance.dueDate) })}>
              <Money amount={balance.left} />
            </StatusCardFigure>
          )}
          {!isRepaid && !balance && <p className="muted">{t('balanceUnread')}</p>}
        </StatusCardPart>
      </StatusCard>
      {payment.over > 0 && (
        <Note>
          {t('over', { amount: formatKsh(payment.over) })} <a href={`#${ROUTES.addFeedback}`}>{t('writeToUs')}</a>
        </Note>
      )}
    </>
  );
}
