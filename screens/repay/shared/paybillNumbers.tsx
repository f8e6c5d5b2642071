import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { AccountNumbers } from '#machines/model/order.ts';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import type { ScreenProps } from '../../props.ts';
import { paybillText } from './strings.ts';

/** The numbers that M-PESA's Pay Bill asks for, each with a copy button. @param copied the amount in shillings, to be copied. */
export function PaybillNumbers({
  state,
  send,
  numbers: { businessNumber, accountNumber },
  amount,
  copied,
}: ScreenProps & { numbers: AccountNumbers; amount: Cents; copied: number }) {
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
          value={String(copied)}
          shown={formatKsh(amount)}
          send={send}
        />
      </div>
    </>
  );
}
