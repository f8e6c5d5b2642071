import { formatKsh } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { AmountSlider } from '#src/ui/amountSlider/AmountSlider.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { textOfAmount } from '#src/ui/form/wholeShillings.ts';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import type { Language } from '#machines/context.ts';
import { text } from './strings.ts';

/** The amount and term in the form. */
interface Chosen {
  /** Cents. */
  amount: number;
  days: number;
}

interface ChoiceProps {
  language: Language;
  offer: Offer;
  chosen: Chosen;
  choose: (change: { amount?: string; termDays?: string }) => void;
}

/** A smaller amount than the approved one, or another term. The lender prices it before the borrower can agree. */
export function Choice({ language, offer, chosen, choose }: ChoiceProps) {
  const t = text(language);
  const { minimum, maximum, step, termDays } = offer.choice;
  if (minimum >= maximum && termDays.length < 2) return null;
  return (
    <Card title={t(termDays.length > 1 ? 'choice' : 'less')}>
      <p className="muted">{t('choiceNote', { amount: formatKsh(maximum) })}</p>
      {minimum < maximum && (
        <AmountSlider
          language={language}
          label={t('amount')}
          value={chosen.amount}
          min={minimum}
          max={maximum}
          step={step}
          onChange={(amount) => choose({ amount: textOfAmount(amount) })}
        />
      )}
      {termDays.length > 1 && (
        <ChoiceCards
          legend={t('term')}
          name="termDays"
          value={String(chosen.days)}
          cards={termDays.map((one) => ({ id: String(one), title: t('days', { days: one }) }))}
          onChange={(days) => choose({ termDays: days })}
        />
      )}
    </Card>
  );
}
