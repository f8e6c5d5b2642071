import { ROUTES } from '#machines/routes.ts';
import { PROMISES } from '#src/market/support.ts';
import { NoMessages } from '#src/ui/art/noMessages.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { text } from './strings.ts';

/** Confirms the message that was just sent. If a link opened the page, it must not say that a message was sent. */
export default function FeedbackResult({ state, send }: ScreenProps) {
  const { language, sentTicket } = state.context;
  const t = text(language);
  return (
    <Article
      state={state}
      send={send}
      title={t(sentTicket ? 'title' : 'none')}
      lead={<NoMessages />}
      placed="middle"
      actions={
        <Actions>
          {sentTicket ? (
            <>
              <ButtonLink href={`#${ROUTES.feedbackDetail}?ticketNo=${sentTicket}`}>{t('open')}</ButtonLink>
              <Button kind="quiet" onPress={() => send({ type: 'back.requested' })}>
                {t('back')}
              </Button>
            </>
          ) : (
            <Button onPress={() => send({ type: 'back.requested' })}>{t('back')}</Button>
          )}
        </Actions>
      }
    >
      {sentTicket ? (
        <>
          <Note tone="brand" icon={check}>
            {t('text', { count: PROMISES.answerWorkingDays })}
          </Note>
          <Card>
            <CopyRow language={language} label={t('number')} what={t('numberWhat')} value={sentTicket} send={send} />
          </Card>
        </>
      ) : (
        <Note>{t('noneText')}</Note>
      )}
    </Article>
  );
}
