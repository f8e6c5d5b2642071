import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { strings } from './strings.ts';

const OPTIONAL_CONTACTS = ['contact3', 'contact4', 'contact5'];

/** Step 2: work, emergency contacts, social media. */
export default function AdditionalInfo({ state, send }: ScreenProps) {
  const t = strings(state.context.language);
  return (
    <SectionForm
      section="additionalInfo"
      state={state}
      send={send}
      title={t('title')}
      progress={{ step: 2, minutes: 6 }}
      folded={OPTIONAL_CONTACTS}
      beforeGroup={{ contact1: <Note>{t('contactsWhy')}</Note> }}
      onSubmit={(values) => send({ type: 'additionalInfo.submitted', values })}
    >
      <p className="visually-hidden" role="status">
        {state.hasTag('busy') && !state.hasTag('overlay') ? t('pickContact') : ''}
      </p>
    </SectionForm>
  );
}
