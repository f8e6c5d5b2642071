import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { feedbackText } from '../shared/feedbackStrings.ts';

/** A link leads here; while messages go by e-mail it must not say that one was sent. */
export default function FeedbackResult({ state, send }: ScreenProps) {
  const t = feedbackText(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('result')}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'back.requested' })}>{t('back')}</Button>
        </Actions>
      }
    >
      <Note>{t('resultText')}</Note>
      <Contact state={state} send={send} />
    </Article>
  );
}
