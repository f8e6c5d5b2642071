import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { LoanBalance } from '#machines/model/order.ts';
import { rolloverCost, type LoanProduct } from '#machines/model/terms.ts';
import { ROUTES } from '#machines/routes.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { SUPPORT } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

/** What moving the due date costs, for every number of days on offer, before anyone asks for it. */
export default function Rollover({ state, send }: ScreenProps) {
  const { language, order, product } = state.context;
  const t = text(language);
  const back = () => send({ type: 'back.requested' });
  const balance = order?.balance;

  if (!balance || !product?.rollover.enabled) {
    return (
      <Screen
        language={language}
        title={t('title')}
        onBack={back}
        actions={
          <Actions>
            <Button onPress={back}>{t('home')}</Button>
          </Actions>
        }
      >
        <Note>{balance ? t('off') : t('none')}</Note>
      </Screen>
    );
  }
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={back}
      actions={
        <Actions>
          <ButtonLink href={`#${ROUTES.repayDetail}`}>{t('pay')}</ButtonLink>
        </Actions>
      }
    >
      <p className="muted">{t('intro', { date: formatDeadline(language, balance.dueDate) })}</p>
      {product.rollover.days.map((days) => (
        <Option key={days} state={state} product={product} balance={balance} days={days} />
      ))}
      <p className="small muted">{t('times', { count: product.rollover.maxTimes })}</p>
      <Note>{t('comes', { email: SUPPORT.email })}</Note>
      <Card title={t('cheaper')} spacing="snug">
        <p>{t('cheaperText')}</p>
      </Card>
    </Screen>
  );
}

function Option({
  state,
  product,
  balance,
  days,
}: Pick<ScreenProps, 'state'> & { product: LoanProduct; balance: LoanBalance; days: number }) {
  const { language, now } = state.context;
  const t = text(language);
  const cost = rolloverCost(product, balance.principal, days);
  // In time the days are added to the due date; when late, to the day of the confirmation.
  const from = balance.daysLate > 0 ? nairobiDate(now ?? balance.asOf) : balance.dueDate;
  return (
    <Card title={t('option', { days })}>
      <p className="muted">{t('newDate', { date: formatDeadline(language, addDays(from, days)) })}</p>
      <Lines>
        <Line label={t('fee')}>{formatKsh(cost.fee)}</Line>
        <Line label={t('tax')}>{formatKsh(cost.tax)}</Line>
        {balance.penalty > 0 && <Line label={t('late')}>{formatKsh(balance.penalty)}</Line>}
        <Line label={t('total')} kind="total">
          {formatKsh(cost.total + balance.penalty)}
        </Line>
      </Lines>
      <p className="small">{t('stillOwed', { amount: formatKsh(balance.left - balance.penalty) })}</p>
    </Card>
  );
}
