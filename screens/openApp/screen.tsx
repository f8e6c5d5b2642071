import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { text } from './strings.ts';

export default function OpenApp({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      intro={t('intro')}
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
