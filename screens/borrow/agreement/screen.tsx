import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The contract's text, to read before agreeing to it and at any time after. */
export default function Agreement({ state, send }: ScreenProps) {
  const { language, agreement, problem } = state.context;
  const t = text(language);
  const back = () => send({ type: 'back.requested' });
  const isFailed = agreement.is === 'failed';
  return (
    <Screen
      language={language}
      title={agreement.is === 'loaded' ? agreement.value.title : t('title')}
      onBack={back}
      busy={agreement.is === 'loading'}
      actions={
        !isFailed && (
          <Actions>
            <Button onPress={back}>{t('back')}</Button>
          </Actions>
        )
      }
    >
      {agreement.is === 'loading' && <TextSkeleton language={language} />}
      {isFailed && (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {agreement.is === 'loaded' && (
        <>
          {agreement.value.sections.map(({ heading, body }) => (
            <Card key={heading} title={heading} spacing="snug">
              {body.split('\n').map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </Card>
          ))}
          <p className="small muted">{t('version', { version: agreement.value.version })}</p>
        </>
      )}
    </Screen>
  );
}
