import { canSendRecordings } from '#src/market/recordingsAddress.ts';
import { RECORDING_DAYS } from '#src/market/recordingLimits.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { calendar, check, clock, close, upload } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

const RECORDED = ['recordedScreens', 'recordedChoices', 'recordedAnswers'] as const;
const NOT_RECORDED = ['notNames', 'notCodes'] as const;
/** Text keys about recordings that are sent: who receives them, for how long, and how to end this. */
const SENT = [
  ['sentTo', upload],
  ['sentWhen', clock],
  ['sentUntil', calendar],
] as const;

export default function HelpImprove({ state, send }: ScreenProps) {
  const { language, problem, recording, session } = state.context;
  const t = text(language);
  const at = (part: 'agreeing' | 'starting' | 'saving' | 'withdrawing'): boolean =>
    state.matches({ places: { userCenter: { helpImprove: part } } });
  const isForLender = recording === 'sent' || (recording === 'off' && canSendRecordings(session !== null));
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          {recording === 'off' && isForLender && (
            <Button busy={at('agreeing') && t('starting')} onPress={() => send({ type: 'recordings.agreed' })}>
              {t('allowSending')}
            </Button>
          )}
          {recording === 'off' && !isForLender && (
            <Button busy={at('starting') && t('starting')} onPress={() => send({ type: 'recording.allowed' })}>
              {t('allow')}
            </Button>
          )}
          {recording === 'sent' && (
            <Button kind="secondary" busy={at('withdrawing') && t('deleting')} onPress={() => send({ type: 'recordings.withdrawn' })}>
              {t('withdraw')}
            </Button>
          )}
          {recording === 'on' && <Button onPress={() => send({ type: 'recording.stopped' })}>{t('stop')}</Button>}
          {recording === 'kept' && (
            <Button busy={at('saving') && t('saving')} onPress={() => send({ type: 'recording.saveRequested' })}>
              {t('save')}
            </Button>
          )}
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
      <p>{t(isForLender ? 'introSending' : 'intro')}</p>
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
      {isForLender ? (
        <>
          <h2>{t('whatHappens')}</h2>
          <CardList>
            {SENT.map(([key, icon]) => (
              <RowItem key={key} icon={icon} title={t(key, { days: RECORDING_DAYS })} />
            ))}
          </CardList>
        </>
      ) : (
        <p className="small muted">{t('notSent')}</p>
      )}
    </Screen>
  );
}
