import { nairobiDate } from '#machines/model/calendar.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import type { MarketProduct } from '#machines/model/order.ts';
import { dueDateOf, faultOfWish, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { formatDay } from '#src/i18n/dates.ts';
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
import { Later, Products } from './products.tsx';
import { text } from './strings.ts';

type Offered = Pick<MarketProduct, 'product' | 'limit'>;

/** What can be asked for now. Where the market is not known, the product of home. */
function offeredNow({ market, product, limit }: ScreenProps['state']['context']): Offered[] {
  const open = (market ?? []).filter(({ availability }) => availability.is === 'open');
  return open.length > 0 || product === null ? open : [{ product, limit }];
}

/** Which loan, how much, for how long, and at once what that costs. It starts at the smallest amount: more is the borrower's own choice. */
export default function ToBorrow(props: ScreenProps) {
  const { language } = props.state.context;
  const offered = offeredNow(props.state.context);
  const [first] = offered;
  if (!first || props.state.matches({ places: { apply: { toBorrow: 'loadingMarket' } } })) {
    return (
      <Screen language={language} title={text(language)('title')} onBack={() => props.send({ type: 'back.requested' })} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  }
  return <Chooser {...props} offered={offered} first={first} />;
}

const smallest = ({ id, minPrincipal, termDays: [days = 0] }: LoanProduct) => ({
  productId: id,
  amount: textOfAmount(minPrincipal),
  termDays: String(days),
});

function Chooser({ state, send, offered, first }: ScreenProps & { offered: Offered[]; first: Offered }) {
  const { language, now, problem, market } = state.context;
  const t = text(language);
  const form = useShortForm({ initial: smallest(first.product) });
  const productId = form.value('productId');
  const amount = form.amount('amount') ?? first.product.minPrincipal;
  const termDays = Number(form.value('termDays'));
  const { product, limit } = offered.find((one) => one.product.id === productId) ?? first;
  const ceiling = Math.min(limit, product.maxPrincipal);
  const terms = termsFor(product, amount, termDays);
  // Said after a press, of what is chosen now.
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
              send({ type: 'loan.requested', amount, termDays, ...(product.id === state.context.product?.id ? {} : { productId }) })
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
        onChange={(next) => form.choose({ amount: textOfAmount(next) })}
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
        onChange={(days) => form.choose({ termDays: days })}
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
      {market && <Later language={language} market={market} />}
    </Screen>
  );
}
