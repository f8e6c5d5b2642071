import { isRepayable } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import { homeOf } from '#machines/required.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { calendar, chat, help, records } from '#src/ui/icon/primaryIcons.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { Contact } from '../../shared/contact.tsx';
import { text } from './strings.ts';

export default function CustomerServices({ state, send }: ScreenProps) {
  const { language, order, problem } = state.context;
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
      {/* The built-in address is shown meanwhile and when the lender cannot be asked: it is never wrong, only older. */}
      <ProblemNote language={language} problem={problem}>
        <Button kind="secondary" size="small" onPress={() => send({ type: 'retry.requested' })}>
          {t('again')}
        </Button>
      </ProblemNote>
      <Contact state={state} send={send} />
    </Article>
  );
}
