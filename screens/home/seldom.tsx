import { formatKsh } from '#machines/model/money.ts';
import { daysBetween, nairobiDate } from '#machines/model/calendar.ts';
import { ROUTES } from '#machines/routes.ts';
import { formatDay, formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { chat, close, error } from '#src/ui/icon/paths.ts';
import { Figure } from '#src/ui/money/Money.tsx';
import { Slip, SlipFigure, SlipPart } from '#src/ui/slip/Slip.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './seldomStrings.ts';

/** After the session was ended from outside: home looks as if nothing were owed, so it says that it does not know. */
export function SignedOut({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <Slip label={t('signedOut')} kind="plain">
      <SlipPart spacing="snug">
        <h2>{t('signedOut')}</h2>
        <p className="muted">{t('signedOutText')}</p>
      </SlipPart>
      <SlipPart>
        <Button onPress={() => send({ type: 'login.requested' })}>{t('signIn')}</Button>
        <Button kind="quiet" onPress={() => send({ type: 'lostSession.noted' })}>
          {t('close')}
        </Button>
      </SlipPart>
    </Slip>
  );
}

export function Rejected({ state, send }: ScreenProps) {
  const { language, now, order } = state.context;
  const rejection = order?.rejection;
  if (!rejection) return null;
  const t = text(language);
  const days = now === null ? 0 : daysBetween(nairobiDate(now), rejection.reapplyOn);
  return (
    <>
      <Slip label={t('rejected')} kind="plain">
        <SlipPart spacing="snug">
          <p>
            <StatusPill tone="neutral" icon={close}>
              {t('rejected')}
            </StatusPill>
          </p>
          <h2>{t('noOffer')}</h2>
          <p className="muted">{t('mainReason', { reason: asSentence(rejection.reason) })}</p>
        </SlipPart>
        <SlipPart>
          <SlipFigure
            label={t('applyAgain')}
            note={
              days > 0
                ? t('daysFromNow', { count: days, date: formatDeadline(language, rejection.reapplyOn) })
                : formatDeadline(language, rejection.reapplyOn)
            }
          >
            <Figure>{formatDay(language, rejection.reapplyOn)}</Figure>
          </SlipFigure>
          {now !== null && days <= 0 && <Button onPress={() => send({ type: 'application.opened' })}>{t('apply')}</Button>}
        </SlipPart>
      </Slip>
      <CardList>
        <RowItem icon={chat} href={`#${ROUTES.addFeedback}`} title={t('person')} note={t('personNote')} />
      </CardList>
    </>
  );
}

/** The lender's reason stands in the middle of our sentence: small letter first, full stop at the end. */
const asSentence = (reason: string): string =>
  (/^[A-Z][a-z ]/.test(reason) ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason).replace(/[.\s]*$/, '.');

export function Failed({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  if (!order) return null;
  const t = text(language);
  const account = order.payoutAccount;
  return (
    <Slip label={t('notSent')} kind="plain">
      <SlipPart spacing="snug">
        <p>
          <StatusPill tone="overdue" icon={error}>
            {t('notSent')}
          </StatusPill>
        </p>
        <h2>{t('notAccepted', { account: account?.holderName ?? '' })}</h2>
        <p className="muted">{t('stillWithUs', { amount: formatKsh(order.terms.sent), account: account?.masked ?? '' })}</p>
        {order.disbursement?.failure && <p className="muted">{order.disbursement.failure}</p>}
      </SlipPart>
      <SlipPart>
        <Button onPress={() => send({ type: 'payoutAccount.opened' })}>{account?.kind === 'bank' ? t('editBank') : t('editMpesa')}</Button>
      </SlipPart>
    </Slip>
  );
}
