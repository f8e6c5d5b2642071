import { valueOf } from '#machines/model/loadable.ts';
import { SUPPORT } from '#src/market/support.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import type { ScreenProps } from '../props.ts';
import { contactText } from './contactStrings.ts';

/** The address of the support as the lender answered it, else the built-in one, with the data a message needs. To copy, not to follow: a web view may have no mail program. */
export function Contact({ state, send }: ScreenProps) {
  const { language, order, session, support } = state.context;
  const { email, hours } = valueOf(support) ?? SUPPORT;
  const t = contactText(language);
  return (
    <Card title={t('title')} spacing="snug">
      <div>
        <CopyRow language={language} label={t('email')} what={t('emailWhat')} value={email} send={send} />
        {session && order && <CopyRow language={language} label={t('order')} what={t('orderWhat')} value={order.orderNo} send={send} />}
      </div>
      <p className="small muted">{t('hours', hours)}</p>
      <p className="small muted">{t('never')}</p>
    </Card>
  );
}
