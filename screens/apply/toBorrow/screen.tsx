import { nairobiDate } from '#machines/model/calendar.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { formatApr, formatKsh } from '#machines/model/money.ts';
import type { MarketProduct } from '#machines/model/order.ts';
import { dueDateOf, faultOfWish, firstTermOf, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { homeOf, nowOf } from '#machines/required.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { WISH } from '#machines/model/feedback.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { AmountSlider } from '#src/ui/amountSlider/AmountSlider.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { textOfAmount } from '#src/ui/form/wholeShillings.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { Later, Products } from './productChoice.tsx';
import { text } from './strings.ts';

type Offered = Pick<MarketProduct, 'product' | 'limit'> & { nextLimit?: MarketProduct['nextLimit'] | undefined };

/** The products that are open now, the lender's recommendation first. If none is known, home's product. */
function offeredNow(context: ScreenProps['state']['context']): readonly [Offered, ...Offered[]] {
  const [first, ...others] = (valueOf(context.market) ?? []).filter(({ availability }) => availability.is === 'open');
  return first ? [first, ...others] : [homeOf(context)];
}

/** The choice of product, amount and term, with its cost. It starts at the smallest amount: more is the borrower's own choice. */
export default function ToBorrow(props: ScreenProps) {
  const { language } = props.state.context;
  if (props.state.context.market.is === 'loading') {
    return (
      <Screen language={language} title={text(language)('title')} onBack={() => props.send({ type: 'back.requested' })} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  }
  return <Chooser {...props} offered={offeredNow(props.state.context)} />;
}

const smallest = (product: LoanProduct) => ({
  productId: product.id,
  amount: textOfAmount(product.minPrincipal),
  termDays: String(firstTermOf(product)),
});

function Chooser({ state, send, offered }: ScreenProps & { offered: readonly [Offered, ...Offered[]] }) {
  const { language, problem } = state.context;
  const now = nowOf(state.context);
  const market = valueOf(state.context.market);
  const [first] = offered;
  const t = text(language);
  const form = useUnsentForm({ state, send, about: WISH, initial: smallest(first.product) });
  const [wished, wishedDays] = [form.amount('amount'), form.count('termDays')];
  const chosen = offered.find((one) => one.product.id === form.value('productId'));
  const { product, limit, nextLimit = limit } = chosen ?? first;
  const productId = product.id;
  // A stored choice is dropped if its product is not on offer any more, or if it cannot be read.
  const isWish = chosen !== undefined && wished !== null && wishedDays !== null;
  const [amount, termDays] = isWish ? [wished, wishedDays] : [product.minPrincipal, firstTermOf(product)];
  const choose = (change: Partial<ReturnType<typeof smallest>>) => form.choose(isWish ? change : { ...smallest(product), ...change });
  const ceiling = Math.min(limit, product.maxPrincipal);
  const terms = termsFor(product, amount, termDays);
  // The message appears after a press, and then follows the present choice.
  const fault = problem?.code === LOCAL.amountNotAllowed ? faultOfWish(product, { amount, termDays }, limit) : null;
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          {fault ? (
            <Note tone="overdue">
              {t(fault, {
                minimum: formatKsh(product.minPrincipal),
                limit: formatKsh(ceiling),
                step: formatKsh(product.principalStep),
              })}
            </Note>
          ) : (
            <ProblemNote language={language} problem={problem} />
          )}
          <Button
            busy={state.matches({ places: { apply: { toBorrow: 'opening' } } }) && t('opening')}
            onPress={() =>
              send({ type: 'loan.requested', amount, termDays, ...(product.id === homeOf(state.context).product.id ? {} : { productId }) })
            }
          >
            {t('apply', { amount: formatKsh(amount) })}
          </Button>
        </Actions>
      }
    >
      {market && offered.length > 1 && (
        <Products language={language} market={market} value={productId} onChange={(chosen) => form.choose(smallest(chosen))} />
      )}
      <AmountSlider
        language={language}
        label={t('amount')}
        value={amount}
        min={product.minPrincipal}
        max={ceiling}
        step={product.principalStep}
        onChange={(next) => choose({ amount: textOfAmount(next) })}
      />
      <ChoiceCards
        legend={t('term')}
        name="termDays"
        value={String(termDays)}
        cards={product.termDays.map((days) => ({
          id: String(days),
          title: t('days', { days }),
          note: t('payBackBy', { date: formatDate(language, dueDateOf(nairobiDate(now), days)) }),
        }))}
        onChange={(days) => choose({ termDays: days })}
      />
      <Card title={t('costs')}>
        <Lines>
          <Line label={t('weSend')}>{formatKsh(terms.sent)}</Line>
          <Line label={t('payBackBy', { date: formatDate(language, dueDateOf(nairobiDate(now), termDays)) })}>{formatKsh(terms.owed)}</Line>
          <Line label={t('totalCost')}>{formatKsh(terms.totalCost)}</Line>
          <Line label={t('apr')}>{formatApr(terms.apr)}</Line>
        </Lines>
        <p className="small muted">{t('nothingOwed')}</p>
      </Card>
      <Note>
        <p>{t('upTo', { limit: formatKsh(ceiling) })}</p>
        {nextLimit > limit && <p>{t('grows', { next: formatKsh(nextLimit) })}</p>}
      </Note>
      {market && <Later language={language} market={market} />}
    </Screen>
  );
}
