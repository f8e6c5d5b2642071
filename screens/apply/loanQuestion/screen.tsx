import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { answered, loanQuestion, questionnaireMessage } from '#src/forms/sections/loanQuestion.ts';
import { formMessages } from '#src/forms/strings.ts';
import type { Values } from '#src/forms/types.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { Consent } from '../../collection/consent.tsx';
import { Review } from './review.tsx';
import { strings } from './strings.ts';

/** Step 5: eleven questions about the credit history, then the review of the application. */
export default function LoanQuestion({ state, send }: ScreenProps) {
  if (state.matches({ places: { apply: { loanQuestion: { consent: 'asking' } } } })) return <Consent state={state} send={send} />;
  const isEditing = state.matches({ places: { apply: { loanQuestion: 'editing' } } }) || state.hasTag('sheet');
  return isEditing ? <Questions state={state} send={send} /> : <Review state={state} send={send} />;
}

function Questions({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = strings(language);
  const say = formMessages(language);

  const progress = (values: Values) => {
    const message = questionnaireMessage(values, 'answering');
    return (
      <Note>
        <p>{message === null ? null : say(message)}</p>
        <p>{t('progress', { answered: answered(values), all: loanQuestion.fields.length })}</p>
      </Note>
    );
  };

  return (
    <SectionForm
      section="loanQuestion"
      state={state}
      send={send}
      title={t('title')}
      progress={{ step: 5, minutes: 1 }}
      intro={progress}
      problemTitle={(values) => say(questionnaireMessage(values, 'submitted') ?? 'questionnaire.contradiction')}
      onSubmit={(values) => send({ type: 'questionnaire.submitted', values })}
    />
  );
}
