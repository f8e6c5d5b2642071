import { valueOf } from '#machines/model/loadable.ts';
import { Country } from './country.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { globe } from '#src/ui/icon/secondaryIcons.ts';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { HOME_COUNTRY } from '#src/market/app.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The country that the lender serves. It is not shown as a list, because there is no choice. */
export default function Nation({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const country = valueOf(state.context.country);
  const t = text(language);
  const isLoading = state.matches({ places: { user: { nation: 'loading' } } });
  const name = country?.name ?? t('kenya');
  const back = () => send({ type: 'back.requested' });
  return (
    <Screen
      language={language}
      title={t('title')}
      art={<Country />}
      onBack={back}
      busy={isLoading}
      actions={
        <Actions>
          <Button onPress={back}>{t('back', { country: name })}</Button>
        </Actions>
      }
    >
      <ProblemNote language={language} problem={problem}>
        <Button kind="secondary" size="small" onPress={() => send({ type: 'retry.requested' })}>
          {t('again')}
        </Button>
      </ProblemNote>
      <CardList>
        <RowItem
          icon={globe}
          title={name}
          note={t('note', { code: country?.callingCode ?? HOME_COUNTRY.callingCode })}
          end={<Icon path={check} size="s" />}
        />
      </CardList>
      <Note>{t('only')}</Note>
    </Screen>
  );
}
