import { formatKsh } from '#machines/model/money.ts';
import { payingOf } from '#machines/required.ts';
import { PROMISES } from '#src/market/support.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/**
 * The title over the numbers. `chosen`: the borrower chose them; `instead`: the prompt may not arrive; `unclear`: its
 * outcome is unknown; `afterwards`: it failed.
 */
const TITLE = { chosen: 'howTo', instead: 'noRequest', unclear: 'nothingTaken', afterwards: 'yourself' } as const;

/**
 * The numbers to pay with by hand: the paybill's with the order number, or the account of this loan alone.
 * @param reason why they are shown.
 */
export function Paybill({ state, send, reason }: ScreenProps & { reason: keyof typeof TITLE }) {
  const { language } = state.context;
  const t = text(language);
  const { statement, payment, channel, account, ...chosen } = payingOf(state.context);
  const { amount } = payment ?? chosen;
  const own = reason === 'chosen' && channel === 'dedicated' ? account : null;
  const { businessNumber, accountNumber } = own ?? statement.paybill;
  return (
    <Card title={t(TITLE[reason])} spacing="snug">
      {reason === 'chosen' && <p>{t(own ? 'accountIntro' : 'paybillIntro', { minutes: PROMISES.repaymentMinutes })}</p>}
      {reason === 'instead' && <p>{t('noRequestText')}</p>}
      {reason === 'unclear' && <p>{t('nothingTakenText')}</p>}
      <p className="small muted">{t('open')}</p>
      <div>
        <CopyRow language={language} label={t('business')} what={t('businessWhat')} value={businessNumber} send={send} />
        <CopyRow language={language} label={t('account')} what={t('accountWhat')} value={accountNumber} send={send} />
        <CopyRow
          language={language}
          label={t('amount')}
          what={t('amountWhat')}
          value={String(amount / 100)}
          shown={formatKsh(amount)}
          send={send}
        />
      </div>
      {reason === 'chosen' && (
        <p className="small muted">{t('least', { minimum: formatKsh(Math.min(statement.rule.offlineMinimum, statement.balance.left)) })}</p>
      )}
    </Card>
  );
}
