import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { feedbackText } from '../shared/feedbackStrings.ts';

export default function FeedbackDetail({ state, send }: ScreenProps) {
  const t = feedbackText(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('detail')}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'back.requested' })}>{t('back')}</Button>
        </Actions>
      }
    >
      <Note>{t('detailText')}</Note>
      <Contact state={state} send={send} />
    </Article>
  );
}
