import { formatMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { ShortFormBody } from '#src/forms/ShortFormBody.tsx';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CodeField } from '#src/ui/form/CodeField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from '../../shared/codeStrings.ts';
import { useCodeForm } from '../../shared/useCodeForm.ts';
import { text } from './receivedCodeStrings.ts';

const FORM = 'received-code-form';

/** Strangers have used up the codes of this number. A borrower who types a received code gets a further code. */
export function ReceivedCodeScreen({ state, send, busy }: ScreenProps & { busy: boolean }) {
  const { language, signIn } = state.context;
  const t = text(language);
  const msisdn = toMsisdn(signIn.mobile);
  const form = useCodeForm(state.context, signIn.receivedCode ?? '');
  const { note } = form;
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
      {/* A note, not an error: the lender's message explains the question, and from when no received code is needed. */}
      <div role="alert">{note && <Note tone="assessing">{problemText(language, note)}</Note>}</div>
      <p>{t('what', { number: msisdn ? formatMsisdn(msisdn) : signIn.mobile })}</p>
      <ShortFormBody
        id={FORM}
        form={form}
        announced="code"
        onSubmit={({ value }) => send({ type: 'receivedCode.submitted', code: value('code') })}
      >
        <CodeField
          {...form.field('code')}
          id="receivedCode"
          language={language}
          label={t('label')}
          hint={t('hint', { hours: LIMITS.receivedCodeHours })}
          error={form.error('code')}
          arrivesHere={false}
          enterKey="done"
          required
        />
      </ShortFormBody>
      <p className="small muted">{t('never')}</p>
      <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
        {codeText(language)('otherNumber')}
      </Button>
    </Screen>
  );
}
