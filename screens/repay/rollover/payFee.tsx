import { formatKsh } from '#machines/model/money.ts';
import { ROUTES } from '#machines/routes.ts';
import type { ChosenRollover, RolloverDetail } from '#machines/model/rollover.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { check, clock } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCard, StatusCardFigure } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { PaybillNumbers } from '../shared/paybillNumbers.tsx';
import { Cost } from './choose.tsx';
import { text } from './strings.ts';

/** The fee is paid by hand to its own account number. Once it has arrived, the borrower confirms the new date or withdraws. */
export function PayFee({
  state,
  send,
  rollover: { obstacle, penalty, timesAllowed },
  chosen,
  at,
}: ScreenProps & {
  rollover: RolloverDetail;
  chosen: ChosenRollover;
  at: 'paying' | 'checking' | 'withdrawing' | 'funded' | 'confirming';
}) {
  const { language, problem } = state.context;
  const t = text(language);
  const isHere = chosen.missing === 0;
  const date = formatDeadline(language, chosen.newDueDate);
  return (
    <Screen
      // Another key once the fee has arrived, so that the confirmation is shown from the top of the page.
      key={isHere ? 'here' : 'awaited'}
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          {obstacle !== null ? (
            <ButtonLink href={`#${ROUTES.repayDetail}`}>{t(obstacle === 'penaltyOpen' ? 'payPenalty' : 'pay')}</ButtonLink>
          ) : isHere ? (
            <Button busy={at === 'confirming' && t('moving')} onPress={() => send({ type: 'rollover.confirmed' })}>
              {t('confirm', { date })}
            </Button>
          ) : (
            <Button busy={at === 'checking' && t('looking')} onPress={() => send({ type: 'refresh.requested' })}>
              {t('iPaid')}
            </Button>
          )}
          <Button
            kind="quiet"
            busy={at === 'withdrawing' && t('withdrawing')}
            onPress={() => send({ type: isHere || chosen.received > 0 ? 'rollover.withdrawn' : 'rollover.reselectRequested' })}
          >
            {t(isHere || chosen.received > 0 ? 'withdraw' : 'other')}
          </Button>
        </Actions>
      }
    >
      <StatusCard label={t(isHere ? 'feeHere' : 'feeAwaited')} kind="plain">
        <StatusPart
          status={t(isHere ? 'feeHere' : 'feeAwaited')}
          tone={isHere ? 'approved' : 'assessing'}
          icon={isHere ? check : clock}
          spacing="normal"
          announced
        >
          <StatusCardFigure label={t(isHere ? 'feePaid' : 'feeLeft')} note={t('newDate', { date })}>
            <Money amount={isHere ? chosen.total : chosen.missing} />
          </StatusCardFigure>
          {!isHere && chosen.received > 0 && <p className="muted">{t('partHere', { amount: formatKsh(chosen.received) })}</p>}
          {chosen.received > chosen.total && (
            <p className="muted">{t('overHere', { amount: formatKsh(chosen.received - chosen.total) })}</p>
          )}
        </StatusPart>
      </StatusCard>
      {obstacle !== null && <Note tone="overdue">{t(obstacle, { amount: formatKsh(penalty), count: timesAllowed })}</Note>}
      {isHere ? (
        <Note>{t('notMovedYet')}</Note>
      ) : (
        <Card title={t('howTo')} spacing="snug">
          <p>{t('accountIntro', { minutes: PROMISES.repaymentMinutes })}</p>
          <PaybillNumbers state={state} send={send} numbers={chosen} amount={chosen.missing} />
        </Card>
      )}
      <Cost state={state} option={chosen} penalty={0} />
      {chosen.received > 0 && <p className="small muted">{t('withdrawText')}</p>}
    </Screen>
  );
}
