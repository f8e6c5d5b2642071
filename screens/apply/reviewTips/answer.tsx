import { clockText } from '#machines/model/calendar.ts';
import type { ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import { formatApr, formatKsh } from '#machines/model/money.ts';
import type { Order } from '#machines/model/order.ts';
import { homeDisplayOf, isOffered, isRepayable, stageOf, STATUS } from '#machines/model/orderStatus.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { formatDay, formatDeadline } from '#src/i18n/dates.ts';
import { NoRecords } from '#src/ui/art/noRecords.tsx';
import { Confirmed } from '#src/ui/art/confirmed.tsx';
import { MoneySent } from '#src/ui/art/moneySent.tsx';
import { Rejected } from './rejected.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { DataDeleted } from '#src/ui/consentCard/DataDeleted.tsx';
import { alert, calendar, check, error, phone, records } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { RejectionCard } from '#src/ui/rejectionCard/RejectionCard.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import { StatusPill, type PillTone } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

export function Answer({ state, send, order }: ScreenProps & { order: Order }) {
  const { language, now } = state.context;
  const t = text(language);
  if (order.rejection) {
    return (
      <>
        <Rejected />
        <RejectionCard
          language={language}
          now={now}
          rejection={order.rejection}
          onApply={() => send({ type: 'application.opened' })}
          onAskReview={() => send({ type: 'review.requested' })}
        />
        <Later state={state} />
        <DataDeleted language={language} on={order.dataDeletedOn} now={now} />
      </>
    );
  }
  if (order.status === STATUS.cancel) {
    return (
      <>
        <NoRecords />
        <Note>
          {t('ended')}. {t('endedText')}
        </Note>
        <DataDeleted language={language} on={order.dataDeletedOn} now={now} />
      </>
    );
  }
  if (!isOffered(order.status)) return <Outcome language={language} order={order} />;
  return (
    <>
      <Confirmed />
      <StatusCard label={t('approved')}>
        <StatusCardPart>
          <p>
            <StatusPill tone="onBrand" icon={check}>
              {t('approved')}
            </StatusPill>
          </p>
          <StatusCardFigure label={t('canHave')} note={t('payBack', { amount: formatKsh(order.terms.owed), days: order.termDays })}>
            <Money amount={order.terms.sent} />
          </StatusCardFigure>
        </StatusCardPart>
      </StatusCard>
    </>
  );
}

/** The state of the loan after an accepted offer. */
function Outcome({ language, order }: { language: Language; order: Order }) {
  const t = text(language);
  const card = (words: { status: string; tone: PillTone; icon: string }, content: ReactNode, drawing?: ReactNode) => (
    <>
      {drawing}
      <StatusCard label={words.status} kind="plain">
        <StatusPart {...words}>{content}</StatusPart>
      </StatusCard>
    </>
  );
  const { balance, disbursement, status } = order;
  const display = homeDisplayOf(status);
  if (display === 'lending')
    return card(
      { status: t('onItsWay'), tone: 'disbursing', icon: phone },
      <StatusCardFigure label={t('weSend')} note={disbursement && t('expectedBy', { time: clockText(disbursement.expectedBy) })}>
        <Money amount={order.terms.sent} />
      </StatusCardFigure>,
      <MoneySent />,
    );
  if (display === 'failed')
    return card({ status: t('notSent'), tone: 'overdue', icon: error }, <p className="muted">{t('notSentText')}</p>);
  if (isRepayable(status) && balance)
    return card(
      display === 'overdue'
        ? { status: t('overdue'), tone: 'overdue', icon: alert }
        : { status: t('repaying'), tone: 'assessing', icon: calendar },
      <StatusCardFigure label={display === 'overdue' ? t('toPayNow') : t('leftBy', { date: formatDeadline(language, balance.dueDate) })}>
        <Money amount={balance.left} />
      </StatusCardFigure>,
    );
  if (stageOf(status) === 'repaid')
    return card({ status: t('repaid'), tone: 'approved', icon: check }, <p>{t('repaidText')}</p>, <Confirmed />);
  if (order.photoRequest) return <Note>{t('photosText', { words: order.photoRequest.words })}</Note>;
  return <Note>{t('news')}</Note>;
}

/** The recommended products, and the date from which the borrower may apply for them. */
function Later({ state }: Pick<ScreenProps, 'state'>) {
  const { language } = state.context;
  const recommendation = valueOf(state.context.recommendation);
  const t = text(language);
  if (!recommendation?.recommended || recommendation.from === null) return null;
  return (
    <section className="stack" aria-label={t('later', { date: formatDay(language, recommendation.from) })}>
      <h2>{t('later', { date: formatDay(language, recommendation.from) })}</h2>
      <CardList>
        {recommendation.products.map(({ product, name, limit, limitTerms }) => (
          <RowItem
            key={product.id}
            icon={records}
            title={name}
            note={t('laterNote', { limit: formatKsh(limit), days: limitTerms.termDays, apr: formatApr(limitTerms.apr) })}
          />
        ))}
      </CardList>
    </section>
  );
}
