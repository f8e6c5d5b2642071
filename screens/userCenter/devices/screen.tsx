import { answerOf, type Language } from '#machines/context.ts';
import { clockText, type Instant, nairobiDate } from '#machines/model/calendar.ts';
import type { SignedInDevice } from '#machines/model/device.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { Careful } from '../../shared/careful.tsx';
import { ConfirmScreen } from '../../shared/confirmScreen.tsx';
import { text } from './strings.ts';

/** The devices on which the account was used, and signing out on all of them. */
export default function Devices({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  const devices = answerOf(state.context, 'loadDevices');
  const at = (step: 'failed' | 'confirming' | 'signingOut' | 'forgetting') => state.matches({ places: { userCenter: { devices: step } } });

  if (at('confirming') || at('signingOut') || at('forgetting')) return <Confirming state={state} send={send} isBusy={!at('confirming')} />;
  const isFailed = at('failed');
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      busy={devices.is === 'loading'}
      actions={
        <Actions>
          <Button kind="secondary" onPress={() => send({ type: 'signOutEverywhere.requested' })}>
            {t('everywhere')}
          </Button>
        </Actions>
      }
    >
      <p>{t('one')}</p>
      {devices.is === 'loading' && <TextSkeleton language={language} />}
      {isFailed ? (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      ) : (
        <ProblemNote language={language} problem={problem} />
      )}
      {devices.is === 'loaded' && (
        <>
          {devices.value.devices.map((device) => (
            <DeviceCard key={device.id} language={language} device={device} send={send} />
          ))}
          <p className="small muted">{t('removed')}</p>
        </>
      )}
    </Screen>
  );
}

/** One device. Its name was sent by whoever signed in there, so it is shown as plain text. */
function DeviceCard({ language, device, send }: { language: Language; device: SignedInDevice; send: ScreenProps['send'] }) {
  const t = text(language);
  const name = device.name || t('unnamed');
  const when = (at: Instant): string => `${formatDate(language, nairobiDate(at))}, ${clockText(at)}`;
  return (
    <Card title={name} spacing="snug">
      <p className="small muted">
        {device.isThis ? t('now') : t('last', { when: when(device.lastUsedAt) })}
        <br />
        {t('first', { when: when(device.firstUsedAt) })}
      </p>
      {!device.isThis && (
        <Button
          kind="quiet"
          size="small"
          label={t('removeNamed', { name })}
          onPress={() => send({ type: 'device.removed', id: device.id })}
        >
          {t('remove')}
        </Button>
      )}
    </Card>
  );
}

function Confirming({ state, send, isBusy }: ScreenProps & { isBusy: boolean }) {
  const { language, problem } = state.context;
  const t = text(language);
  const goBack = (): void => send({ type: 'back.requested' });
  return (
    <ConfirmScreen
      language={language}
      problem={problem}
      title={t('sure')}
      yes={t('yes')}
      busy={isBusy && t('signingOut')}
      keep={t('keep')}
      large="yes"
      art={<Careful />}
      onYes={() => send({ type: 'signOutEverywhere.confirmed' })}
      onKeep={goBack}
      onBack={goBack}
    >
      <p>{t('sureText')}</p>
      <p>{t('sureAfter')}</p>
    </ConfirmScreen>
  );
}
