import { ROUTES } from '#machines/routes.ts';
import { NoMessages } from '#src/ui/art/noMessages.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { chat } from '#src/ui/icon/primaryIcons.ts';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { feedbackText } from '../shared/strings.ts';
import { text } from './strings.ts';

/** Questions and answers about messages. */
export default function FeedbackFaq({ state, send }: ScreenProps) {
  const { language, feedbackQuestions, problem } = state.context;
  const t = text(language);
  const f = feedbackText(language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      lead={<NoMessages />}
      sections={
        feedbackQuestions.is === 'loaded'
          ? feedbackQuestions.value.map(({ question, answer }) => ({ title: question, text: [answer] }))
          : []
      }
    >
      {feedbackQuestions.is === 'loading' && <TextSkeleton language={language} />}
      {feedbackQuestions.is === 'failed' && (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      <CardList>
        <RowItem icon={chat} href={`#${ROUTES.addFeedback}`} title={f('write')} />
      </CardList>
    </Article>
  );
}
