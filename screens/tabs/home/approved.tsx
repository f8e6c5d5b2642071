import { formatKsh } from '#machines/model/money.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Order } from '#machines/model/order.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { nowOf } from '#machines/required.ts';
import { formatDeadline, formatMoment } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './orderStrings.ts';

type OfOrder = ScreenProps & { order: Order };

export function Approved({ state, send, order }: OfOrder) {
  const { language } = state.context;
  const t = text(language);
  const { terms, offer } = order;
  return (
    <>
      <StatusCard label={t('approved')}>
        <StatusCardPart>
          <p>
            <StatusPill tone="onBrand" icon={check}>
              {t('approved')}
            </StatusPill>
          </p>
          <StatusCardFigure
            label={t('youCanHave')}
            note={t('payBack', {
              amount: formatKsh(terms.owed),
              date: formatDeadline(language, dueDateOf(nairobiDate(nowOf(state.context)), terms.termDays)),
            })}
          >
            <Money amount={terms.sent} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <Button kind="sun" onPress={() => send({ type: 'order.opened' })}>
            {t('getMoney')}
          </Button>
        </StatusCardPart>
      </StatusCard>
      {offer && <Note>{t('openUntil', { when: formatMoment(language, offer.openUntil) })}</Note>}
    </>
  );
}
