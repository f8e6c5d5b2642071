import { formatKsh } from '#machines/model/money.ts';
import { clockText, nairobiDate } from '#machines/model/calendar.ts';
import type { Order } from '#machines/model/order.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { nowOf, payoutAccountOf } from '#machines/required.ts';
import { formatDeadline, formatMoment } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { aboutLeft } from '#src/ui/countdown/aboutLeft.ts';
import { clock, phone, receipt } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { StatusCard, StatusCardLabel, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import { todayOrMoment } from '#src/ui/when.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './orderStrings.ts';

type OfOrder = ScreenProps & { order: Order };

export function Assessing({ state, send, order }: OfOrder) {
  const { language, now } = state.context;
  const t = text(language);
  const { submittedAt, answerExpectedAt } = order;
  const counts = !order.inReview && submittedAt !== null && answerExpectedAt !== null && now !== null;
  // The estimate of the lender's clock may be a little slow, so the remaining time is limited to the whole usual time.
  const left = counts ? Math.min(answerExpectedAt - submittedAt, answerExpectedAt - now) : 0;
  return (
    <>
      <StatusCard label={t('assessing')} kind="plain">
        <StatusPart status={t('assessing')} tone="assessing" icon={clock}>
          <h2>{t(order.inReview ? 'review' : 'checking')}</h2>
          <p className="muted">{t(left > 0 ? 'checkingText' : 'waitText', { minutes: PROMISES.reviewMinutes })}</p>
        </StatusPart>
        <StatusCardPart spacing="loose">
          <Timeline
            steps={[
              { title: t('sent'), note: submittedAt !== null && todayOrMoment(language, submittedAt, now), when: 'done' },
              { title: left > 0 ? t('checkingStep') : t('closerLook'), note: left > 0 && aboutLeft(language, left), when: 'now' },
              {
                title: t('yourAnswer'),
                note:
                  order.answerLatestAt !== null &&
                  t(order.lateSince ? 'answerLate' : 'atTheLatest', { when: formatMoment(language, order.answerLatestAt) }),
                when: 'later',
              },
            ]}
          />
          <Button onPress={() => send({ type: 'order.opened' })}>{t('seeDetails')}</Button>
        </StatusCardPart>
      </StatusCard>
      <CardList>
        <RowItem
          icon={receipt}
          title={t('request', { amount: formatKsh(order.principal), days: order.termDays })}
          note={t('nothingOwed')}
        />
      </CardList>
    </>
  );
}

export function Lending({ state, order }: OfOrder) {
  const { language, now } = state.context;
  const t = text(language);
  const { disbursement } = order;
  const { holderName, masked } = payoutAccountOf(order);
  const account = `${holderName} ${masked}`;
  const drawnOn = nairobiDate(disbursement?.requestedAt ?? nowOf(state.context));
  return (
    <StatusCard label={t('onItsWay')} kind="plain">
      <StatusPart status={t('onItsWay')} tone="disbursing" icon={phone}>
        <Money amount={order.terms.sent} />
        {disbursement && <StatusCardLabel>{t('toAccount', { account, time: clockText(disbursement.expectedBy) })}</StatusCardLabel>}
      </StatusPart>
      <StatusCardPart>
        <Timeline
          steps={[
            { title: t('accepted'), note: disbursement && todayOrMoment(language, disbursement.requestedAt, now), when: 'done' },
            {
              title: t('sendingTo', { account: holderName }),
              note: t('takes', PROMISES.disbursementMinutes),
              when: 'now',
            },
            {
              title: t('youPayBack', { amount: formatKsh(order.terms.owed) }),
              note: formatDeadline(language, dueDateOf(drawnOn, order.termDays)),
              when: 'later',
            },
          ]}
        />
      </StatusCardPart>
    </StatusCard>
  );
}
