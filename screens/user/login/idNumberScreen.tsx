import { LOCAL } from '#machines/model/codes.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phone.ts';
import { onlyDigits } from '#src/forms/text.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from '../../shared/codeStrings.ts';
import { text } from './idNumberStrings.ts';

const FORM = 'id-number-form';
const LONGEST = LIMITS.nationalId.dashed18.max;

/** Strangers have used up the codes of this number. The owner of the account knows its ID number, and gets one all the same. */
export function IdNumberScreen({ state, send, busy }: ScreenProps & { busy: boolean }) {
  const { language, problem, signIn } = state.context;
  const t = text(language);
  const msisdn = toMsisdn(signIn.mobile);
  const isMissing = problem?.code === LOCAL.incomplete;
  const form = useShortForm({
    initial: { nationalId: signIn.nationalId ?? '' },
    settle: { nationalId: (typed) => onlyDigits(typed).slice(0, LONGEST) },
    rules: { nationalId: (typed) => (typed === '' ? t('missing') : null) },
    isRefused: isMissing,
  });
  const error = form.error('nationalId');
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
      <div role="alert">{problem && !isMissing && <Note tone="assessing">{problemText(language, problem)}</Note>}</div>
      <p>{t('what', { number: msisdn ? formatMsisdn(msisdn) : signIn.mobile })}</p>
      <form
        id={FORM}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'idNumber.submitted', nationalId: form.submit().value('nationalId') });
        }}
      >
        <TextField
          {...form.field('nationalId')}
          id="nationalId"
          language={language}
          label={t('label')}
          hint={t('hint')}
          error={error}
          mode="numeric"
          autocomplete="off"
          enterKey="send"
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
