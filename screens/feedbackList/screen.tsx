import { ROUTES } from '#machines/routes.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { chat, help } from '#src/ui/icon/paths.ts';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { feedbackText } from '../shared/feedbackStrings.ts';

export default function FeedbackList({ state, send }: ScreenProps) {
  const t = feedbackText(state.context.language);
  return (
    <Article state={state} send={send} title={t('list')}>
      <Note>
        <strong className="strong">{t('noneTitle')}.</strong> {t('none')}
      </Note>
      <Contact state={state} send={send} />
      <CardList>
        <RowItem icon={chat} href={`#${ROUTES.addFeedback}`} title={t('write')} note={t('writeNote')} />
        <RowItem icon={help} href={`#${ROUTES.feedbackFaq}`} title={t('questions')} note={t('questionsNote')} />
      </CardList>
    </Article>
  );
}
