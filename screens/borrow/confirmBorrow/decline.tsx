import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { homeOf, nowOf } from '#machines/required.ts';
import { formatDeadline, formatMoment } from '#src/i18n/dates.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import type { ScreenProps } from '../../props.ts';
import { ConfirmScreen } from '../../shared/confirmScreen.tsx';
import { text } from './strings.ts';

const isAt = (state: ScreenProps['state'], step: 'confirmingDecline' | 'declining'): boolean =>
  state.matches({ places: { borrow: { confirmBorrow: step } } });

/** The state in which the borrower must confirm that the offer is declined. */
export const isDeclining = (state: ScreenProps['state']): boolean => isAt(state, 'confirmingDecline') || isAt(state, 'declining');

/** Asks for confirmation, because declining cannot be undone: shows what the borrower gives up, and the consequences. */
export function Decline({ state, send, offer }: ScreenProps & { offer: Offer }) {
  const { language, problem } = state.context;
  const t = text(language);
  // The lender keeps the data of a borrower who has repaid a loan.
  const isDeleted = !homeOf(state.context).repaidLoans;
  const deletedOn = addDays(nairobiDate(nowOf(state.context)), DATA_PROMISES.nonBorrowersDays);
  return (
    <ConfirmScreen
      language={language}
      problem={problem}
      title={t('sureNo')}
      yes={t('yesNo')}
      busy={isAt(state, 'declining') && t('declining')}
      keep={t('keepOffer')}
      onYes={() => send({ type: 'decline.confirmed' })}
      onKeep={() => send({ type: 'decline.withdrawn' })}
      onBack={() => send({ type: 'back.requested' })}
    >
      <StatusCard label={t('yourOffer')}>
        <StatusCardPart>
          <StatusCardFigure
            label={t('yourOffer')}
            note={t('offerIs', { owed: formatKsh(offer.terms.owed), date: formatDeadline(language, offer.dueDate) })}
          >
            <Money amount={offer.terms.sent} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <p>{t('mayWait', { when: formatMoment(language, offer.openUntil) })}</p>
        </StatusCardPart>
      </StatusCard>
      <Card title={t('ifNo')}>
        <Timeline
          steps={[
            { title: t('endsNow'), note: t('owesNothing', { amount: formatKsh(0) }), when: 'now' },
            {
              title: t('applyAgain'),
              note: t('answerAgain', { minutes: PROMISES.reviewMinutes, count: PROMISES.reviewWorkingDays }),
              when: 'later',
            },
            isDeleted
              ? { title: t('isDeleted'), note: t('deletedOn', { date: formatDeadline(language, deletedOn) }), when: 'later' }
              : { title: t('isKept'), note: t('isKeptNote'), when: 'later' },
          ]}
        />
      </Card>
    </ConfirmScreen>
  );
}
