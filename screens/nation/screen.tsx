import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { check, globe } from '#src/ui/icon/paths.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

/** One country, said plainly: a list with one entry would pretend a choice. */
export default function Nation({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = text(language);
  const back = () => send({ type: 'back.requested' });
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={back}
      actions={
        <Actions>
          <Button onPress={back}>{t('back')}</Button>
        </Actions>
      }
    >
      <CardList>
        <RowItem icon={globe} title={t('kenya')} note={t('note')} end={<Icon path={check} size="s" />} />
      </CardList>
      <Note>{t('only')}</Note>
    </Screen>
  );
}
