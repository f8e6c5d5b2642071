import { LOCAL } from '#machines/model/codes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from './codeStrings.ts';

const FORM = 'captcha-form';

/** A question in words before yet another code: everybody can read it, also with a screen reader. */
export function CaptchaScreen({ state, send }: ScreenProps) {
  const { language, captcha, problem } = state.context;
  const t = codeText(language);
  const error = problem?.code === LOCAL.captchaMissing ? problemText(language, problem) : undefined;
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
      <Announce text={error} />
      {/* Nobody did anything wrong yet: the lender's words say why a question is asked, or that another one is. */}
      <div role="alert">{problem && !error && <Note tone="assessing">{problemText(language, problem)}</Note>}</div>
      <Choosing key={captcha?.id} initial={{ answer: '' }}>
        {({ answer }, choose) => (
          <form
            id={FORM}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              send({ type: 'captcha.answered', answer });
            }}
          >
            <TextField
              id="captcha"
              name="captcha"
              language={language}
              label={captcha?.question ?? ''}
              hint={t('inDigits')}
              error={error}
              value={answer}
              mode="numeric"
              autocomplete="off"
              enterKey="send"
              maxLength={4}
              required
              onChange={(_, text) => choose({ answer: text.replace(/\D/g, '') })}
              onBlur={() => undefined}
            />
          </form>
        )}
      </Choosing>
      <Note>{t('whyQuestion')}</Note>
      <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
        {t('otherNumber')}
      </Button>
    </Screen>
  );
}
