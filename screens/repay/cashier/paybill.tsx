import { formatKsh } from '#machines/model/money.ts';
import { payingOf } from '#machines/required.ts';
import { PROMISES } from '#src/market/support.ts';
import { Card } from '#src/ui/card/Card.tsx';
import type { ScreenProps } from '../../props.ts';
import { PaybillNumbers } from '../shared/paybillNumbers.tsx';
import { text } from './strings.ts';

/**
 * The title over the numbers. `chosen`: the borrower chose them; `instead`: the prompt may not arrive; `unclear`: its
 * outcome is unknown; `afterwards`: it failed.
 */
const TITLE = { chosen: 'howTo', instead: 'noRequest', unclear: 'nothingTaken', afterwards: 'yourself' } as const;

/**
 * The numbers for paying by hand: the paybill with the order number, or with the account number of this loan alone.
 * @param reason why they are shown.
 */
export function Paybill({ state, send, reason }: ScreenProps & { reason: keyof typeof TITLE }) {
  const { language } = state.context;
  const t = text(language);
  const { statement, payment, channel, account, ...chosen } = payingOf(state.context);
  const { amount } = payment ?? chosen;
  const own = reason === 'chosen' && channel === 'dedicated' ? account : null;
  return (
    <Card title={t(TITLE[reason])} spacing="snug">
      {reason === 'chosen' && <p>{t(own ? 'accountIntro' : 'paybillIntro', { minutes: PROMISES.repaymentMinutes })}</p>}
      {reason === 'instead' && <p>{t('noRequestText')}</p>}
      {reason === 'unclear' && <p>{t('nothingTakenText')}</p>}
      <PaybillNumbers state={state} send={send} numbers={own ?? statement.paybill} amount={amount} />
      {reason === 'chosen' && (
        <p className="small muted">{t('least', { minimum: formatKsh(Math.min(statement.rule.offlineMinimum, statement.balance.left)) })}</p>
      )}
    </Card>
  );
}
