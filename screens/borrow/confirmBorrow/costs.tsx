import type { Language } from '#machines/context.ts';
import { formatApr, formatKsh, formatRate } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { alert } from '#src/ui/icon/primaryIcons.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { StatusCard, StatusCardFigure, StatusCardNote, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { accountWords } from './accountWords.ts';
import { text } from './strings.ts';

/** Both amounts at equal size, the whole cost on the same card, then each line of the cost. */
export function Costs({ language, offer }: { language: Language; offer: Offer }) {
  const t = text(language);
  const { terms, product, payoutAccount } = offer;
  return (
    <>
      <StatusCard label={t('both')}>
        <StatusCardPart>
          <StatusCardFigure
            label={t('weSend')}
            note={t('toAccount', { account: accountWords(payoutAccount), ...PROMISES.disbursementMinutes })}
          >
            <Money amount={terms.sent} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <StatusCardFigure
            label={t('payBack')}
            note={t('onePayment', { date: formatDeadline(language, offer.dueDate), days: terms.termDays })}
          >
            <Money amount={terms.owed} />
          </StatusCardFigure>
        </StatusCardPart>
        <StatusCardPart>
          <Lines>
            <Line label={t('totalCost')}>{formatKsh(terms.totalCost)}</Line>
            <Line label={t('apr')}>{formatApr(terms.apr)}</Line>
            <Line label={t('effective')}>{formatApr(terms.effectiveRate)}</Line>
          </Lines>
          <StatusCardNote>{t('compare')}</StatusCardNote>
        </StatusCardPart>
      </StatusCard>
      <Card title={t('addsUp')}>
        <Lines>
          <Line label={t('loanAmount')}>{formatKsh(terms.principal)}</Line>
          <Line
            label={t(product.fee.mode === 'daily' ? 'feeDaily' : 'fee', { rate: formatRate(product.fee.rate) })}
          >{`− ${formatKsh(terms.fee)}`}</Line>
          {/* The name of the tax is English, so the other languages explain it. */}
          <Line
            label={`${language === 'en' ? product.tax.name : t('tax')}, ${formatRate(product.tax.rate)}`}
          >{`− ${formatKsh(terms.tax)}`}</Line>
          <Line label={t('weSend')} kind="total">
            {formatKsh(terms.sent)}
          </Line>
        </Lines>
        <Lines>
          <Line label={t('loanAmount')}>{formatKsh(terms.principal)}</Line>
          <Line label={t('interest', { rate: formatRate(product.interestRate) })}>{formatKsh(terms.interest)}</Line>
          <Line label={t('payBack')} kind="total">
            {formatKsh(terms.owed)}
          </Line>
        </Lines>
      </Card>
      <Note tone="assessing" icon={alert}>
        {t('late', { rate: formatRate(product.penaltyRate), perDay: formatKsh(offer.latePerDay), cap: formatKsh(offer.lateCap) })}
      </Note>
      <Note>{t('early')}</Note>
    </>
  );
}
