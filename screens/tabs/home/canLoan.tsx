import { formatApr, formatKsh } from '#machines/model/money.ts';
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf, type LoanTerms } from '#machines/model/terms.ts';
import { homeOf, nowOf } from '#machines/required.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The sent amount, the amount to pay back, and the cost. */
export function Costs({ language, terms, now }: { language: ScreenProps['state']['context']['language']; terms: LoanTerms; now: Instant }) {
  const t = text(language);
  const due = t('payBackBy', { date: formatDate(language, dueDateOf(nairobiDate(now), terms.termDays)) });
  return (
    <Lines>
      <Line label={t('weSend')}>{formatKsh(terms.sent)}</Line>
      <Line label={due}>{formatKsh(terms.owed)}</Line>
      <Line label={t('totalCost', { apr: formatApr(terms.apr) })}>{formatKsh(terms.totalCost)}</Line>
    </Lines>
  );
}

/** The limit and its terms, for a visitor and for a borrower without an open order. */
export function CanLoan({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const { limit, limitTerms, product, repaidLoans } = homeOf(state.context);
  const t = text(language);
  return (
    <>
      {order?.status === STATUS.finish && <Note icon={check}>{t('repaidNote')}</Note>}
      <StatusCard label={t('borrowUpTo')}>
        <StatusCardPart>
          <StatusCardFigure
            label={t('borrowUpTo')}
            note={t(limit === product.firstLoanMax && !repaidLoans ? 'firstForDays' : 'forDays', { days: limitTerms.termDays })}
          >
            <Money amount={limit} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <Costs language={language} terms={limitTerms} now={nowOf(state.context)} />
          <Button kind="sun" onPress={() => send({ type: 'application.opened' })}>
            {t('apply')}
          </Button>
        </StatusCardPart>
      </StatusCard>
      <section className="stack" aria-label={t('next')}>
        <h2>{t('next')}</h2>
        <CardList ordered="ordered">
          <RowItem figure="1" title={t('step1')} note={t(repaidLoans ? 'step1Again' : 'step1Note', { minutes: PROMISES.formMinutes })} />
          <RowItem
            figure="2"
            title={t('step2')}
            note={t('step2Note', { minutes: PROMISES.reviewMinutes, count: PROMISES.reviewWorkingDays })}
          />
          <RowItem figure="3" title={t('step3')} note={t('step3Note', PROMISES.disbursementMinutes)} />
        </CardList>
      </section>
    </>
  );
}
