import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { check, close } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

const RECORDED = ['recordedScreens', 'recordedChoices', 'recordedAnswers'] as const;
const NOT_RECORDED = ['notNames', 'notCodes'] as const;

export default function HelpImprove({ state, send }: ScreenProps) {
  const { language, problem, recording } = state.context;
  const t = text(language);
  const isSaving = state.matches({ places: { userCenter: { helpImprove: 'saving' } } });
  const isStarting = state.matches({ places: { userCenter: { helpImprove: 'starting' } } });
  const save = (
    <Button busy={isSaving && t('saving')} onPress={() => send({ type: 'recording.saveRequested' })}>
      {t('save')}
    </Button>
  );
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          {recording === 'off' && (
            <Button busy={isStarting && t('starting')} onPress={() => send({ type: 'recording.allowed' })}>
              {t('allow')}
            </Button>
          )}
          {recording === 'on' && <Button onPress={() => send({ type: 'recording.stopped' })}>{t('stop')}</Button>}
          {recording === 'kept' && save}
          {recording === 'kept' && (
            <Button kind="quiet" onPress={() => send({ type: 'recording.deleted' })}>
              {t('remove')}
            </Button>
          )}
        </Actions>
      }
    >
      <div role="status">{recording !== 'off' && <Note tone="brand">{t(recording)}</Note>}</div>
      <ProblemNote language={language} problem={problem} />
      <p>{t('intro')}</p>
      <h2>{t('recorded')}</h2>
      <CardList>
        {RECORDED.map((key) => (
          <RowItem key={key} icon={check} title={t(key)} />
        ))}
      </CardList>
      <h2>{t('notRecorded')}</h2>
      <CardList>
        {NOT_RECORDED.map((key) => (
          <RowItem key={key} icon={close} title={t(key)} />
        ))}
      </CardList>
      <p className="small muted">{t('notSent')}</p>
    </Screen>
  );
}
