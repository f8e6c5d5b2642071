import type { Language } from '#machines/context.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { RepaymentDetail } from '#machines/model/order.ts';
import { formatDate, formatDeadline } from '#src/i18n/dates.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import { ReportedPayments } from '../../shared/reportedPayments.tsx';
import { text } from './strings.ts';

/** Two sums with the same result: the lines from the agreed amount to what is left, and the parts of what is left. */
export function Statement({ language, repayment }: { language: Language; repayment: RepaymentDetail }) {
  const t = text(language);
  const { balance } = repayment;
  // The charges since the agreement, paid or open.
  const coupon = repayment.coupon?.is === 'taken' ? repayment.coupon.amount : 0;
  const charged = balance.left - balance.agreed + balance.paid + coupon;
  const saved = balance.left - balance.settleToday;
  const isLate = balance.daysLate > 0;
  const minus = (amount: Cents) => `− ${formatKsh(amount)}`;

  return (
    <Card title={t('comesFrom')}>
      <ReportedPayments language={language} reported={repayment.reported} />
      <Lines>
        <Line label={t('agreed')}>{formatKsh(balance.agreed)}</Line>
        {charged > 0 && <Line label={t('lateCharges')}>{formatKsh(charged)}</Line>}
        {charged < 0 && <Line label={t('takenOff')}>{minus(-charged)}</Line>}
        {coupon > 0 && <Line label={t('couponTaken')}>{minus(coupon)}</Line>}
        {balance.paid > 0 && <Line label={t('paidSoFar')}>{minus(balance.paid)}</Line>}
        <Line label={isLate ? t('leftNow') : t('leftBy', { date: formatDeadline(language, balance.dueDate) })} kind="total">
          {formatKsh(balance.left)}
        </Line>
      </Lines>
      {saved > 0 && (
        <Lines>
          <Line label={t('saved')}>{minus(saved)}</Line>
          <Line label={t('closesToday')} kind="total">
            {formatKsh(balance.settleToday)}
          </Line>
        </Lines>
      )}
      {isLate && (
        <>
          <h3>{t('madeOf')}</h3>
          <Lines>
            <Line label={t('principal')}>{formatKsh(balance.principal)}</Line>
            <Line label={t('interest')}>{formatKsh(balance.interest)}</Line>
            {balance.penalty > 0 && <Line label={t('late', { count: balance.daysLate })}>{formatKsh(balance.penalty)}</Line>}
            <Line label={t('leftNow')} kind="total">
              {formatKsh(balance.left)}
            </Line>
          </Lines>
          <Note tone="overdue">{balance.penaltyPerDay > 0 ? t('perDay', { amount: formatKsh(balance.penaltyPerDay) }) : t('capped')}</Note>
        </>
      )}
      {!isLate && balance.penaltyPerDay > 0 && (
        <p className="small muted">
          {t('ifLate', { date: formatDeadline(language, balance.dueDate), amount: formatKsh(balance.penaltyPerDay) })}
        </p>
      )}
    </Card>
  );
}

/** The dates of the loan: when it was sent, every payment, and the next due amount. */
export function History({ language, repayment, sent }: { language: Language; repayment: RepaymentDetail; sent: Cents }) {
  const t = text(language);
  const { balance, payments } = repayment;
  const due = formatDeadline(language, balance.dueDate);
  return (
    <Card title={t('history')}>
      <Timeline
        steps={[
          { id: 'sent', title: t('weSent', { amount: formatKsh(sent) }), note: formatDate(language, balance.disbursedOn), when: 'done' },
          ...payments.map(({ receipt, amount, at }) => ({
            id: receipt,
            title: t('youPaid', { amount: formatKsh(amount) }),
            note: `${formatDate(language, nairobiDate(at))} · ${receipt}`,
            when: 'done' as const,
          })),
          {
            id: 'due',
            title: t('isDue', { amount: formatKsh(balance.left) }),
            note: t(balance.daysLate > 0 ? 'wasDue' : 'dueOn', { date: due }),
            when: 'now',
          },
        ]}
      />
    </Card>
  );
}
