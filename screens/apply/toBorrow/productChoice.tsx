import type { Language } from '#machines/context.ts';
import { formatApr, formatKsh } from '#machines/model/money.ts';
import type { MarketProduct } from '#machines/model/order.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { clock } from '#src/ui/icon/primaryIcons.ts';
import { text } from './strings.ts';

interface Props {
  language: Language;
  market: readonly MarketProduct[];
  value: string;
  onChange: (product: LoanProduct) => void;
}

/** The products that are open now. The lender recommends the first one. */
export function Products({ language, market, value, onChange }: Props) {
  const t = text(language);
  const open = market.filter(({ availability }) => availability.is === 'open');
  return (
    <ChoiceCards
      legend={t('which')}
      name="product"
      value={value}
      cards={open.map(({ product, name, limit, limitTerms }, i) => ({
        id: product.id,
        title: i === 0 ? t('recommended', { name }) : name,
        note: t('productNote', {
          limit: formatKsh(limit),
          days: Math.max(...product.termDays),
          apr: formatApr(limitTerms.apr),
        }),
      }))}
      onChange={(id) => {
        const chosen = open.find(({ product }) => product.id === id);
        if (chosen) onChange(chosen.product);
      }}
    />
  );
}

/** The products that open later, each with its condition. */
export function Later({ language, market }: Pick<Props, 'language' | 'market'>) {
  const t = text(language);
  const rows = market.flatMap(({ product, name, availability }) =>
    availability.is === 'laterLoan' ? [{ id: product.id, name, count: availability.afterLoans }] : [],
  );
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-label={t('later')}>
      <h2>{t('later')}</h2>
      <CardList>
        {rows.map(({ id, name, count }) => (
          <RowItem key={id} icon={clock} title={name} note={t('afterLoans', { count })} />
        ))}
      </CardList>
    </section>
  );
}
