import { formatKsh } from '#machines/model/money.ts';
import type { Order } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import { formatDay, formatDeadline } from '#src/i18n/dates.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { chat, check, close } from '#src/ui/icon/paths.ts';
import { Figure, Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Slip, SlipFigure, SlipPart } from '#src/ui/slip/Slip.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

type OfOrder = Pick<ScreenProps, 'state'> & { order: Order };

export function Answer({ state, order }: OfOrder) {
  const t = text(state.context.language);
  if (order.status === STATUS.reject) return <Rejected state={state} order={order} />;
  if (order.status === STATUS.cancel) {
    return (
      <Note>
        {t('ended')}. {t('endedText')}
      </Note>
    );
  }
  return (
    <Slip label={t('approved')}>
      <SlipPart>
        <p>
          <StatusPill tone="onBrand" icon={check}>
            {t('approved')}
          </StatusPill>
        </p>
        <SlipFigure label={t('canHave')} note={t('payBack', { amount: formatKsh(order.terms.owed), days: order.termDays })}>
          <Money amount={order.terms.sent} />
        </SlipFigure>
      </SlipPart>
    </Slip>
  );
}

/** Main reason, nothing owed, a date, and a person who can look again. */
function Rejected({ state, order }: OfOrder) {
  const { language } = state.context;
  const t = text(language);
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
          {order.rejection && (
            <p>
              {t('reason')}: {order.rejection.reason}
            </p>
          )}
          <p className="muted">{t('youOweNothing')}</p>
        </SlipPart>
        {order.rejection && (
          <SlipPart>
            <SlipFigure label={t('applyAgain')} note={formatDeadline(language, order.rejection.reapplyOn)}>
              <Figure>{formatDay(language, order.rejection.reapplyOn)}</Figure>
            </SlipFigure>
          </SlipPart>
        )}
      </Slip>
      <CardList>
        <RowItem icon={chat} href={`#${ROUTES.addFeedback}`} title={t('look')} note={t('lookNote')} />
      </CardList>
    </>
  );
}
