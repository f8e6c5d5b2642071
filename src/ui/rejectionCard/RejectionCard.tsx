import type { Language } from '#machines/context.ts';
import { daysBetween, nairobiDate, type Instant } from '#machines/model/calendar.ts';
import type { Rejection } from '#machines/model/order.ts';
import { formatDay, formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '../button/Button.tsx';
import { CardList, RowItem } from '../card/Card.tsx';
import { chat, close } from '../icon/primaryIcons.ts';
import { Figure } from '../money/Money.tsx';
import { Note } from '../note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '../statusCard/StatusCard.tsx';
import { StatusPart } from '../statusCard/StatusPart.tsx';
import { text } from './strings.ts';

interface Props {
  language: Language;
  now: Instant | null;
  rejection: Rejection;
  /** Absent before the day on which a new application is possible. */
  onApply: () => void;
  onAskReview: () => void;
}

/** The main reason, a sentence that nothing is owed, a date, and how to request a review. */
export function RejectionCard({ language, now, rejection, onApply, onAskReview }: Props) {
  const t = text(language);
  const date = formatDeadline(language, rejection.reapplyOn);
  const days = now === null ? 0 : daysBetween(nairobiDate(now), rejection.reapplyOn);
  return (
    <>
      <StatusCard label={t('rejected')} kind="plain">
        <StatusPart status={t('rejected')} tone="neutral" icon={close}>
          <h2>{t('noOffer')}</h2>
          <p className="muted">{t('mainReason', { reason: asSentence(rejection.reason) })}</p>
        </StatusPart>
        <StatusCardPart>
          <StatusCardFigure label={t('applyAgain')} note={days > 0 ? t('daysFromNow', { count: days, date }) : date}>
            <Figure>{formatDay(language, rejection.reapplyOn)}</Figure>
          </StatusCardFigure>
          {now !== null && days <= 0 && <Button onPress={onApply}>{t('apply')}</Button>}
        </StatusCardPart>
      </StatusCard>
      {rejection.review === 'refused' && <Note>{t('lookedAgain')}</Note>}
      {rejection.review === 'possible' && (
        <CardList>
          <RowItem icon={chat} title={t('person')} note={t('personNote')} onPress={onAskReview} />
        </CardList>
      )}
    </>
  );
}

/** Adapts the lender's reason to our sentence: small initial letter, full stop at the end. */
const asSentence = (reason: string): string =>
  (/^[A-Z][a-z ]/.test(reason) ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason).replace(/[.\s]*$/, '.');
