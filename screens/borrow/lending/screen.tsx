import { clockText, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { Order } from '#machines/model/order.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { homeOf, nowOf, orderOf, payoutAccountOf } from '#machines/required.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Corner } from '#src/ui/art/Corner.tsx';
import { MoneySent } from '#src/ui/art/moneySent.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { phone } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCard, StatusCardLabel, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import { todayOrMoment } from '#src/ui/when.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The running payout: more details than home shows. */
export default function Lending({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'back.requested' })}>{t('home')}</Button>
          <Button
            kind="quiet"
            busy={state.matches({ places: { borrow: { lending: 'checking' } } }) && t('checking')}
            onPress={() => send({ type: 'refresh.requested' })}
          >
            {t('check')}
          </Button>
        </Actions>
      }
    >
      <ProblemNote language={language} problem={problem} />
      <OnItsWay state={state} order={orderOf(state.context)} />
    </Screen>
  );
}

function OnItsWay({ state, order }: Pick<ScreenProps, 'state'> & { order: Order }) {
  const { language } = state.context;
  const now = nowOf(state.context);
  const t = text(language);
  const { disbursement, terms } = order;
  const { holderName: account, masked } = payoutAccountOf(order);
  const isLate = disbursement !== null && now > disbursement.expectedBy;
  const due = dueDateOf(nairobiDate(disbursement?.requestedAt ?? now), order.termDays);
  return (
    <>
      <StatusCard label={t('onItsWay')} kind="plain">
        <StatusPart status={t('onItsWay')} tone="disbursing" icon={phone}>
          <Corner>
            <MoneySent />
          </Corner>
          <Money amount={terms.sent} />
          {disbursement && (
            <StatusCardLabel>{t('to', { account: `${account} ${masked}`, time: clockText(disbursement.expectedBy) })}</StatusCardLabel>
          )}
        </StatusPart>
        <StatusCardPart>
          <Timeline
            steps={[
              { title: t('accepted'), note: disbursement && todayOrMoment(language, disbursement.requestedAt, now), when: 'done' },
              { title: t('sending', { account }), note: t('takes', PROMISES.disbursementMinutes), when: 'now' },
              { title: t('arrived'), note: t('arrivedNote', { account }), when: 'later' },
              { title: t('payBack', { amount: formatKsh(terms.owed) }), note: formatDeadline(language, due), when: 'later' },
            ]}
          />
        </StatusCardPart>
      </StatusCard>
      {isLate && <Note>{t('later')}</Note>}
      <p className="small muted center">{t('lastLooked', { time: clockText(homeOf(state.context).readAt) })}</p>
    </>
  );
}
