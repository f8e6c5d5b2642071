import { formatKsh } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { AmountSlider } from '#src/ui/amountSlider/AmountSlider.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

/** Less than was approved, or another term. The lender says what that costs before it can be agreed to. */
export function Choice({ state, send, offer }: ScreenProps & { offer: Offer }) {
  const { language } = state.context;
  const t = text(language);
  const { minimum, maximum, step, termDays } = offer.choice;
  if (minimum >= maximum && termDays.length < 2) return null;
  const { principal, termDays: days } = offer.terms;
  return (
    <Choosing initial={{ amount: principal, days }}>
      {(chosen, choose) => (
        <Card title={t('choice')}>
          <p className="muted">{t('choiceNote', { amount: formatKsh(maximum) })}</p>
          {minimum < maximum && (
            <AmountSlider
              language={language}
              label={t('amount')}
              value={chosen.amount}
              min={minimum}
              max={maximum}
              step={step}
              onChange={(amount) => choose({ amount })}
            />
          )}
          {termDays.length > 1 && (
            <ChoiceCards
              legend={t('term')}
              name="termDays"
              value={String(chosen.days)}
              cards={termDays.map((one) => ({ id: String(one), title: t('days', { days: one }) }))}
              onChange={(id) => choose({ days: Number(id) })}
            />
          )}
          {(chosen.amount !== principal || chosen.days !== days) && (
            <Button
              kind="secondary"
              busy={state.matches({ places: { borrow: { confirmBorrow: 'pricing' } } }) && t('pricing')}
              onPress={() => send({ type: 'offer.choiceMade', amount: chosen.amount, termDays: chosen.days })}
            >
              {t('price', { amount: formatKsh(chosen.amount), days: chosen.days })}
            </Button>
          )}
        </Card>
      )}
    </Choosing>
  );
}
