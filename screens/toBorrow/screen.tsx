import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import { dueDateOf, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { formatDay } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { AmountSlider } from '#src/ui/amountSlider/AmountSlider.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SlipSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

/** How much, for how long, and at once what that costs. It starts at the smallest amount: more is the borrower's own choice. */
export default function ToBorrow(props: ScreenProps) {
  const { product, language } = props.state.context;
  if (!product) {
    return (
      <Screen language={language} title={text(language)('title')} onBack={() => props.send({ type: 'back.requested' })} busy>
        <SlipSkeleton language={language} />
      </Screen>
    );
  }
  return <Chooser {...props} product={product} />;
}

function Chooser({ state, send, product }: ScreenProps & { product: LoanProduct }) {
  const { language, limit, now, problem } = state.context;
  const t = text(language);
  const ceiling = Math.min(limit, product.maxPrincipal);

  return (
    <Choosing initial={{ amount: product.minPrincipal, termDays: product.termDays[0] ?? 0 }}>
      {({ amount, termDays }, choose) => {
        const terms = termsFor(product, amount, termDays);
        return (
          <Screen
            language={language}
            title={t('title')}
            onBack={() => send({ type: 'back.requested' })}
            spacing="loose"
            actions={
              <Actions>
                <ProblemNote language={language} problem={problem} />
                <Button
                  busy={state.matches({ places: { apply: { toBorrow: 'opening' } } }) && t('opening')}
                  onPress={() => send({ type: 'loan.requested', amount, termDays })}
                >
                  {t('apply', { amount: formatKsh(amount) })}
                </Button>
              </Actions>
            }
          >
            <AmountSlider
              language={language}
              label={t('amount')}
              value={amount}
              min={product.minPrincipal}
              max={ceiling}
              step={product.principalStep}
              onChange={(next) => choose({ amount: next })}
            />
            <ChoiceCards
              legend={t('term')}
              name="termDays"
              value={String(termDays)}
              cards={product.termDays.map((days) => ({
                id: String(days),
                title: t('days', { days }),
                note: now !== null && t('payBackBy', { date: formatDay(language, dueDateOf(nairobiDate(now), days)) }),
              }))}
              onChange={(id) => choose({ termDays: Number(id) })}
            />
            <Card title={t('costs')}>
              <Lines>
                <Line label={t('weSend')}>{formatKsh(terms.sent)}</Line>
                <Line
                  label={
                    now === null
                      ? t('payBackAfter', { days: termDays })
                      : t('payBackBy', { date: formatDay(language, dueDateOf(nairobiDate(now), termDays)) })
                  }
                >
                  {formatKsh(terms.owed)}
                </Line>
                <Line label={t('totalCost')}>{formatKsh(terms.totalCost)}</Line>
                <Line label={t('apr')}>{formatRate(terms.apr)}</Line>
              </Lines>
              <p className="small muted">{t('nothingOwed')}</p>
            </Card>
            <Note>{t('upTo', { limit: formatKsh(ceiling) })}</Note>
          </Screen>
        );
      }}
    </Choosing>
  );
}
