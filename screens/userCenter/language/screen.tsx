import { LANGUAGES, type Language } from '#machines/context.ts';
import { languageName } from '#src/i18n/languageName.ts';
import { NoMessages } from '#src/ui/art/noMessages.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

export default function LanguageScreen({ state, send }: ScreenProps) {
  const { language, session } = state.context;
  const t = text(language);
  return (
    <Screen language={language} title={t('title')} art={<NoMessages />} onBack={() => send({ type: 'back.requested' })}>
      <ChoiceCards
        legend={t('choose')}
        name="language"
        value={language}
        cards={LANGUAGES.map((id: Language) => ({ id, title: <span lang={id}>{languageName(id)}</span> }))}
        onChange={(id) => send({ type: 'language.chosen', language: LANGUAGES.find((known) => known === id) ?? language })}
      />
      <p className="small muted">{`${t('note')} ${t(session ? 'smsToo' : 'smsOnceSignedIn')}`}</p>
    </Screen>
  );
}
