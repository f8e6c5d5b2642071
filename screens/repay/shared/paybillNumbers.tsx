import { formatKsh, shillingsToPay, type Cents } from '#machines/model/money.ts';
import type { AccountNumbers } from '#machines/model/order.ts';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import type { ScreenProps } from '../../props.ts';
import { paybillText } from './strings.ts';

/** The numbers that M-PESA's Pay Bill asks for, each with a copy button. */
export function PaybillNumbers({
  state,
  send,
  numbers: { businessNumber, accountNumber },
  amount,
}: ScreenProps & { numbers: AccountNumbers; amount: Cents }) {
  const { language } = state.context;
  const t = paybillText(language);
  return (
    <>
      <p className="small muted">{t('open')}</p>
      <div>
        <CopyRow language={language} label={t('business')} what={t('businessWhat')} value={businessNumber} send={send} />
        <CopyRow language={language} label={t('account')} what={t('accountWhat')} value={accountNumber} send={send} />
        <CopyRow
          language={language}
          label={t('amount')}
          what={t('amountWhat')}
          value={String(shillingsToPay(amount))}
          shown={formatKsh(amount)}
          send={send}
        />
      </div>
    </>
  );
}
