import { LOCAL } from '#machines/model/codes.ts';
import { captchaOf } from '#machines/required.ts';
import { onlyDigits } from '#src/forms/text.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from '../../shared/codeStrings.ts';

const FORM = 'captcha-form';

/** A question in words before another code is sent. A screen reader can read it too. */
export function CaptchaScreen({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const { id, question } = captchaOf(state.context);
  const t = codeText(language);
  const isMissing = problem?.code === LOCAL.captchaMissing;
  return (
    <Screen
      language={language}
      title={t('question')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM}>
            {t('answer')}
          </Button>
        </Actions>
      }
    >
      {/* A note, not an error: the lender's message says why a question is asked, or that another one is. */}
      <div role="alert">{problem && !isMissing && <Note tone="assessing">{problemText(language, problem)}</Note>}</div>
      <Answer key={id} state={state} send={send} question={question} isMissing={isMissing} />
      <Note>{t('whyQuestion')}</Note>
      <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
        {t('otherNumber')}
      </Button>
    </Screen>
  );
}

function Answer({ state, send, question, isMissing }: ScreenProps & { question: string; isMissing: boolean }) {
  const { language } = state.context;
  const missing = problemText(language, { code: LOCAL.captchaMissing, message: '' });
  const form = useShortForm({
    initial: { answer: '' },
    settle: { answer: onlyDigits },
    rules: { answer: (typed) => (typed === '' ? missing : null) },
    isRefused: isMissing,
  });
  const error = form.error('answer');
  return (
    <>
      <Announce text={error} />
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'captcha.answered', answer: form.submit().value('answer') });
        }}
      >
        <TextField
          {...form.field('answer')}
          id="captcha"
          language={language}
          label={question}
          hint={codeText(language)('inDigits')}
          error={error}
          mode="numeric"
          autocomplete="off"
          enterKey="send"
          maxLength={4}
          required
        />
      </form>
    </>
  );
}
