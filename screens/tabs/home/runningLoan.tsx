import type { Language } from '#machines/context.ts';
import { formatKsh } from '#machines/model/money.ts';
import { daysBetween, nairobiDate } from '#machines/model/calendar.ts';
import type { LoanBalance, Order } from '#machines/model/order.ts';
import { ROUTES } from '#machines/routes.ts';
import { homeOf, nowOf } from '#machines/required.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Overdue as OverdueArt } from '#src/ui/art/overdue.tsx';
import { Corner } from '#src/ui/art/Corner.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { alert, calendar, chat, records, upload } from '#src/ui/icon/primaryIcons.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Meter } from '#src/ui/meter/Meter.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardNote, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './orderStrings.ts';

type WithBalance = ScreenProps & { order: Order; balance: LoanBalance };

export function Repaying({ state, send, order, balance }: WithBalance) {
  const { language } = state.context;
  const t = text(language);
  const days = daysBetween(nairobiDate(nowOf(state.context)), balance.dueDate);
  const paid = t('paidOf', { paid: formatKsh(balance.paid), agreed: formatKsh(balance.agreed) });
  return (
    <>
      <StatusCard label={t('yourLoan')}>
        <StatusCardPart>
          <p>
            <StatusPill tone="onBrand" icon={calendar}>
              {days > 0 ? t('dueIn', { count: days }) : t('dueToday')}
            </StatusPill>
          </p>
          <StatusCardFigure label={t('leftBy', { date: formatDeadline(language, balance.dueDate) })}>
            <Money amount={balance.left} />
          </StatusCardFigure>
          <div className="stack stack--snug">
            <Meter part={balance.paid} whole={balance.agreed} label={paid} />
            <StatusCardNote>{paid}</StatusCardNote>
          </div>
        </StatusCardPart>
        <StatusCardPart>
          {openNote(language, order)}
          <Button kind="sun" onPress={() => send({ type: 'order.opened' })}>
            {order.openPayment ? t('seePayment') : t('pay')}
          </Button>
        </StatusCardPart>
      </StatusCard>
      <CardList>
        <RowItem icon={records} href={`#${ROUTES.repayDetail}`} title={t('yourLoan')} note={t('yourLoanNote')} />
        {homeOf(state.context).product.rollover.enabled && (
          <RowItem icon={calendar} href={`#${ROUTES.rollover}`} title={t('moreTime')} note={t('moreTimeNote')} />
        )}
        <RowItem icon={upload} href={`#${ROUTES.proofs}`} title={t('notShowing')} note={t('notShowingNote')} />
      </CardList>
    </>
  );
}

/** The note about an open prompt: its outcome must be known before the borrower pays again. */
const openNote = (language: Language, { openPayment }: Order) =>
  openPayment && <Note tone="assessing">{text(language)('paymentOpen', { amount: formatKsh(openPayment.amount) })}</Note>;

export function Overdue({ state, send, order, balance }: WithBalance) {
  const { language } = state.context;
  const t = text(language);
  return (
    <>
      <StatusCard label={t('toPayNow')} kind="plain">
        <StatusCardPart>
          <Corner>
            <OverdueArt />
          </Corner>
          <p>
            <StatusPill tone="overdue" icon={alert}>
              {t('overdueBy', { count: balance.daysLate })}
            </StatusPill>
          </p>
          <StatusCardFigure label={t('toPayNow')} note={t('wasDue', { date: formatDeadline(language, balance.dueDate) })}>
            <Money amount={balance.left} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <Lines>
            <Line label={t('leftOfLoan')}>{formatKsh(balance.left - balance.penalty)}</Line>
            {balance.penalty > 0 && <Line label={t('late', { count: balance.daysLate })}>{formatKsh(balance.penalty)}</Line>}
          </Lines>
          <Note tone="overdue">{balance.penaltyPerDay > 0 ? t('perDay', { amount: formatKsh(balance.penaltyPerDay) }) : t('capped')}</Note>
          {openNote(language, order)}
          <Button onPress={() => send({ type: 'order.opened' })}>
            {order.openPayment ? t('seePayment') : t('payAmount', { amount: formatKsh(balance.left) })}
          </Button>
        </StatusCardPart>
      </StatusCard>
      <CardList>
        <RowItem icon={chat} href={`#${ROUTES.repayDetail}`} title={t('cantPay')} note={t('cantPayNote')} />
      </CardList>
    </>
  );
}
