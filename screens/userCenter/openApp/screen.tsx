import { answerOf } from '#machines/context.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { text } from './strings.ts';

export default function OpenApp({ state, send }: ScreenProps) {
  const { language, app } = state.context;
  const t = text(language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      intro={app ? t('inside') : t('intro')}
      lead={app ? null : <Download state={state} send={send} />}
      sections={[
        { title: t('here'), text: [t('hereText')] },
        { title: t('inApp'), text: [t('inAppText')] },
        { title: t('same'), text: [t('sameText')] },
      ]}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'back.requested' })}>{t('go')}</Button>
        </Actions>
      }
    />
  );
}

/** The download address from the lender. It can also be copied, because some web views cannot open a store. */
function Download({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const download = answerOf(state.context, 'loadDownload');
  const t = text(language);
  if (download.is === 'failed') {
    return (
      <ProblemNote language={language} problem={problem}>
        <Button kind="secondary" size="small" onPress={() => send({ type: 'retry.requested' })}>
          {t('again')}
        </Button>
      </ProblemNote>
    );
  }
  if (download.is === 'loading') return <TextSkeleton language={language} />;
  const { address } = download.value;
  if (address === null) return <p>{t('none')}</p>;
  return (
    <Card title={t('download')} spacing="snug">
      <ButtonLink kind="secondary" href={address}>
        {t('toDownload')}
      </ButtonLink>
      <CopyRow language={language} label={t('address')} what={t('addressWhat')} value={address} send={send} />
    </Card>
  );
}
