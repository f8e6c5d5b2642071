import { isRepayable } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import { homeOf } from '#machines/required.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { calendar, chat, help, records } from '#src/ui/icon/primaryIcons.ts';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { Contact } from '../../shared/contact.tsx';
import { text } from './strings.ts';

export default function CustomerServices({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  const isRunning = order !== null && isRepayable(order.status);
  return (
    <Article state={state} send={send} title={t('title')} intro={t('intro')}>
      <CardList>
        <RowItem icon={help} href={`#${ROUTES.faq}`} title={t('faq')} note={t('faqNote')} />
        {isRunning && <RowItem icon={records} href={`#${ROUTES.repayDetail}`} title={t('pay')} note={t('payNote')} />}
        {isRunning && homeOf(state.context).product.rollover.enabled && (
          <RowItem icon={calendar} href={`#${ROUTES.rollover}`} title={t('time')} note={t('timeNote')} />
        )}
        <RowItem icon={chat} href={`#${ROUTES.feedbackList}`} title={t('messages')} note={t('messagesNote')} />
      </CardList>
      <Contact state={state} send={send} />
    </Article>
  );
}
