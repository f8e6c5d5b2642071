import { LOCAL } from '#machines/model/codes.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phone.ts';
import { codeDigits } from '#src/forms/text.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CodeField } from '#src/ui/form/CodeField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from '../../shared/codeStrings.ts';
import { text } from './receivedCodeStrings.ts';

const FORM = 'received-code-form';

/** Strangers have used up the codes of this number. Its reader types one of their codes, and gets a code all the same. */
export function ReceivedCodeScreen({ state, send, busy }: ScreenProps & { busy: boolean }) {
  const { language, problem, signIn } = state.context;
  const t = text(language);
  const msisdn = toMsisdn(signIn.mobile);
  const isMistyped = problem?.code === LOCAL.codeInvalid;
  const form = useShortForm({
    initial: { code: signIn.receivedCode ?? '' },
    settle: { code: codeDigits },
    rules: {
      code: (typed) => (typed.length === LIMITS.verificationCode ? null : problemText(language, { code: LOCAL.codeInvalid, message: '' })),
    },
    isRefused: isMistyped,
  });
  const error = form.error('code');
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={busy && codeText(language)('sending')}>
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <Announce text={error} />
      {/* A note, not an error: the lender's message says why, and when a code comes without the question. */}
      <div role="alert">{problem && !isMistyped && <Note tone="assessing">{problemText(language, problem)}</Note>}</div>
      <p>{t('what', { number: msisdn ? formatMsisdn(msisdn) : signIn.mobile })}</p>
      <form
        id={FORM}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'receivedCode.submitted', code: form.submit().value('code') });
        }}
      >
        <CodeField
          {...form.field('code')}
          id="receivedCode"
          language={language}
          label={t('label')}
          hint={t('hint', { hours: LIMITS.receivedCodeHours })}
          error={error}
          arrivesHere={false}
          enterKey="done"
          required
        />
      </form>
      <p className="small muted">{t('never')}</p>
      <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
        {codeText(language)('otherNumber')}
      </Button>
    </Screen>
  );
}
